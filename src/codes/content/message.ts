import type { MessageAction, WhatsappAction } from "./action.ts";
import { buildWhatsapp } from "./build.ts";
import { dialable, shownNumber } from "./phone.ts";
import { decode, encode, queryOf } from "./uri.ts";
import { webAddress } from "./url.ts";

/** A number, `sms:<number>?body=<text>` or `SMSTO:<number>:<text>`. */
export function readSms(content: string): MessageAction | null {
  const scheme = /^\s*sms(?:to)?:(?:\/\/)?/i.exec(content);
  if (!scheme) return messageTo(content.trim(), "");
  const rest = content.slice(scheme[0].length);
  const [, numbers = "", mark = "", tail = ""] = /^([^:?&]*)([:?&]?)([\s\S]*)$/.exec(rest)!;
  const text = mark === ":" ? tail : (queryOf(tail).get("body") ?? "");
  return messageTo(decode(numbers).trim().replace(/;$/, ""), text);
}

function messageTo(numbers: string, text: string): MessageAction | null {
  const recipients = numbers === "" ? [] : numbers.split(/[,;]/);
  // Stop at the first invalid recipient.
  if (recipients.some((recipient) => dialable(recipient) === null)) return null;
  if (recipients.length === 0 && text === "") return null;
  const dialed = recipients.map(dialable);
  const href = `sms:${dialed.join(",").replaceAll("#", "%23")}`;
  return {
    kind: "message",
    number: recipients.map(shownNumber).join(", "),
    text,
    // Android reads the part after `?`, iPhones the part after `&`; both accept the combination.
    href: text === "" ? href : `${href}?&body=${encode(text)}`,
  };
}

/** A number, a link to WhatsApp's hosts, or `whatsapp://send?…`. */
export function readWhatsapp(content: string): WhatsappAction | null {
  const text = content.trim();
  const url = whatsappUrl(text);
  if (!url) return chatWith(text, "");
  const path = url.pathname.replace(/^\/(?:send\/?)?/, "");
  // In a web URL a plus is a space. URLSearchParams takes quadratic time.
  const query = queryOf(url.search.slice(1).replaceAll("+", " "));
  const number = query.get("phone") ?? (/^(?:\+|%2B)?[\d-]*$/i.test(path) ? path : null);
  if (number !== null) return chatWith(decode(number).trim(), query.get("text") ?? "");
  const location = `https://${url.hostname}${url.pathname}${url.search}`;
  return { kind: "whatsapp", number: "", text: "", location };
}

function whatsappUrl(text: string): URL | null {
  const address = webAddress(
    text
      .replace(/^whatsapp:\/\/(?=send)/i, "https://api.whatsapp.com/")
      .replace(/^(?=(?:wa\.me|api\.whatsapp\.com)\/)/i, "https://"),
  );
  const url = address === null ? null : new URL(address);
  return url && /^(?:wa\.me|(?:.+\.)?whatsapp\.com)$/.test(url.hostname) ? url : null;
}

function chatWith(text: string, message: string): WhatsappAction | null {
  // A link may have only a text: the sender chooses the recipient.
  if (text === "" && message !== "") {
    return { kind: "whatsapp", number: "", text: message, location: buildWhatsapp({ number: "", text: message }) };
  }
  const dialed = dialable(text);
  const digits = dialed?.replace(/^(?:\+|00)/, "");
  if (!digits || !/^\d{5,20}$/.test(digits)) return null;
  const number = shownNumber(dialed === digits ? `+${text}` : text);
  return { kind: "whatsapp", number, text: message, location: buildWhatsapp({ number: digits, text: message }) };
}
