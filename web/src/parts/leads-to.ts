import type { Action } from "../../../src/codes/content/action.ts";
import { actionOf } from "../../../src/codes/content/index.ts";
import { leadsTo as lineOf } from "../../../src/codes/content/leads-to.ts";
import type { CodeType } from "../api/types.ts";
import { details as words } from "./words.ts";

export interface Detail {
  label: string;
  value: string;
  href?: string;
  /** Hidden until the user reveals it. */
  secret?: true;
}

export interface LeadsTo {
  /** In one line; web addresses without their scheme and `www.` */
  line: string;
  /** The target of "Open"; null if it cannot be opened. */
  href: string | null;
  /** Details that the line leaves out. */
  details: Detail[];
}

/** The destination of a code for its owner: a summary, a link, and all details. */
export function leadsTo(type: CodeType, content: string): LeadsTo {
  const action = actionOf(type, content);
  return { line: lineFor(action), href: hrefOf(action), details: detailsOf(action) };
}

function lineFor(action: Action): string {
  if (action.kind !== "redirect") return lineOf(action, words.unnamed);
  return readable(action.location)
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/^([^/?#]+)\/$/, "$1");
}

/** With letters and digits instead of their percent escapes; nothing that hides or reorders text. */
const readable = (url: string): string =>
  url.replace(/(?:%[89A-F][0-9A-F])+/gi, (escapes) => {
    try {
      const text = decodeURIComponent(escapes);
      return /^[\p{L}\p{M}\p{N}]+$/u.test(text) ? text : escapes;
    } catch {
      return escapes;
    }
  });

function hrefOf(action: Action): string | null {
  switch (action.kind) {
    case "redirect":
    case "whatsapp":
      return action.location;
    case "call":
    case "mail":
    case "message":
      return action.href;
    case "map":
      // Opens on a desktop too, unlike `geo:`.
      return action.webHref;
    default:
      return null;
  }
}

const detailsOf = (action: Action): Detail[] => rowsOf(action).filter(({ value }) => value !== "");

const row = (label: string, value: string): Detail => ({ label, value });

/** Empty values are left out. */
function rowsOf(action: Action): Detail[] {
  switch (action.kind) {
    case "wifi":
      return [
        row(words.network, action.ssid),
        row(words.security, words.securities[action.security]),
        row(words.userName, action.identity),
        { ...row(words.password, action.password), secret: true },
        row(words.visibility, action.hidden ? words.hidden : ""),
      ];
    case "contact": {
      const entries = (label: string, list: { value: string; href: string | null }[]) =>
        list.map(({ value, href }) => ({ label, value, ...(href ? { href } : {}) }));
      return [
        row(words.name, action.name),
        row(words.role, action.title),
        row(words.organisation, action.organization === action.name ? "" : action.organization),
        ...entries(words.phone, action.phones),
        ...entries(words.email, action.emails),
        ...entries(words.website, action.urls),
        ...action.addresses.map(({ value }) => row(words.address, value)),
        row(words.note, action.note),
      ];
    }
    case "mail":
      return [
        row(words.to, action.to),
        row(words.cc, action.cc),
        row(words.bcc, action.bcc),
        row(words.subject, action.subject),
        row(words.message, action.body),
      ];
    case "message":
    case "whatsapp":
      return [row(words.message, action.text)];
    case "map":
      return [
        row(words.address, action.address),
        row(words.coordinates, action.label && `${action.latitude}, ${action.longitude}`),
      ];
    default:
      return [];
  }
}
