import type { Action, WifiSecurity } from "../../../src/codes/content/action.ts";
import { actionOf } from "../../../src/codes/content/index.ts";
import { leadsTo as lineOf } from "../../../src/codes/content/leads-to.ts";
import type { CodeType } from "../api/types.ts";

export interface Detail {
  label: string;
  value: string;
  href?: string;
  /** Shown as dots until one asks for it. */
  secret?: true;
}

export interface LeadsTo {
  /** In one line, web addresses without their scheme. */
  line: string;
  /** What "Open it" opens; null for what is only read or joined. */
  href: string | null;
  /** What the line leaves out. */
  details: Detail[];
}

const SECURITY: Record<WifiSecurity, string> = {
  WPA: "WPA/WPA2",
  SAE: "WPA3",
  WEP: "WEP",
  "WPA2-EAP": "WPA2 Enterprise",
  nopass: "Open, no password",
};

/** Where a code leads, for its owner: a summary, a link to try, and all that it holds. */
export function leadsTo(type: CodeType, content: string): LeadsTo {
  const action = actionOf(type, content);
  return { line: lineFor(action), href: hrefOf(action), details: detailsOf(action) };
}

function lineFor(action: Action): string {
  if (action.kind !== "redirect") return lineOf(action);
  return action.location.replace(/^https?:\/\//, "").replace(/^([^/?#]+)\/$/, "$1");
}

function hrefOf(action: Action): string | null {
  switch (action.kind) {
    case "redirect":
      return action.location;
    case "call":
    case "mail":
    case "message":
    case "whatsapp":
      return action.href;
    case "map":
      // Opens on a desk as well as on a phone, unlike `geo:`.
      return action.webHref;
    default:
      return null;
  }
}

const detailsOf = (action: Action): Detail[] => rowsOf(action).filter(({ value }) => value !== "");

const row = (label: string, value: string): Detail => ({ label, value });

/** Those that are empty are not shown. */
function rowsOf(action: Action): Detail[] {
  switch (action.kind) {
    case "wifi":
      return [
        row("Network", action.ssid),
        row("Security", SECURITY[action.security]),
        row("User name", action.identity),
        { ...row("Password", action.password), secret: true },
        row("Visibility", action.hidden ? "Hidden" : ""),
      ];
    case "contact": {
      const entries = (label: string, list: { value: string; href: string | null }[]) =>
        list.map(({ value, href }) => ({ label, value, ...(href ? { href } : {}) }));
      return [
        row("Name", action.name),
        row("Role", action.title),
        row("Organisation", action.organization === action.name ? "" : action.organization),
        ...entries("Phone", action.phones),
        ...entries("E-mail", action.emails),
        ...entries("Website", action.urls),
        ...action.addresses.map(({ value }) => row("Address", value)),
        row("Note", action.note),
      ];
    }
    case "mail":
      return [
        row("To", action.to),
        row("Copy to", action.cc),
        row("Blind copy to", action.bcc),
        row("Subject", action.subject),
        row("Message", action.body),
      ];
    case "message":
    case "whatsapp":
      return [row("Message", action.text)];
    case "map":
      return [row("At", action.label && `${action.latitude}, ${action.longitude}`)];
    default:
      return [];
  }
}
