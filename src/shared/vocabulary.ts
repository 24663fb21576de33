/** The words of the interface: what kinds of code there are and how they may be drawn. */
export const CODE_TYPES = [
  "url",
  "text",
  "wifi",
  "vcard",
  "email",
  "phone",
  "sms",
  "whatsapp",
  "geo",
  "social",
] as const;
export type CodeType = (typeof CODE_TYPES)[number];

export const LEVELS = ["L", "M", "Q", "H"] as const;
export type Level = (typeof LEVELS)[number];
