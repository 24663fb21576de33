import { withoutEnd } from "../../shared/text.ts";
import type { WifiAction, WifiSecurity } from "./action.ts";
import { buildWifi } from "./build.ts";

/** The fields of `WIFI:T:…;S:…;;`. A backslash makes the next character plain. */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const [field] of text.matchAll(/(?:\\[\s\S]|[^\\;])+/g)) {
    const cut = field.indexOf(":");
    if (cut < 1) return null;
    const name = field.slice(0, cut).trim().toUpperCase();
    if (!fields.has(name)) fields.set(name, plain(field.slice(cut + 1)));
  }
  return fields;
}

/** Quotes around a value only say that it is no hexadecimal number. */
function plain(value: string): string {
  const quoted = /^"((?:\\[\s\S]|[^\\"])*)"$/.exec(value);
  return (quoted ? quoted[1]! : value).replace(/\\([\s\S])/g, "$1");
}

/** The many names in use, as the few that phones know; null for an unknown one. */
function securityOf(name: string, password: string): WifiSecurity | null {
  const word = name.trim().toUpperCase();
  if (word === "") return password === "" ? "nopass" : "WPA";
  if (/^(?:NOPASS|NONE|OPEN|OWE)$/.test(word)) return "nopass";
  if (/^WPA.*(?:EAP|ENTERPRISE)$/.test(word)) return "WPA2-EAP";
  if (/^(?:SAE|WPA3(?:-?(?:SAE|PSK|PERSONAL))?)$/.test(word)) return "SAE";
  if (/^(?:WPA|PSK|RSN)[\w/ +-]*$/.test(word)) return "WPA";
  return word === "WEP" ? "WEP" : null;
}

export function readWifi(content: string): WifiAction | null {
  const scheme = /^\s*WIFI:/i.exec(content);
  const fields = scheme && fieldsOf(withoutEnd(content.slice(scheme[0].length), "\r\n"));
  const ssid = fields?.get("S") ?? "";
  if (!fields || ssid === "") return null;
  const security = securityOf(fields.get("T") ?? "", fields.get("P") ?? "");
  if (!security) return null;
  const network = {
    ssid,
    security,
    password: security === "nopass" ? "" : (fields.get("P") ?? ""),
    hidden: /^(?:true|1|yes)$/i.test(fields.get("H")?.trim() ?? ""),
    identity: fields.get("I") ?? "",
    anonymousIdentity: fields.get("A") ?? "",
    eapMethod: fields.get("E") ?? "",
    phase2: fields.get("PH2") ?? "",
  };
  const { anonymousIdentity, eapMethod, phase2, ...shown } = network;
  return { kind: "wifi", ...shown, join: buildWifi(network) };
}
