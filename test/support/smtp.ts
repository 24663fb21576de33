/** A mail server that keeps what it receives. */
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { eventually } from "./eventually.ts";

export interface ReceivedMail {
  to: string[];
  id: string;
  subject: string;
  text: string;
  html: string;
  headers: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** Waits for the next mail that has not been returned yet. */
  next(): Promise<ReceivedMail>;
  close(): Promise<void>;
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let read = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, ...parse(Buffer.concat(chunks).toString("utf8")) });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    next: () =>
      eventually(() => {
        const mail = received[read];
        if (!mail) throw new Error("No mail yet.");
        read += 1;
        return mail;
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const unfold = (head: string): string => head.replace(/\r\n[ \t]+/g, " ");
const headerOf = (head: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";

function cut(part: string): [head: string, body: string] {
  const at = part.indexOf("\r\n\r\n");
  return [unfold(part.slice(0, at)), part.slice(at + 4)];
}

const quoted = (text: string): string =>
  Buffer.from(
    text.replace(/=\r\n/g, "").replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

/** The body of a part, and encoded words of a header. */
function decode(head: string, body: string): string {
  const encoding = headerOf(head, "Content-Transfer-Encoding").toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return (encoding === "quoted-printable" ? quoted(body) : body).replaceAll("\r\n", "\n");
}

const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind, word) =>
      kind.toUpperCase() === "B" ? Buffer.from(word, "base64").toString("utf8") : quoted(word.replaceAll("_", " ")),
    );

function parse(source: string): Omit<ReceivedMail, "to"> {
  const [head, body] = cut(source);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = body.split(`--${boundary}`).map((part) => cut(part.replace(/^\r\n/, "")));
  const part = (type: string) => {
    const [partHead, partBody] = parts.find(([given]) => headerOf(given, "Content-Type").startsWith(type)) ?? ["", ""];
    return decode(partHead, partBody);
  };
  const [subject, id] = [decodeWords(headerOf(head, "Subject")), headerOf(head, "Message-ID")];
  return { subject, id, text: part("text/plain"), html: part("text/html"), headers: head };
}
