import { float, integer, table, tables, text, time } from "../database/table.ts";
import type { Language } from "../shared/languages.ts";

export const mailTables = tables({
  /** Mail that waits to be sent. A row is deleted when the mail server has accepted it. */
  mails: table(
    {
      id: text().primaryKey(),
      kind: text(),
      recipient: text(),
      language: text<Language>(),
      /** What the text is made of, as JSON. */
      data: text(),
      /** How often a node has claimed it. */
      tries: integer().default(0),
      /** Also the end of a node's claim; 0: at once. */
      next_try: float().default(0).internal(),
      created_at: time(),
      /** Not sent from then on, because its link is no longer valid. */
      expires_at: time(),
    },
    { indexes: [`CREATE INDEX mails_due ON mails (next_try)`] },
  ),
});
