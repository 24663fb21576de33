import type { Clock } from "../shared/clock.ts";
import { startWorker } from "../shared/worker.ts";
import type { Store } from "../store/store.ts";
import type { QueuedMail } from "./mail.ts";
import type { Message } from "./message.ts";
import { isFinal, reasonOf, type Transport } from "./transport.ts";

export interface MailTiming {
  /** How often the database is asked for mail that other nodes queued or could not send. */
  lookMs: number;
  /** After the first failure, the second, and so on; the last one from then on. */
  pausesMs: readonly number[];
}

export interface MailerOptions {
  store: Pick<Store, "mails">;
  clock: Clock;
  /** Undefined while no mail server is set: mail waits. */
  transport: () => Transport | undefined;
  /** Null: nothing is to be sent after all. */
  compose: (mail: QueuedMail) => Promise<Message | null>;
  onProblem: (problem: MailProblem) => void;
  onError: (error: unknown) => void;
  timing?: Partial<MailTiming> | undefined;
}

export interface MailProblem {
  kind: string;
  reason: string;
  /** False: it is sent again later. */
  isGivenUp: boolean;
}

export type Mailer = ReturnType<typeof startMailer>;

const MINUTE = 60_000;
const DEFAULTS: MailTiming = { lookMs: 5_000, pausesMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE] };
/** Far longer than one attempt takes: after it, the node that claimed the mail has crashed. */
const CLAIM_MS = 10 * MINUTE;

/**
 * Sends queued mail, one at a time on each node. A mail is claimed before it is sent and deleted afterwards. Only after
 * a crash in between is it sent again, with the same Message-ID.
 */
export function startMailer({ store, clock, transport, compose, onProblem, onError, timing }: MailerOptions) {
  const { mails } = store;
  const { lookMs, pausesMs } = { ...DEFAULTS, ...timing };
  const totals = { sent: 0, failed: 0, dropped: 0 };
  const { wake, stop } = startWorker({ everyMs: lookMs, round: sendDue, onError });

  async function sendDue(isStopping: () => boolean): Promise<void> {
    while (!isStopping() && (await sendNext()));
  }

  /** False if no mail is due. */
  async function sendNext(): Promise<boolean> {
    const sender = transport();
    const mail = sender && (await mails.claim(CLAIM_MS));
    if (!mail) return false;
    const message = mail.expiresAt > clock.now() ? await compose(mail) : null;
    if (message === null) {
      totals.dropped += 1;
      await mails.remove(mail.id);
      return true;
    }
    try {
      await sender.send(mail.id, mail.recipient, message);
      totals.sent += 1;
    } catch (error) {
      totals.failed += 1;
      const pause = pausesMs[Math.min(mail.tries, pausesMs.length) - 1]!;
      const isGivenUp = isFinal(error) || clock.now() + pause >= mail.expiresAt;
      onProblem({ kind: mail.kind, reason: reasonOf(error), isGivenUp });
      if (!isGivenUp) {
        await mails.postpone(mail, pause);
        return true;
      }
    }
    await mails.remove(mail.id);
    return true;
  }

  return { totals: () => ({ ...totals }), wake, stop };
}
