import type { MailAction } from "./action.ts";
import { buildMail } from "./build.ts";
import { fieldsOf, plainValue } from "./fields.ts";
import { decode, queryOf } from "./uri.ts";

const ADDRESS = /^[^\s@<>()[\],:;"\\\p{Cc}]+@(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]{2,}$/u;

export function isAddress(text: string): boolean {
  return text.length <= 320 && ADDRESS.test(text);
}

/** A normalised comma-separated list of addresses, or null if one is invalid. */
function addressList(text: string): string | null {
  const addresses = text
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address !== "");
  return addresses.every(isAddress) ? addresses.join(",") : null;
}

/** An address, `mailto:…` or `MATMSG:TO:…;SUB:…;BODY:…;;`. */
export function readMail(content: string): MailAction | null {
  const matmsg = /^\s*MATMSG:/i.exec(content);
  if (matmsg) return readMatmsg(content.slice(matmsg[0].length));
  const scheme = /^\s*mailto:/i.exec(content);
  if (!scheme) {
    const to = content.trim();
    return isAddress(to) ? mailTo(to, "", "", "", "") : null;
  }
  const [, path = "", query = ""] = /^([^?]*)\??([\s\S]*)$/.exec(content.slice(scheme[0].length))!;
  const found = queryOf(query);
  const to = addressList(`${decode(path)},${found.get("to") ?? ""}`);
  const cc = addressList(found.get("cc") ?? "");
  const bcc = addressList(found.get("bcc") ?? "");
  if (to === null || cc === null || bcc === null) return null;
  const subject = oneLine(found.get("subject") ?? "");
  const body = withPlainBreaks(found.get("body") ?? "");
  return to + cc + bcc + subject + body === "" ? null : mailTo(to, cc, bcc, subject, body);
}

function readMatmsg(text: string): MailAction | null {
  const fields = fieldsOf(text);
  const one = (name: string) => plainValue(fields?.find((field) => field.name === name)?.value ?? "");
  const to = addressList(one("TO"));
  if (!to) return null;
  return mailTo(to, "", "", oneLine(one("SUB")), withPlainBreaks(one("BODY")));
}

/** A line break in the subject would inject a header. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ");

const withPlainBreaks = (text: string): string => text.replace(/\r\n?/g, "\n");

function mailTo(to: string, cc: string, bcc: string, subject: string, body: string): MailAction {
  const parts = { to, cc, bcc, subject, body };
  return { kind: "mail", ...parts, href: buildMail(parts) };
}
