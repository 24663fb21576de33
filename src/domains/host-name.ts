import { isIP } from "node:net";
import { domainToASCII } from "node:url";

/** The TXT record that proves a host has this name below it. */
const RECORD_LABEL = "_tessera";
/** Of a DNS name; the record's name is longer. */
const MAX_CHARACTERS = 253 - RECORD_LABEL.length - 1;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

export const recordName = (host: string): string => `${RECORD_LABEL}.${host}`;

/** The host name as DNS and browsers write it, in ASCII and lower case, or what is wrong with the text. */
export function readHostName(text: string): { host: string } | { problem: string } {
  const typed = text.trim().replace(/\.$/, "");
  if (typed.includes("*")) return { problem: "must be one name, without a wildcard (*)" };
  if (/[/?#@\\\s]/.test(typed)) {
    return { problem: "must be only the host name, such as go.example.com, without https:// and without a path" };
  }
  if (isIP(typed.replace(/^\[|\]$/g, "")) !== 0) return { problem: "must be a host name, not an IP address" };
  if (typed.includes(":")) return { problem: "must not have a port: links use the usual one" };
  // Maps letters of all scripts, full width and upper case as browsers do; empty if it cannot.
  const host = domainToASCII(typed);
  const labels = host.split(".");
  if (host === "" || !labels.every((label) => LABEL.test(label))) {
    return {
      problem:
        "must be a host name such as go.example.com: letters, digits and hyphens, in parts of up to 63 characters",
    };
  }
  if (host.length > MAX_CHARACTERS) return { problem: `must have at most ${MAX_CHARACTERS} characters` };
  if (labels.length < 2) return { problem: "must have at least two parts, such as go.example.com" };
  // Browsers read a name that ends in a number as an IPv4 address, or refuse it.
  if (/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1)!)) return { problem: "must be a host name, not an IP address" };
  if (labels.at(-1) === "localhost") return { problem: "must be a name that other machines can look up" };
  return { host };
}

/** The Host header of a request as a key for look-ups: lower case, without port and final dot. */
export const plainHost = (header: string): string => header.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
