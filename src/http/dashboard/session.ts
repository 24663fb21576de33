import type { FastifyReply, FastifyRequest } from "fastify";
import type { Auth } from "../../accounts/auth.ts";
import { Refusal } from "./refusal.ts";

/** Who is signed in, as the session says. */
export interface SessionUser {
  id: string;
  email: string;
  plan: string;
  role: string;
}

declare module "fastify" {
  interface FastifyRequest {
    sessionUser: SessionUser | null;
  }
}

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions live in a cookie; better-auth makes, renews and ends them. */
export function createSessions(auth: Auth) {
  const headersOf = (request: FastifyRequest) =>
    new Headers({ cookie: request.headers.cookie ?? "" });

  function passCookies(reply: FastifyReply, headers: Headers): void {
    for (const cookie of headers.getSetCookie()) reply.header("Set-Cookie", cookie);
  }

  async function find(request: FastifyRequest, reply?: FastifyReply): Promise<SessionUser | null> {
    if (request.headers.cookie === undefined) return null;
    const { api } = await auth();
    const { headers, response } = await api.getSession({
      headers: headersOf(request),
      returnHeaders: true,
    });
    if (!response) return null;
    const { id, email, plan, role, suspended } = response.user;
    if (suspended) throw new Refusal("suspended", "This account is suspended.");
    if (reply) passCookies(reply, headers);
    return { id, email, plan: plan as string, role: role as string };
  }

  return {
    find,

    /** The guard: lets a signed-in user pass, or throws. */
    async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const sessionUser = await find(request, reply);
      if (!sessionUser) throw new Refusal("not_signed_in", "Sign in to go on.");
      request.sessionUser = sessionUser;
      request.ownerId = sessionUser.id;
    },

    /** A new session for whoever knows the password; the one brought along ends. */
    async start(request: FastifyRequest, reply: FastifyReply, email: string, password: string) {
      const { api } = await auth();
      const answer = await api.signInEmail({
        body: { email: email.trim().toLowerCase(), password },
        headers: new Headers(),
        asResponse: true,
      });
      if (!answer.ok) return false;
      if (request.headers.cookie !== undefined) {
        // The new session stands all the same; the one before ends with its time.
        await api
          .signOut({ headers: headersOf(request) })
          .catch((err) => request.log.warn({ err }, "the session brought along was not ended"));
      }
      passCookies(reply, answer.headers);
      return true;
    },

    /** Gives whose session it was, if anybody's. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const { api } = await auth();
      const headers = headersOf(request);
      const session = await api.getSession({ headers });
      passCookies(reply, (await api.signOut({ headers, asResponse: true })).headers);
      return session?.user.id ?? null;
    },

    /** False when the current password is not right. Every other session of the user ends. */
    async changePassword(
      request: FastifyRequest,
      reply: FastifyReply,
      current: string,
      next: string,
    ): Promise<boolean> {
      const { api } = await auth();
      const answer = await api.changePassword({
        body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
        headers: headersOf(request),
        asResponse: true,
      });
      if (answer.ok) passCookies(reply, answer.headers);
      return answer.ok;
    },
  };
}
