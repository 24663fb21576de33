import type { CodeType, Level } from "../api/types.ts";

/** Labels for the types of codes. */
export const KINDS: Record<CodeType, { label: string; does: string }> = {
  url: { label: "Website", does: "Opens a page." },
  text: { label: "Text", does: "Shows text that can be copied." },
  wifi: { label: "Wi-Fi", does: "Helps to join a network." },
  vcard: { label: "Contact", does: "Saves a contact on the phone." },
  email: { label: "Email", does: "Starts an email to you." },
  phone: { label: "Phone", does: "Calls a number." },
  sms: { label: "SMS", does: "Starts a text message." },
  whatsapp: { label: "WhatsApp", does: "Starts a chat." },
  geo: { label: "Place", does: "Shows a place on the map." },
  social: { label: "Social", does: "Opens a profile." },
};

export const KIND_NAMES = Object.keys(KINDS) as CodeType[];

export const LEVELS: Record<Level, string> = {
  L: "L restores about 7% damage and has the largest squares: for screens.",
  M: "M restores about 15% damage: right for almost everything.",
  Q: "Q restores about 25% damage: for surfaces that get dirty.",
  H: "H restores about 30% damage: for outdoors, or with a logo on top.",
};
