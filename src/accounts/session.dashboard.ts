import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../server/refusal.ts";
import type { Settings } from "../settings/service.ts";
import { MAX_AGENT_LENGTH } from "../shared/audit.ts";
import { basePathOf } from "../shared/text.ts";
import { parseAgent } from "../visits/agent-parse.ts";
import type { Auth } from "./auth.ts";
import type { Accounts } from "./service.ts";

/** The signed-in user. */
export interface SessionUser {
  id: string;
  name: string;
  email: string;
  /** Whether somebody has proved that the address is theirs, or an administrator vouches for it. */
  emailVerified: boolean;
  role: string;
}

declare module "fastify" {
  interface FastifyRequest {
    sessionUser: SessionUser | null;
    session: { id: string; createdAt: number } | null;
  }
}

/** The header with the user the page was rendered for: somebody else may have signed in in another tab. */
const PAGE_USER = "tessera-user";

type WithHeaders = Pick<FastifyRequest, "headers">;

/** "second-factor": the password is right, and a code is needed. */
export type Entry = "wrong" | "second-factor" | "started";

const agentOf = ({ headers }: FastifyRequest): string =>
  (headers["user-agent"] || "Unknown").slice(0, MAX_AGENT_LENGTH);

/** What is shown of a user agent: "Firefox, Linux". */
function describeAgent(agent: string): string {
  const { browser, os } = parseAgent(agent);
  return `${browser}, ${os}`;
}

/** Whether better-auth waits for the code of a second factor. */
export async function needsCode(answer: Response): Promise<boolean> {
  // A redirect has no body.
  const body = (await answer.json().catch(() => null)) as { twoFactorRedirect?: boolean } | null;
  return body?.twoFactorRedirect === true;
}

export const deviceOf = (request: FastifyRequest): string => describeAgent(agentOf(request));

const SESSION_COOKIE = "tessera.session_token=";

/**
 * What the names of a request's cookies begin with: nothing, or what makes browsers accept them over https only, and,
 * if they are for the whole host, from this host only. Https is what the public address has, but not at the http address
 * from which an administrator set it, where they could not sign in otherwise.
 */
export function createCookiePrefix({ baseUrl, setFrom }: Pick<Settings, "baseUrl" | "setFrom">) {
  // Only the environment can set a path, so it does not change.
  const secure = basePathOf(baseUrl()) === "" ? "__Host-" : "__Secure-";
  return ({ headers: { cookie, origin, host } }: WithHeaders): string => {
    const from = setFrom();
    const isAtFrom = from !== undefined && (origin ? origin === from : host === new URL(from).host);
    const isSecure = cookie?.includes(`${secure}tessera.`) || (isAtFrom ? from : baseUrl()).startsWith("https:");
    return isSecure ? secure : "";
  };
}

/** Sessions in a cookie, created, renewed and ended by better-auth. */
export function createSessions(
  auth: Auth,
  accounts: Pick<Accounts, "endSessions" | "passwordHashOf" | "seen">,
  prefixOf: (request: WithHeaders) => string,
) {
  /** The cookies, by the names that better-auth gave them. */
  function cookiesIn(request: WithHeaders): string[] {
    const all = request.headers.cookie?.split(/;\s*/) ?? [];
    const prefix = prefixOf(request);
    return all.flatMap((cookie) => (cookie.startsWith(prefix) ? [cookie.slice(prefix.length)] : []));
  }

  const headersOf = (request: WithHeaders) => new Headers({ cookie: cookiesIn(request).join("; ") });

  /** The headers of a request without a session: the browser, and the cookie of a sign-in that has begun. */
  function beginningOf(request: FastifyRequest, cookie?: "two_factor" | "better-auth-passkey"): Headers {
    const headers = new Headers({ "user-agent": agentOf(request) });
    const found = cookiesIn(request).find((part) => cookie && part.startsWith(`tessera.${cookie}=`));
    if (found) headers.set("cookie", found);
    return headers;
  }

  function passCookies(reply: FastifyReply, headers: Headers): void {
    const prefix = prefixOf(reply.request);
    for (const cookie of headers.getSetCookie())
      reply.header("Set-Cookie", prefix === "" ? cookie : `${prefix}${cookie}; Secure`);
  }

  async function find(request: FastifyRequest, reply?: FastifyReply): Promise<SessionUser | null> {
    if (request.headers.cookie === undefined) return null;
    const { api } = await auth();
    const { headers, response } = await api.getSession({ headers: headersOf(request), returnHeaders: true });
    if (!response) return null;
    const { id, name, email, emailVerified, role, suspended, lastSeenAt } = response.user;
    if (suspended) throw new Refusal("suspended", "This account is suspended.");
    await accounts.seen(id, lastSeenAt ? new Date(lastSeenAt).getTime() : null);
    if (reply) passCookies(reply, headers);
    request.session = { id: response.session.id, createdAt: new Date(response.session.createdAt).getTime() };
    return { id, name, email, emailVerified, role: role as string };
  }

  /** The Set-Cookie headers as a Cookie header. */
  const cookiesOf = (set: Headers): Headers =>
    new Headers({
      cookie: set
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
    });

  /** better-auth does not report a failed sign-out, so this checks. */
  async function signOut(headers: Headers): Promise<Headers> {
    const { api } = await auth();
    const answer = await api.signOut({ headers, asResponse: true });
    if (await api.getSession({ headers })) throw new Error("The session could not be ended.");
    return answer.headers;
  }

  /** Null if the password is wrong. */
  async function signIn(request: FastifyRequest, email: string, password: string): Promise<Response | null> {
    const { api } = await auth();
    const before = await accounts.passwordHashOf(email);
    const body = { email, password };
    const answer = await api.signInEmail({ body, headers: beginningOf(request), asResponse: true });
    if (!answer.ok) return null;
    if ((await accounts.passwordHashOf(email)) === before) return answer;
    // The password was changed during the check, which ended all sessions; this one may be newer.
    await signOut(cookiesOf(answer.headers));
    return signIn(request, email, password);
  }

  /** Passes on the new session and ends the one that the browser had. */
  async function replace(request: FastifyRequest, reply: FastifyReply, started: Headers): Promise<void> {
    if (request.headers.cookie !== undefined) {
      // Not fatal: the previous session will expire.
      await signOut(headersOf(request)).catch((err) =>
        request.log.warn({ err }, "the session brought along was not ended"),
      );
    }
    passCookies(reply, started);
  }

  return {
    find,
    agentOf,
    headersOf,
    beginningOf,
    passCookies,
    replace,

    /** The id of the user who makes a request outside of the dashboard; null if nobody is signed in. */
    async userIdIn(request: WithHeaders): Promise<string | null> {
      if (!request.headers.cookie?.includes(SESSION_COOKIE)) return null;
      const session = await (await auth()).api.getSession({ headers: headersOf(request) });
      return session && !session.user.suspended ? session.user.id : null;
    },

    /** The user whose sign-in waits for the code of a second factor; null if none does. */
    async challenged(request: FastifyRequest): Promise<string | null> {
      const cookie = beginningOf(request, "two_factor").get("cookie") ?? "";
      const [, id] = /^tessera\.two_factor=([\w-]+)\./.exec(cookie) ?? [];
      if (id === undefined) return null;
      const { internalAdapter } = await (await auth()).$context;
      return (await internalAdapter.findVerificationValue(id))?.value ?? null;
    },

    /** Ends a session that has just begun. */
    undo: (started: Headers) => signOut(cookiesOf(started)),

    /** The session in Set-Cookie headers; null if there is none. */
    async begunIn(set: Headers) {
      const { api } = await auth();
      return api.getSession({ headers: cookiesOf(set) });
    },

    /** The guard: throws unless the user is signed in and the page was rendered for them. */
    async open(request: FastifyRequest, reply?: FastifyReply): Promise<void> {
      const sessionUser = await find(request, reply);
      const pageUser = request.headers[PAGE_USER];
      const isOther = pageUser !== undefined && pageUser !== sessionUser?.id;
      if (!sessionUser || isOther) throw new Refusal("not_signed_in", "Sign in to go on.");
      request.sessionUser = sessionUser;
      request.userId = sessionUser.id;
    },

    /** Signs in, or asks for the second factor, and ends the previous session. */
    async start(request: FastifyRequest, reply: FastifyReply, email: string, password: string): Promise<Entry> {
      const answer = await signIn(request, email.trim().toLowerCase(), password);
      if (!answer) return "wrong";
      await replace(request, reply, answer.headers);
      return (await needsCode(answer)) ? "second-factor" : "started";
    },

    /** The user's sessions, newest first. */
    async list(request: FastifyRequest) {
      const { api } = await auth();
      const all = await api.listSessions({ headers: headersOf(request) });
      return all
        .map(({ id, userAgent, createdAt }) => {
          return { id, device: userAgent ? describeAgent(userAgent) : null, createdAt: new Date(createdAt) };
        })
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    },

    /** Ends all sessions of the user except this one. */
    endOthers: ({ userId, session }: FastifyRequest): Promise<void> => accounts.endSessions(userId, session!.id),

    /** Signs out. Returns the user, if any. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const { api } = await auth();
      const headers = headersOf(request);
      const session = await api.getSession({ headers });
      passCookies(reply, await signOut(headers));
      return session?.user.id ?? null;
    },
  };
}
