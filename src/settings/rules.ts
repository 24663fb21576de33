/** Settings that the environment or an administrator can set: what is accepted, in one place for both. */
import { isIP } from "node:net";
import { withoutEnd } from "../shared/text.ts";

interface Rule<T> {
  /** Completes "must be …". */
  accepts: string;
  /** Null if the text is not accepted. */
  read: (text: string) => T | null;
}

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the start (smtps:). Otherwise STARTTLS if the server offers it. */
  secure: boolean;
  /** Refuse to continue without TLS. */
  requireTls: boolean;
  user: string | undefined;
  password: string | undefined;
}

export interface MailSettings {
  smtp: SmtpSettings;
  from: string;
}

export const BASE_URL: Rule<string> = {
  accepts: "an http or https URL without a query, such as https://qr.example.com or https://example.com/qr",
  read(text) {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol)) return null;
    if (url.search || url.hash || url.username || url.password) return null;
    // The path is used in pages and cookies, so only plain characters are allowed.
    if (!/^(?:\/[\w.~%-]+)*\/?$/.test(url.pathname)) return null;
    return withoutEnd(url.href, "/");
  },
};

export const SMTP_URL: Rule<SmtpSettings> = {
  accepts:
    "a URL such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start (in a password write / ? # @ % as %2F %3F %23 %40 %25)",
  read: readSmtpUrl,
};

const SENDER = /^(?:[^<>"@,;\\\p{Cc}]+ <([^<>]+)>|([^<>]+))$/u;

export const MAIL_FROM: Rule<string> = {
  accepts: "an address such as qr@example.com or Tessera <qr@example.com>",
  read(text) {
    const [, named, bare] = SENDER.exec(text) ?? [];
    return /^[^@\s,;:"()]+@[\w.-]*\w$/.test(named ?? bare ?? "") ? text : null;
  },
};

/** Credentials are sent only over TLS or within this machine. */
function readSmtpUrl(text: string): SmtpSettings | null {
  const url = URL.parse(text);
  const secure = url?.protocol === "smtps:";
  if (!url?.hostname || (!secure && url.protocol !== "smtp:")) return null;
  if (url.search || url.hash || url.pathname.replace("/", "")) return null;
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === null || password === null || (password && !user)) return null;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isHere = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTls: !secure && user !== "" && !isHere,
    user: user || undefined,
    password: password || undefined,
  };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
