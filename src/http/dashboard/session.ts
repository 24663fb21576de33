import type { FastifyReply, FastifyRequest } from "fastify";
import type { Auth } from "../../accounts/auth.ts";
import type { Accounts } from "../../accounts/service.ts";
import { Refusal } from "./refusal.ts";

/** The signed-in user. */
export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: string;
}

declare module "fastify" {
  interface FastifyRequest {
    sessionUser: SessionUser | null;
  }
}

/** The header with the user the page was rendered for: somebody else may have signed in in another tab. */
const PAGE_USER = "tessera-user";

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions in a cookie, created, renewed and ended by better-auth. */
export function createSessions(auth: Auth, accounts: Pick<Accounts, "setPassword" | "passwordHashOf" | "seen">) {
  const headersOf = (request: FastifyRequest) => new Headers({ cookie: request.headers.cookie ?? "" });

  function passCookies(reply: FastifyReply, headers: Headers): void {
    for (const cookie of headers.getSetCookie()) reply.header("Set-Cookie", cookie);
  }

  async function find(request: FastifyRequest, reply?: FastifyReply): Promise<SessionUser | null> {
    if (request.headers.cookie === undefined) return null;
    const { api } = await auth();
    const { headers, response } = await api.getSession({ headers: headersOf(request), returnHeaders: true });
    if (!response) return null;
    const { id, name, email, role, suspended, lastSeenAt } = response.user;
    if (suspended) throw new Refusal("suspended", "This account is suspended.");
    await accounts.seen(id, lastSeenAt ? new Date(lastSeenAt).getTime() : null);
    if (reply) passCookies(reply, headers);
    return { id, name, email, role: role as string };
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
  async function signIn(email: string, password: string): Promise<Headers | null> {
    const { api } = await auth();
    const before = await accounts.passwordHashOf(email);
    const answer = await api.signInEmail({ body: { email, password }, headers: new Headers(), asResponse: true });
    if (!answer.ok) return null;
    if ((await accounts.passwordHashOf(email)) === before) return answer.headers;
    // The password was changed during the check, which ended all sessions; this one may be newer.
    await signOut(cookiesOf(answer.headers));
    return signIn(email, password);
  }

  return {
    find,

    /** The guard: throws unless the user is signed in and the page was rendered for them. */
    async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const sessionUser = await find(request, reply);
      const pageUser = request.headers[PAGE_USER];
      const isOther = pageUser !== undefined && pageUser !== sessionUser?.id;
      if (!sessionUser || isOther) throw new Refusal("not_signed_in", "Sign in to go on.");
      request.sessionUser = sessionUser;
      request.userId = sessionUser.id;
    },

    /** Signs in and ends the previous session. False if the password is wrong. */
    async start(request: FastifyRequest, reply: FastifyReply, email: string, password: string) {
      const started = await signIn(email.trim().toLowerCase(), password);
      if (!started) return false;
      if (request.headers.cookie !== undefined) {
        // Not fatal: the previous session will expire.
        await signOut(headersOf(request)).catch((err) =>
          request.log.warn({ err }, "the session brought along was not ended"),
        );
      }
      passCookies(reply, started);
      return true;
    },

    /** The number of devices the user is signed in on. */
    async count(request: FastifyRequest): Promise<number> {
      const { api } = await auth();
      return (await api.listSessions({ headers: headersOf(request) })).length;
    },

    /** Ends all sessions of the user except this one. */
    async endOthers(request: FastifyRequest): Promise<void> {
      const { api } = await auth();
      await api.revokeOtherSessions({ headers: headersOf(request) });
    },

    /** Signs out. Returns the user, if any. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const { api } = await auth();
      const headers = headersOf(request);
      const session = await api.getSession({ headers });
      passCookies(reply, await signOut(headers));
      return session?.user.id ?? null;
    },

    /**
     * False if the current password is wrong. Changing the password ends all of the user's sessions in the same
     * transaction; then a new one starts.
     */
    async changePassword(
      { sessionUser, log }: FastifyRequest,
      reply: FastifyReply,
      current: string,
      next: string,
    ): Promise<boolean> {
      const { id, email } = sessionUser!;
      if (!(await signIn(email, current))) return false;
      await accounts.setPassword(id, next);
      // The password is changed. If the new session fails, the user signs in again.
      const started = await signIn(email, next).catch((err) => {
        log.warn({ err }, "no session after a change of password");
        return null;
      });
      if (started) passCookies(reply, started);
      return true;
    },
  };
}
