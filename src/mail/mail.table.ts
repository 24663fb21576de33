import type { Generated } from "kysely";

export interface MailTables {
  mails: MailTable;
}

/** Mail that waits to be sent. */
interface MailTable {
  id: string;
  kind: string;
  recipient: string;
  language: string;
  /** What the text is made of, as JSON. */
  data: string;
  tries: Generated<number>;
  /** Also the end of a node's claim; 0: at once. */
  next_try: Generated<number>;
  created_at: number;
  /** Not sent from then on, because its link is no longer valid. */
  expires_at: number;
}
