/** Signing in with an identity provider: OpenID Connect, authorization code with PKCE. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { Refusal, tooMany } from "../server/refusal.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { DomainError } from "../shared/errors.ts";
import { withTimeout } from "../shared/timeout.ts";
import { invitationHash } from "../workspaces/service.ts";
import { type OidcAuth, OidcUnavailable } from "./auth.ts";
import { needsCode } from "./session.dashboard.ts";
import { Zone } from "./sign-in.dashboard.ts";

/** What the sign-in page explains; better-auth's errors are on the left. */
const REASONS: Readonly<Record<string, string>> = {
  account_not_linked: "unverified",
  signup_disabled: "unknown",
  access_denied: "cancelled",
};

const AGAIN_SECONDS = 30;
/** Shorter than a request may stay silent. */
const CALLBACK_MS = 10_000;

const Invitation = Type.Object({ token: Type.String({ maxLength: 100 }), zone: Zone });

export function oidcRoutes(server: Server, services: Services, oidc: OidcAuth): void {
  const { workspaces, sessions, throttle, entrance, settings, addressOf } = services;

  function headersOf(request: FastifyRequest): Headers {
    const headers = sessions.headersOf(request);
    headers.set("user-agent", sessions.agentOf(request));
    return headers;
  }

  /** Returns the provider's page. */
  async function start(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, zone }: { token?: string; zone?: string | undefined },
  ): Promise<{ url: string }> {
    const { wait } = await throttle.takeStart(addressOf(request));
    if (wait > 0) throw tooMany(wait);
    const { api } = await oidc.auth().catch((err) => {
      if (!(err instanceof OidcUnavailable)) throw err;
      request.log.error({ err }, "no sign-in with the identity provider");
      const message = `${oidc.name} cannot be reached at the moment. Try again later, or sign in another way.`;
      throw new Refusal("busy", message, AGAIN_SECONDS);
    });
    const isValid = token !== undefined && (await workspaces.isInvitation(token));
    const additionalData = { zone, ...(isValid && { invitation: invitationHash(token) }) };
    const body = { provider: oidc.providerId, callbackURL: "/app/", disableRedirect: true, additionalData };
    const answer = await api.signInSocial({ body, headers: headersOf(request), asResponse: true });
    if (!answer.ok) throw new Error(`Signing in with the identity provider began with ${answer.status}.`);
    sessions.passCookies(reply, answer.headers);
    return { url: ((await answer.json()) as { url: string }).url };
  }

  server.post("/oidc/start", { schema: { querystring: Type.Object({ zone: Zone }) } }, (request, reply) =>
    start(request, reply, request.query),
  );
  // With the token of an invitation, also while sign-up is closed. One that is void by now stops nobody with an account.
  server.post("/join/oidc", { schema: { body: Invitation } }, (request, reply) => start(request, reply, request.body));

  // The browser comes back from the provider, so every answer is a page.
  server.get("/oidc/callback", { exposeHeadRoute: false }, async (request, reply) => {
    const back = (reason: string) => reply.redirect(`${settings.baseUrl()}/app/sign-in?oidc=${reason}`);
    const finish = async () => {
      const { api } = await oidc.auth();
      const query = request.query as Record<string, string>;
      const params = { id: oidc.providerId };
      return api.callbackOAuth({ params, query, headers: headersOf(request), asResponse: true });
    };
    const answer = await withTimeout(finish(), CALLBACK_MS).catch((err) => {
      // A problem of the account: its message contains the user's address.
      const fields = err instanceof DomainError && err.details?.map(({ field }) => field);
      request.log.error(fields ? { fields } : { err }, "no sign-in with the identity provider");
      return null;
    });
    if (!answer) return back("failed");
    if (await needsCode(answer)) {
      await throttle.giveBackStart(addressOf(request));
      await sessions.replace(request, reply, answer.headers);
      return back("code");
    }
    const begun = await sessions.begunIn(answer.headers);
    if (!begun) {
      const error =
        URL.parse(answer.headers.get("location") ?? "", settings.baseUrl())?.searchParams.get("error") ?? "";
      const reason = REASONS[error] ?? "failed";
      if (reason === "failed")
        request.log.warn({ error, status: answer.status }, "no sign-in with the identity provider");
      return back(reason);
    }
    await sessions.replace(request, reply, answer.headers);
    try {
      await entrance.admit(request, reply, begun.user.email);
    } catch (error) {
      if (error instanceof Refusal) return back("suspended");
      throw error;
    }
    await throttle.giveBackStart(addressOf(request));
    return reply.redirect(`${settings.baseUrl()}/app/`);
  });
}
