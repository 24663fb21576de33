import { Socket } from "node:net";
import type { MailSettings } from "../settings/rules.ts";
import { withTimeout } from "../shared/timeout.ts";
import type { Message } from "./message.ts";

export type Transport = ReturnType<typeof createTransport>;

/** For each of: name look-up, connection, greeting, silence. */
const TIMEOUT_MS = 8_000;
/** For a whole message: a server may keep answering without an end. */
const DEADLINE_MS = 60_000;

/** Sends mail by SMTP. nodemailer is loaded with the first message. */
export function createTransport({ smtp, from }: MailSettings, { deadlineMs = DEADLINE_MS } = {}) {
  const { host, port, secure, requireTls, user, password } = smtp;

  async function connect(socket: Socket) {
    const nodemailer = await import("nodemailer");
    return nodemailer.createTransport({
      host,
      port,
      secure,
      socket,
      requireTLS: requireTls,
      ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
      dnsTimeout: TIMEOUT_MS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // A message has no files or addresses to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    /** Resolves when the server has accepted the message. A repetition has the same id, so that receivers can tell. */
    async send(id: string, to: string, message: Message): Promise<void> {
      const socket = new Socket();
      const transporter = await connect(socket);
      const sender = from.slice(from.lastIndexOf("@") + 1).replace(">", "");
      const sent = transporter.sendMail({
        from,
        to: { name: "", address: to },
        ...message,
        messageId: `<${id}@${sender}>`,
        // RFC 3834: keeps auto-replies away.
        headers: { "Auto-Submitted": "auto-generated" },
      });
      try {
        await withTimeout(sent, deadlineMs, `The mail server took longer than ${deadlineMs / 1000} seconds.`);
      } catch (error) {
        socket.destroy();
        throw error;
      }
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

/**
 * The server refused the recipient or the message for good. Everything else may work later: a refused password or
 * sender is a setting that the operator corrects.
 */
export function isFinal(error: unknown): boolean {
  const { code, command, permanent } = error as SmtpError;
  return Boolean(permanent) && command !== "MAIL FROM" && (code === "EENVELOPE" || code === "EMESSAGE");
}

/** For the log: a server's response may contain the recipient's address. */
export function reasonOf(error: unknown): string {
  const { message, command, responseCode } = error as SmtpError;
  return responseCode === undefined ? message : `${command} was answered with ${responseCode}`;
}
