import type { Webhook } from "../../api/types.ts";

/** What each event tells, in the order of the choice. */
export const EVENT_WORDS: Record<Webhook["events"][number], string> = {
  "qrcode.created": "A code was made",
  "qrcode.updated": "A code was changed or restored",
  "qrcode.deleted": "A code was deleted",
  "qrcode.scanned": "Scans, gathered for up to 2 seconds",
  "qrcode.expiring": "A code expires in 14 days",
  "qrcode.expired": "A code has expired",
};

export const ALL_EVENTS = Object.keys(EVENT_WORDS) as Webhook["events"];
