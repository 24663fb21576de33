import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { LiveStreams } from "../insights/live.dashboard.ts";
import type { Mail } from "../mail/index.ts";
import { Refusal, readerOf, tooMany } from "../server/refusal.ts";
import type { Server } from "../server/server.ts";
import type { Settings } from "../settings/service.ts";
import { networkOf } from "../shared/addresses.ts";
import type { Clock } from "../shared/clock.ts";
import type { User } from "../workspaces/people.ts";
import type { Workspaces } from "../workspaces/service.ts";
import type { AccountLinks, LinkTarget } from "./account-links.ts";
import type { OidcAuth } from "./auth.ts";
import { type PasswordQueue, PasswordQueueFull } from "./password-queue.ts";
import type { Accounts } from "./service.ts";
import { deviceOf, type Entry, type Sessions } from "./session.dashboard.ts";
import type { Devices, SignInThrottle, Try } from "./sign-in-throttle.ts";

export interface SignInParts {
  accounts: Accounts;
  accountLinks: AccountLinks;
  throttle: SignInThrottle;
  attempts: Attempts;
  entrance: Entrance;
  sessions: Sessions;
  streams: LiveStreams;
  mail: Mail;
  oidc: OidcAuth | undefined;
  settings: Pick<Settings, "signUp">;
  addressOf: (request: FastifyRequest) => string;
}

const text = (maxLength = 500) => Type.String({ maxLength });
const Credentials = Type.Object({ email: text(), password: text() });
const accountOf = (email: string): string => email.trim().toLowerCase();

/** Routes that need no session. */
export function signInRoutes(server: Server, parts: SignInParts): void {
  const { accounts, accountLinks, throttle, attempts, entrance, sessions, streams, mail, oidc, settings, addressOf } =
    parts;
  interface Way {
    request: FastifyRequest;
    reply: FastifyReply;
    take: (() => Promise<Try>) | null;
    credentials: { email: string; password: string };
    /** Creates the account or sets its password. */
    first?: () => Promise<unknown>;
  }

  /** Signs in with a password: 204, or 200 if a code is needed too. */
  async function enter({ request, reply, take, credentials, first }: Way) {
    let entry: Entry = "wrong";
    await attempts.run(request, take, async () => {
      await first?.();
      entry = await sessions.start(request, reply, credentials.email, credentials.password);
      // Attempts to sign up count even if they succeed.
      return entry !== "wrong" && !first;
    });
    if ((entry as Entry) === "wrong") {
      throw new Refusal("sign_in_failed", "The email address or the password is not right.");
    }
    if ((entry as Entry) === "second-factor") return { needsCode: true };
    await entrance.admit(request, reply, accountOf(credentials.email));
    return reply.code(204).send();
  }

  server.get("/sign-in", async () => ({
    signup: await settings.signUp(),
    mail: mail.isOn,
    oidc: oidc?.name ?? null,
    needsSetUp: !(await accounts.hasAdmin()),
  }));

  server.post("/sign-in", { schema: { body: Credentials } }, async (request, reply) => {
    const { email, password } = request.body;
    const account = accountOf(email);
    const known = entrance.markOf(request, account);
    const take = () => throttle.take(account, addressOf(request), known);
    return enter({ request, reply, take, credentials: { email, password } });
  });

  server.post("/sign-up", { schema: { body: Credentials } }, async (request, reply) => {
    if ((await settings.signUp()) === "closed" || !(await accounts.hasAdmin())) {
      throw new Refusal("not_allowed", "New accounts are made by the administrator here.");
    }
    const take = () => throttle.takeSignUp(addressOf(request));
    const { email, password } = request.body;
    const first = () => accounts.add({ email, password, plan: "free", role: "member", emailVerified: false });
    return enter({ request, reply, take, credentials: { email, password }, first });
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
      const first = () => accountLinks.setUp(token, { name, email, password });
      return enter({ request, reply, take: null, credentials: { email, password }, first });
    },
  );

  server.post(
    "/reset",
    { schema: { body: Type.Object({ token: text(), password: text() }) } },
    async (request, reply) => {
      const { token, password } = request.body;
      const credentials = { email: "", password };
      const first = async () => {
        const user = await accountLinks.reset(token, password);
        credentials.email = user.email;
        streams.endOf(user.id);
      };
      return enter({ request, reply, take: null, credentials, first });
    },
  );

  // Known and unknown addresses are queued alike and looked up later, so neither answer nor time tells them apart.
  server.post("/forgot", { schema: { body: Type.Object({ email: text() }) } }, async (request, reply) => {
    if (!mail.isOn) throw new Refusal("not_allowed", "This service sends no mail. Ask your administrator for a link.");
    const email = accountOf(request.body.email);
    accounts.checkEmail(email);
    const { wait } = await throttle.takeReset(email, addressOf(request));
    if (wait > 0) throw tooMany(wait);
    await mail.send(readerOf(email, request), { kind: "reset" });
    return reply.code(204).send();
  });

  server.post("/sign-out", async (request, reply) => {
    const userId = await sessions.end(request, reply);
    if (userId !== null) streams.endOf(userId);
    return reply.code(204).send();
  });
}

interface EntranceParts {
  accounts: Accounts;
  workspaces: Workspaces;
  device: DeviceCookie;
  mail: Mail;
  clock: Clock;
}

export type Entrance = ReturnType<typeof createEntrance>;

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

const NAME = "tessera.device";
const YEAR_SECONDS = 365 * 86_400;
const COOKIE = /(?:^|;\s*)tessera\.device=([\w.~-]+)/;
const MOST_ACCOUNTS = 5;

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
      const marks = [devices.issue(account), ...others].slice(0, MOST_ACCOUNTS).join("~");
      const attributes = `Path=${basePath}/api/dashboard; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
      const value = `${NAME}=${marks}; ${attributes}${prefixOf(reply.request) === "" ? "" : "; Secure"}`;
      reply.header("Set-Cookie", value);
    },
  };
}

export type DeviceCookie = ReturnType<typeof createDeviceCookie>;
