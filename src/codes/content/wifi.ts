import { withoutEnd } from "../../shared/text.ts";
import type { WifiAction, WifiSecurity } from "./action.ts";
import { buildWifi } from "./build.ts";
import { fieldsOf, plainValue } from "./fields.ts";

/** The first of repeated fields counts. */
function firstOfEach(text: string): Map<string, string> | null {
  const fields = fieldsOf(text);
  return fields && new Map(fields.reverse().map(({ name, value }) => [name, plain(value)]));
}

/** Quotes only mark a value as not hexadecimal. */
function plain(value: string): string {
  const quoted = /^"((?:\\[\s\S]|[^\\"])*)"$/.exec(value);
  return plainValue(quoted ? quoted[1]! : value);
}

/** Maps the many names in use to the few that phones know; null for an unknown one. */
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
  const fields = scheme && firstOfEach(withoutEnd(content.slice(scheme[0].length), "\r\n"));
  const ssid = fields?.get("S") ?? "";
  if (!fields || ssid === "") return null;
  const security = securityOf(fields.get("T") ?? "", fields.get("P") ?? "");
  const password = security === "nopass" ? "" : (fields.get("P") ?? "");
  if (!security || (security !== "nopass" && password === "")) return null;
  const network = {
    ssid,
    security,
    password,
    hidden: /^(?:true|1|yes)$/i.test(fields.get("H")?.trim() ?? ""),
    identity: fields.get("I") ?? "",
    anonymousIdentity: fields.get("A") ?? "",
    eapMethod: fields.get("E") ?? "",
    phase2: fields.get("PH2") ?? "",
  };
  const { anonymousIdentity, eapMethod, phase2, ...shown } = network;
  return { kind: "wifi", ...shown, join: buildWifi(network) };
}
