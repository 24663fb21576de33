/** Terms of the API: types of codes and drawing options. */
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
