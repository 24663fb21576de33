import type { Action } from "./action.ts";

/** A one-line summary of a code's content, without a network's password. */
export function leadsTo(action: Action): string {
  switch (action.kind) {
    case "redirect":
      return action.location;
    case "call":
      return action.number;
    case "mail":
      return action.to || action.subject || "A new e-mail";
    case "message":
      return action.number || "A new message";
    case "whatsapp":
      return action.number || action.location;
    case "map":
      return action.label || `${action.latitude}, ${action.longitude}`;
    case "contact":
      return action.name || "A contact card";
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
