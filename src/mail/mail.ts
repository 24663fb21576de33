import type { ValuesOf } from "../database/table.ts";
import type { mailTables } from "./mail.table.ts";

/** Mail that waits to be sent. */
export type QueuedMail = ValuesOf<typeof mailTables.mails>;
