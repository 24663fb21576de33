import type { Action } from "./action.ts";

/** For content that names nobody: an email or message without a recipient, a card without a name. */
export interface Unnamed {
  newEmail: string;
  newMessage: string;
  vcard: string;
}

/** A one-line summary of a code's content, without a network's password. */
export function leadsTo(action: Action, words: Unnamed): string {
  switch (action.kind) {
    case "redirect":
      return action.location;
    case "call":
      return action.number;
    case "mail":
      return action.to || action.subject || words.newEmail;
    case "message":
      return action.number || words.newMessage;
    case "whatsapp":
      return action.number || action.location;
    case "map":
      return action.label || `${action.latitude}, ${action.longitude}`;
    case "contact":
      return action.name || action.organization || words.vcard;
    case "wifi":
      return action.ssid;
    case "text":
      return shortened(action.text);
  }
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 140 ? `${characters.slice(0, 139).join("")}…` : text;
}
