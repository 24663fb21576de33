import { randomUUID } from "node:crypto";
import { Counter, Gauge, type Registry } from "prom-client";
import type { MailSettings } from "../settings/rules.ts";
import type { Settings } from "../settings/service.ts";
import type { Clock } from "../shared/clock.ts";
import { DAY_MS } from "../shared/days.ts";
import { withTimeout } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";
import type { QueuedMail } from "./mail.ts";
import { type Mailer, type MailProblem, type MailTiming, startMailer } from "./mailer.ts";
import { composeMessage, type MailContent, type Reader } from "./message.ts";
import { createTransport, type Transport } from "./transport.ts";

/** Mails with a link to a password. It is created when the mail is sent, so that the queue holds no way in. */
export type PasswordMail = "reset" | "account";
export type QueuedContent =
  | Exclude<MailContent, { kind: PasswordMail | "test" }>
  | { kind: "reset" }
  | { kind: "account" };

export interface MailParts {
  settings: Pick<Settings, "mail" | "baseUrl">;
  store: Store;
  clock: Clock;
  metrics: Registry;
  /** A link to choose a password; null if there is no such account. */
  passwordLink: (email: string, kind: PasswordMail) => Promise<string | null>;
  onProblem: (problem: MailProblem) => void;
  onError: (error: unknown) => void;
  timing?: Partial<MailTiming> | undefined;
}

export type Mail = ReturnType<typeof startMail>;

/** A mail is worth nothing when its link has expired; a link to join lasts a week, but nobody waits that long. */
const LIFETIME_MS = { reset: 3_600_000, account: DAY_MS, invitation: DAY_MS, device: DAY_MS } as const;

/** Shorter than a request may stay silent. */
const TEST_MS = 10_000;

/** Assembles mail: the queue, its sender and the texts. Without a mail server nothing is queued. */
export function startMail({ settings, store, clock, metrics, passwordLink, timing, ...on }: MailParts) {
  let made: { settings: MailSettings; transport: Transport } | undefined;

  /** Another one after the settings have changed. */
  function transport(): Transport | undefined {
    const now = settings.mail();
    if (now && now !== made?.settings) made = { settings: now, transport: createTransport(now) };
    return now && made?.transport;
  }

  async function contentOf({ kind, recipient, data }: QueuedMail): Promise<MailContent | null> {
    const content = { kind, ...JSON.parse(data) } as QueuedContent;
    if (content.kind !== "reset" && content.kind !== "account") return content;
    const link = await passwordLink(recipient, content.kind);
    return link === null ? null : { kind: content.kind, link };
  }

  async function compose(mail: QueuedMail) {
    const content = await contentOf(mail);
    return content && composeMessage(content, { email: mail.recipient, language: mail.language }, settings.baseUrl());
  }

  const mailer = startMailer({ store, clock, transport, compose, timing, ...on });
  exposeMailMetrics(metrics, mailer, store, clock);

  return {
    get isOn(): boolean {
      return settings.mail() !== undefined;
    },

    /** Queues a mail and returns; it is sent in the background. */
    async send({ email, language }: Reader, { kind, ...data }: QueuedContent): Promise<void> {
      if (!settings.mail()) return;
      const createdAt = clock.now();
      await store.mails.add({
        id: randomUUID(),
        kind,
        recipient: email,
        language,
        data: JSON.stringify(data),
        createdAt,
        expiresAt: createdAt + LIFETIME_MS[kind],
      });
      mailer.wake();
    },

    /** Sends a test message now. Returns the mail server's error; null if it accepted the message. */
    async test(reader: Reader): Promise<string | null> {
      const sender = transport();
      if (!sender) return "No mail server is set.";
      try {
        const message = composeMessage({ kind: "test" }, reader, settings.baseUrl());
        await withTimeout(sender.send(randomUUID(), reader.email, message), TEST_MS);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },

    stop: mailer.stop,
  };
}

function exposeMailMetrics(registry: Registry, mailer: Mailer, store: Store, clock: Clock): void {
  const registers = [registry];
  new Counter({
    name: "tessera_mails_total",
    help: "Attempts of this node to send mail, by outcome. Dropped: expired, or nothing to send.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(mailer.totals())) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: "tessera_mail_waiting_seconds",
    help: "Age of the oldest unsent mail, on any node.",
    registers,
    async collect() {
      // While the database is unavailable, the last value stays.
      const oldest = await store.mails.oldest().catch(() => undefined);
      if (oldest !== undefined) this.set(oldest === null ? 0 : Math.max(0, (clock.now() - oldest) / 1000));
    },
  });
}
