/** What signing in has in common, whatever the means: attempts, the browser, and confirming a change. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Mail } from "../mail/index.ts";
import { Refusal, readerOf, tooMany } from "../server/refusal.ts";
import { networkOf } from "../shared/addresses.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid } from "../shared/errors.ts";
import type { User } from "../workspaces/people.ts";
import type { Workspaces } from "../workspaces/service.ts";
import { type PasswordQueue, PasswordQueueFull } from "./password-queue.ts";
import type { Accounts } from "./service.ts";
import { deviceOf } from "./session.dashboard.ts";
import type { Devices, SignInThrottle, Try } from "./sign-in-throttle.ts";

interface EntranceParts {
  accounts: Accounts;
  workspaces: Workspaces;
  device: DeviceCookie;
  mail: Mail;
  clock: Clock;
}

/** What follows every successful sign-in, by whatever means. */
export function createEntrance({ accounts, workspaces, device, mail, clock }: EntranceParts) {
  /** Not at the first sign-in, and never a reason to fail. */
  async function tellOfDevice(request: FastifyRequest, user: User): Promise<void> {
    if (!mail.isOn || user.lastSeenAt === null) return;
    try {
      const zone = (await workspaces.list(user.id))[0]?.zone ?? "UTC";
      const content = { device: deviceOf(request), at: clock.now(), zone };
      await mail.send(readerOf(user.email, request), { kind: "device", ...content });
    } catch (err) {
      request.log.error({ err }, "no mail about a new device");
    }
  }

  return {
    /** The mark of a browser that signed in to the account before. */
    markOf: device.read,

    /** Remembers the browser, and mails the user if it is new. Throws if the user is suspended. */
    async admit(request: FastifyRequest, reply: FastifyReply, email: string): Promise<void> {
      const user = await accounts.findByEmail(email);
      if (!user || user.suspended) {
        reply.removeHeader("Set-Cookie");
        if (user) await accounts.endSessions(user.id);
        throw new Refusal("suspended", "This account is suspended. Ask your administrator.");
      }
      if (device.read(request, user.email) === null) await tellOfDevice(request, user);
      device.send(reply, user.email);
    },
  };
}

const BUSY_SECONDS = 5;

type Attempts = ReturnType<typeof createAttempts>;

/** Everything that hashes a password goes through here: a fair queue by network, then a rate limit. */
export function createAttempts(queue: PasswordQueue, addressOf: (request: FastifyRequest) => string) {
  return {
    /**
     * Waits for its network's turn, then runs the work if an attempt is left. A true result gives the attempt back.
     * Attempts are taken after the queue, so that a flood uses few database connections.
     */
    async run(
      request: FastifyRequest,
      take: (() => Promise<Try>) | null,
      work: () => Promise<boolean>,
    ): Promise<boolean> {
      const attempt = async (): Promise<boolean> => {
        const taken = await take?.();
        if (taken?.wait) throw tooMany(taken.wait);
        const right = await work();
        if (right && taken && "giveBack" in taken) await taken.giveBack();
        return right;
      };
      try {
        return await queue.run(networkOf(addressOf(request)), attempt);
      } catch (error) {
        if (!(error instanceof PasswordQueueFull)) throw error;
        const message = "Too many users sign in at this moment. Please try again in some seconds.";
        throw new Refusal("busy", message, BUSY_SECONDS);
      }
    },
  };
}

const NAME = "tessera.device";
const YEAR_SECONDS = 365 * 86_400;
const COOKIE = /(?:^|;\s*)tessera\.device=([\w.~-]+)/;
const MAX_ACCOUNTS = 5;

/** A cookie with the last accounts of this browser. It grants no access. */
export function createDeviceCookie(devices: Devices, prefixOf: (request: FastifyRequest) => string, basePath: string) {
  const marksIn = ({ headers }: FastifyRequest): string[] => COOKIE.exec(headers.cookie ?? "")?.[1]?.split("~") ?? [];

  return {
    read(request: FastifyRequest, account: string): string | null {
      const marks = marksIn(request).map((mark) => devices.read(account, mark));
      return marks.find((mark) => mark !== null) ?? null;
    },

    send(reply: FastifyReply, account: string): void {
      const others = marksIn(reply.request).filter((mark) => devices.read(account, mark) === null);
      const marks = [devices.issue(account), ...others].slice(0, MAX_ACCOUNTS).join("~");
      const attributes = `Path=${basePath}/api/dashboard; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
      const value = `${NAME}=${marks}; ${attributes}${prefixOf(reply.request) === "" ? "" : "; Secure"}`;
      reply.header("Set-Cookie", value);
    },
  };
}

type DeviceCookie = ReturnType<typeof createDeviceCookie>;

const RECENT_MS = 15 * 60_000;

interface ConfirmationParts {
  accounts: Accounts;
  throttle: SignInThrottle;
  attempts: Attempts;
  clock: Clock;
}

/** Before a change of how somebody signs in: throws unless the password is right. `field` is the one to blame. */
export const createConfirmation =
  ({ accounts, throttle, attempts, clock }: ConfirmationParts) =>
  async (request: FastifyRequest, password: string | undefined, field = "password"): Promise<void> => {
    const { id, email } = request.sessionUser!;
    if (!(await accounts.hasPassword(id))) {
      if (clock.now() - request.session!.createdAt < RECENT_MS) return;
      throw new Refusal("not_recent", "Sign out and sign in again, then repeat this within 15 minutes.");
    }
    const take = () => throttle.takeChange(id);
    // Passwords are checked one after another.
    if (await attempts.run(request, take, () => accounts.isPassword(email, password ?? ""))) return confirmRights();
    const message = field === "current" ? "This is not your current password." : "This is not your password.";
    throw invalid([{ field, message }], message);
  };
