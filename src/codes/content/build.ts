/** Builds contents from form fields. No Node APIs: the dashboard imports this. */

import type { WifiSecurity } from "./action.ts";
import { dialable } from "./phone.ts";
import { encode } from "./uri.ts";

export { buildVcard } from "./build-vcard.ts";

export interface WifiFields {
  ssid: string;
  password?: string;
  security: WifiSecurity;
  hidden?: boolean;
  identity?: string;
  anonymousIdentity?: string;
  eapMethod?: string;
  phase2?: string;
}

/** `WIFI:T:…;S:…;P:…;;`, without empty fields. */
export function buildWifi(network: WifiFields): string {
  const fields: [string, string | undefined][] = [
    ["T", network.security],
    ["E", network.eapMethod],
    ["PH2", network.phase2],
    ["A", network.anonymousIdentity],
    ["I", network.identity],
    ["S", network.ssid],
    ["P", network.security === "nopass" ? "" : network.password],
    ["H", network.hidden ? "true" : ""],
  ];
  const written = fields.map(([name, value]) => (value ? `${name}:${value.replace(/[\\;,:"]/g, "\\$&")};` : ""));
  return `WIFI:${written.join("")};`;
}

/** Keeps the grouping of the digits with hyphens, the separators of RFC 3966. */
export function buildPhone(number: string): string {
  const grouped = number.replace(/(?<=[\p{Nd})])\p{Zs}+(?=[\p{Nd}(])/gu, "-");
  return `tel:${grouped.replace(/\p{Zs}/gu, "").replaceAll("#", "%23")}`;
}

export interface MailFields {
  to: string;
  cc?: string;
  bcc?: string;
  subject?: string;
  body?: string;
}

export function buildMail({ to, cc = "", bcc = "", subject = "", body = "" }: MailFields): string {
  // RFC 6068 requires CRLF in the body, and unencoded `,` and `@` in addresses.
  const addresses = (list: string) => encode(list).replaceAll("%2C", ",").replaceAll("%40", "@");
  const query = [
    cc && `cc=${addresses(cc)}`,
    bcc && `bcc=${addresses(bcc)}`,
    subject && `subject=${encode(subject.replace(/\p{Cc}+/gu, " "))}`,
    body && `body=${encode(body.replace(/\r\n?|\n/g, "\r\n"))}`,
  ].filter((part) => part !== "");
  return `mailto:${addresses(to)}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

export interface MessageFields {
  number: string;
  text?: string;
}

/** The form that both iPhone and Android cameras read. */
export function buildSms({ number, text = "" }: MessageFields): string {
  return `SMSTO:${number}${text === "" ? "" : `:${text}`}`;
}

export function buildWhatsapp({ number, text = "" }: MessageFields): string {
  const digits = (dialable(number) ?? number).replace(/\D/g, "").replace(/^00/, "");
  return `https://wa.me/${digits}${text === "" ? "" : `?text=${encode(text)}`}`;
}

export interface GeoFields {
  latitude: number;
  longitude: number;
  label?: string;
  /** Becomes a line of its own in the label: `geo:` has no field for it, and phones show a label as it is. */
  address?: string;
}

export function buildGeo({ latitude, longitude, label = "", address = "" }: GeoFields): string {
  const at = `${degrees(latitude)},${degrees(longitude)}`;
  const named = [label, address].filter((line) => line !== "").join("\n");
  return named === "" ? `geo:${at}` : `geo:${at}?q=${at}(${encode(named)})`;
}

/** A plain decimal with centimetre precision, never in exponent form. */
export function degrees(value: number): string {
  return value
    .toFixed(7)
    .replace(/\.?0+$/, "")
    .replace(/^-0$/, "0");
}
