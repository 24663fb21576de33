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

/** Roles of members in a workspace, from the least to the most. */
export const MEMBER_ROLES = ["viewer", "editor", "owner"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Changes of a code that may show in its scans, apart from the content, which has versions. */
export const CHANGE_KINDS = ["look", "paused", "resumed", "expiry", "deleted", "restored", "moved"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
