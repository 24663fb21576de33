import type { FastifyReply, FastifyRequest } from "fastify";
import type { Auth } from "../../accounts/auth.ts";
import type { Accounts } from "../../accounts/service.ts";
import { Refusal } from "./refusal.ts";

/** Who is signed in, as the session says. */
export interface SessionUser {
  id: string;
  name: string;
  email: string;
  plan: string;
  role: string;
}

declare module "fastify" {
  interface FastifyRequest {
    sessionUser: SessionUser | null;
  }
}

/** The page's word on whom it was drawn for: another may have signed in since, in another tab. */
const PAGE_USER = "tessera-user";

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions live in a cookie; better-auth makes, renews and ends them. */
export function createSessions(auth: Auth, accounts: Pick<Accounts, "setPassword" | "passwordHashOf">) {
  const headersOf = (request: FastifyRequest) => new Headers({ cookie: request.headers.cookie ?? "" });

  function passCookies(reply: FastifyReply, headers: Headers): void {
    for (const cookie of headers.getSetCookie()) reply.header("Set-Cookie", cookie);
  }

  async function find(request: FastifyRequest, reply?: FastifyReply): Promise<SessionUser | null> {
    if (request.headers.cookie === undefined) return null;
    const { api } = await auth();
    const { headers, response } = await api.getSession({ headers: headersOf(request), returnHeaders: true });
    if (!response) return null;
    const { id, name, email, plan, role, suspended } = response.user;
    if (suspended) throw new Refusal("suspended", "This account is suspended.");
    if (reply) passCookies(reply, headers);
    return { id, name, email, plan: plan as string, role: role as string };
  }

  /** What was set, as a browser would bring it. */
  const cookiesOf = (set: Headers): Headers =>
    new Headers({
      cookie: set
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
    });

  /** better-auth says nothing of a session that it could not end. */
  async function signOut(headers: Headers): Promise<Headers> {
    const { api } = await auth();
    const answer = await api.signOut({ headers, asResponse: true });
    if (await api.getSession({ headers })) throw new Error("The session could not be ended.");
    return answer.headers;
  }

  /** Null when the password is not right. */
  async function signIn(email: string, password: string): Promise<Headers | null> {
    const { api } = await auth();
    const before = await accounts.passwordHashOf(email);
    const answer = await api.signInEmail({ body: { email, password }, headers: new Headers(), asResponse: true });
    if (!answer.ok) return null;
    if ((await accounts.passwordHashOf(email)) === before) return answer.headers;
    // It was changed while it was checked, and all sessions ended: this one may have begun after that.
    await signOut(cookiesOf(answer.headers));
    return signIn(email, password);
  }

  return {
    find,

    /** The guard: lets a signed-in user pass, on a page of their own, or throws. */
    async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const sessionUser = await find(request, reply);
      const pageUser = request.headers[PAGE_USER];
      const isOther = pageUser !== undefined && pageUser !== sessionUser?.id;
      if (!sessionUser || isOther) throw new Refusal("not_signed_in", "Sign in to go on.");
      request.sessionUser = sessionUser;
      request.ownerId = sessionUser.id;
    },

    /** A new session for whoever knows the password; the one brought along ends. */
    async start(request: FastifyRequest, reply: FastifyReply, email: string, password: string) {
      const started = await signIn(email.trim().toLowerCase(), password);
      if (!started) return false;
      if (request.headers.cookie !== undefined) {
        // The new session stands all the same; the one before ends with its time.
        await signOut(headersOf(request)).catch((err) =>
          request.log.warn({ err }, "the session brought along was not ended"),
        );
      }
      passCookies(reply, started);
      return true;
    },

    /** Gives whose session it was, if anybody's. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const { api } = await auth();
      const headers = headersOf(request);
      const session = await api.getSession({ headers });
      passCookies(reply, await signOut(headers));
      return session?.user.id ?? null;
    },

    /**
     * False when the current password is not right. The password and the end of every session of the
     * user are one step; then this one begins anew.
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
      // It is changed; without a new session one signs in by hand.
      const started = await signIn(email, next).catch((err) => {
        log.warn({ err }, "no session after a change of password");
        return null;
      });
      if (started) passCookies(reply, started);
      return true;
    },
  };
}
