import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { AccountLinks, LinkTarget } from "../../accounts/account-links.ts";
import { type PasswordQueue, PasswordQueueFull } from "../../accounts/password-queue.ts";
import type { Accounts } from "../../accounts/service.ts";
import type { Devices, SignInThrottle, Try } from "../../accounts/sign-in-throttle.ts";
import { networkOf } from "../../shared/addresses.ts";
import type { Server } from "../server/server.ts";
import type { LiveStreams } from "./live.ts";
import { Refusal } from "./refusal.ts";
import type { Sessions } from "./session.ts";

export interface SignInParts {
  accounts: Accounts;
  accountLinks: AccountLinks;
  throttle: SignInThrottle;
  attempts: Attempts;
  device: DeviceCookie;
  sessions: Sessions;
  streams: LiveStreams;
  signup: "closed" | "open";
  addressOf: (request: FastifyRequest) => string;
}

const text = (maxLength = 500) => Type.String({ maxLength });
const Credentials = Type.Object({ email: text(), password: text() });
const accountOf = (email: string): string => email.trim().toLowerCase();

/** Routes that need no session. */
export function signInRoutes(server: Server, parts: SignInParts): void {
  const { accounts, accountLinks, throttle, attempts, device, sessions, signup, addressOf } = parts;

  /** Starts a session and remembers the browser. False if the password is wrong. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    email: string,
    password: string,
  ): Promise<boolean> {
    if (!(await sessions.start(request, reply, email, password))) return false;
    device.send(reply, accountOf(email));
    return true;
  }

  server.get("/sign-in", async () => ({ signup, needsSetUp: !(await accounts.hasAdmin()) }));

  server.post("/sign-in", { schema: { body: Credentials } }, async (request, reply) => {
    const { email, password } = request.body;
    const account = accountOf(email);
    const known = device.read(request, account);
    const take = () => throttle.take(account, addressOf(request), known);
    const right = await attempts.run(request, take, () => enter(request, reply, email, password));
    if (!right) {
      throw new Refusal("sign_in_failed", "The email address or the password is not right.");
    }
    const user = await accounts.findByEmail(email);
    if (user?.suspended) {
      reply.removeHeader("Set-Cookie");
      await accounts.endSessions(user.id);
      throw new Refusal("suspended", "This account is suspended. Ask your administrator.");
    }
    return reply.code(204).send();
  });

  server.post("/sign-up", { schema: { body: Credentials } }, async (request, reply) => {
    if (signup === "closed" || !(await accounts.hasAdmin())) {
      throw new Refusal("not_allowed", "New accounts are made by the administrator here.");
    }
    const take = () => throttle.takeSignUp(addressOf(request));
    const { email, password } = request.body;
    await attempts.run(request, take, async () => {
      await accounts.add({ email, password, plan: "free", role: "member" });
      await enter(request, reply, email, password);
      // Failed attempts count too.
      return false;
    });
    return reply.code(204).send();
  });

  // The page checks a link before showing its form. The token is sent in the body, which is never logged.
  const checks = { "set-up": accountLinks.checkSetUp, reset: accountLinks.checkReset };
  const Link = Type.Object({
    kind: Type.Unsafe<keyof typeof checks>({ type: "string", enum: Object.keys(checks) }),
    token: text(),
  });
  server.post("/link", { schema: { body: Link } }, async (request): Promise<LinkTarget> => {
    const { kind, token } = request.body;
    let target: LinkTarget | undefined;
    await attempts.run(
      request,
      () => throttle.takeLink(addressOf(request)),
      async () => {
        target = await checks[kind](token);
        return true;
      },
    );
    return target!;
  });

  server.post(
    "/set-up",
    {
      schema: {
        body: Type.Object({ token: text(), name: Type.Optional(text(100)), email: text(), password: text() }),
      },
    },
    async (request, reply) => {
      const { token, name, email, password } = request.body;
      await attempts.run(request, null, async () => {
        await accountLinks.setUp(token, { name, email, password });
        return enter(request, reply, email, password);
      });
      return reply.code(204).send();
    },
  );

  server.post(
    "/reset",
    { schema: { body: Type.Object({ token: text(), password: text() }) } },
    async (request, reply) => {
      const { token, password } = request.body;
      await attempts.run(request, null, async () => {
        const user = await accountLinks.reset(token, password);
        return !user.suspended && enter(request, reply, user.email, password);
      });
      return reply.code(204).send();
    },
  );

  server.post("/sign-out", async (request, reply) => {
    const userId = await sessions.end(request, reply);
    if (userId !== null) parts.streams.endOf(userId);
    return reply.code(204).send();
  });
}

const BUSY_SECONDS = 5;

export type Attempts = ReturnType<typeof createAttempts>;

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

function tooMany(wait: number): Refusal {
  const minutes = Math.ceil(wait / 60);
  const span = minutes === 1 ? "a minute" : `${minutes} minutes`;
  const message = `Too many tries. Please wait ${span} and try again.`;
  return new Refusal("too_many_attempts", message, wait);
}

const NAME = "tessera.device";
const YEAR_SECONDS = 365 * 86_400;
const COOKIE = /(?:^|;\s*)tessera\.device=([\w.-]+)/;

/** A cookie with the last account of this browser. It grants no access. */
export function createDeviceCookie(devices: Devices, { https, basePath }: { https: boolean; basePath: string }) {
  return {
    read: (request: FastifyRequest, account: string): string | null =>
      devices.read(account, COOKIE.exec(request.headers.cookie ?? "")?.[1]),

    send(reply: FastifyReply, account: string): void {
      const attributes = `Path=${basePath}/api/dashboard; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
      const value = `${NAME}=${devices.issue(account)}; ${attributes}${https ? "; Secure" : ""}`;
      reply.header("Set-Cookie", value);
    },
  };
}

export type DeviceCookie = ReturnType<typeof createDeviceCookie>;
