import { actionOf, contentProblem } from "../../../src/codes/content/index.ts";
import type { CodeType } from "../api/types.ts";

/** What whoever scans it gets, in a few words; empty while the content will not do. */
export function leadOf(type: CodeType, content: string): string {
  if (content.trim() === "" || contentProblem(type, content) !== null) return "";
  const action = actionOf(type, content);
  switch (action.kind) {
    case "redirect":
      return action.location.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
    case "call":
    case "message":
      return action.number;
    case "whatsapp":
      return action.number === "" ? "WhatsApp" : `+${action.number}`;
    case "mail":
      return action.to;
    case "map":
      return action.label || `${action.latitude}, ${action.longitude}`;
    case "contact":
      return action.name;
    case "wifi":
      return action.ssid;
    case "text":
      return action.text.trim().split("\n")[0]!;
  }
}
