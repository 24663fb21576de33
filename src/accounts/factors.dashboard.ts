/** Second factors and passkeys. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { Refusal, tooMany } from "../server/refusal.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { invalid } from "../shared/errors.ts";

const text = (maxLength = 500) => Type.String({ maxLength });
/** Users without a password confirm by having signed in just now. */
export const Confirmation = Type.Object({ password: Type.Optional(text()) });
const Code = Type.Object({ code: text(40) });
/** What the browser's WebAuthn API returned; better-auth checks it. */
const Credential = Type.Object({ response: Type.Unsafe<never>({ type: "object" }) });

const LOCKED_SECONDS = 15 * 60;

const emailIn = async (answer: Response): Promise<{ id: string; email: string }> =>
  ((await answer.json()) as { user: { id: string; email: string } }).user;

/** What better-auth says about a code. */
async function codeRefusal(answer: Response): Promise<Refusal> {
  const { code } = (await answer.json()) as { code?: string };
  if (code === "INVALID_CODE" || code === "INVALID_BACKUP_CODE") return wrongCode();
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") return tooMany(LOCKED_SECONDS);
  return signInExpired();
}

const signInExpired = () => new Refusal("sign_in_failed", "Enter your password again: this sign-in has expired.");

const wrongCode = () => new Refusal("sign_in_failed", "This code is not right, or was used before.");

/** The second step of signing in, and signing in with a passkey. */
export function factorSignInRoutes(
  server: Server,
  { auth, passkeyAuth, sessions, throttle, entrance, addressOf }: Services,
): void {
  server.post("/sign-in/code", { schema: { body: Code } }, async (request, reply) => {
    const { api } = await auth();
    const userId = await sessions.challenged(request);
    if (userId === null) throw signInExpired();
    const guess = await throttle.takeGuess(userId);
    if (guess.wait > 0) throw tooMany(guess.wait);
    const code = request.body.code.replace(/\s/g, "");
    const headers = sessions.beginningOf(request, "two_factor");
    const isRecovery = !/^\d{6}$/.test(code);
    const verify = isRecovery ? api.verifyBackupCode : api.verifyTOTP;
    const answer = await verify({ body: { code }, headers, asResponse: true });
    if (!answer.ok) throw await codeRefusal(answer);
    const user = await emailIn(answer);
    if (!isRecovery && !(await throttle.takeCode(user.id, code))) {
      await sessions.undo(answer.headers);
      throw wrongCode();
    }
    if ("giveBack" in guess) await guess.giveBack();
    await sessions.replace(request, reply, answer.headers);
    await entrance.admit(request, reply, user.email);
    return reply.code(204).send();
  });

  server.post("/sign-in/passkey/options", async (request, reply) => {
    const { wait } = await throttle.takeStart(addressOf(request));
    if (wait > 0) throw tooMany(wait);
    const { api } = await passkeyAuth();
    const answer = await api.generatePasskeyAuthenticationOptions({
      headers: sessions.beginningOf(request),
      asResponse: true,
    });
    sessions.passCookies(reply, answer.headers);
    return { ...((await answer.json()) as object), userVerification: "required" };
  });

  server.post("/sign-in/passkey", { schema: { body: Credential } }, async (request, reply) => {
    const { api } = await passkeyAuth();
    const headers = sessions.beginningOf(request, "better-auth-passkey");
    const { response } = request.body;
    const answer = await api.verifyPasskeyAuthentication({ body: { response }, headers, asResponse: true });
    if (!answer.ok) throw new Refusal("sign_in_failed", "This passkey is not known here. Use another way to sign in.");
    const { email } = await emailIn(answer);
    await sessions.replace(request, reply, answer.headers);
    await entrance.admit(request, reply, email);
    await throttle.giveBackStart(addressOf(request));
    return reply.code(204).send();
  });
}

/** The signed-in user's second factor and passkeys. Every change ends the other sessions. */
export function factorRoutes(server: Server, services: Services): void {
  const { auth, passkeyAuth, oidc, accounts, sessions, confirm, streams, throttle } = services;

  /** better-auth gives the browser a new session with some changes; all others end. */
  async function changed(request: FastifyRequest, reply: FastifyReply, headers?: Headers): Promise<void> {
    const begun = headers && (await sessions.begunIn(headers));
    if (headers) sessions.passCookies(reply, headers);
    await accounts.endSessions(request.userId, begun?.session.id ?? request.session!.id);
    streams.endOf(request.userId);
  }

  server.get("/second-factor", async (request) => {
    const { api } = await auth();
    const session = await api.getSession({ headers: sessions.headersOf(request) });
    const hasPassword = await accounts.hasPassword(request.userId);
    if (!session?.user.twoFactorEnabled) return { isOn: false, codesLeft: 0, hasPassword };
    const { backupCodes } = await api.viewBackupCodes({ body: { userId: request.userId } });
    return { isOn: true, codesLeft: backupCodes.length, hasPassword };
  });

  // The password is checked twice, the second time by better-auth.
  server.post("/second-factor/start", { schema: { body: Confirmation } }, async (request) => {
    const { api } = await auth();
    const { password = "" } = request.body;
    await confirm(request, password);
    const body = { password, method: "totp" as const };
    const answer = await api.enableTwoFactor({ body, headers: sessions.headersOf(request), asResponse: true });
    if (!answer.ok) throw invalid([{ field: "password", message: "The second factor is already on." }]);
    const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] };
    return { uri: totpURI, secret: new URL(totpURI).searchParams.get("secret"), codes: backupCodes };
  });

  server.post("/second-factor", { schema: { body: Code } }, async (request, reply) => {
    const { api } = await auth();
    const { wait } = await throttle.takeChange(request.userId);
    if (wait > 0) throw tooMany(wait);
    const body = { code: request.body.code.replace(/\s/g, "") };
    const answer = await api.verifyTOTP({ body, headers: sessions.headersOf(request), asResponse: true });
    if (!answer.ok) {
      const message = "This code is not right. Check that the clock of your device is right.";
      throw invalid([{ field: "code", message }], message);
    }
    await throttle.takeCode(request.userId, body.code);
    await changed(request, reply, answer.headers);
    return reply.code(204).send();
  });

  server.post("/second-factor/remove", { schema: { body: Confirmation } }, async (request, reply) => {
    await confirm(request, request.body.password);
    await accounts.removeSecondFactor(request.userId, request.session!.id);
    await changed(request, reply);
    return reply.code(204).send();
  });

  server.post("/second-factor/codes", { schema: { body: Confirmation } }, async (request, reply) => {
    const { api } = await auth();
    const { password = "" } = request.body;
    await confirm(request, password);
    const answer = await api.generateBackupCodes({
      body: { password },
      headers: sessions.headersOf(request),
      asResponse: true,
    });
    if (!answer.ok) throw invalid([{ field: "password", message: "The second factor is off." }]);
    await changed(request, reply);
    return { codes: ((await answer.json()) as { backupCodes: string[] }).backupCodes };
  });

  server.get("/passkeys", async (request) => {
    const { api } = await passkeyAuth();
    const all = await api.listPasskeys({ headers: sessions.headersOf(request) });
    return { passkeys: all.map(({ id, name, createdAt }) => ({ id, name: name ?? null, createdAt })) };
  });

  server.post("/passkeys/options", { schema: { body: Confirmation } }, async (request, reply) => {
    const { api } = await passkeyAuth();
    await confirm(request, request.body.password);
    const headers = sessions.headersOf(request);
    const answer = await api.generatePasskeyRegistrationOptions({ headers, asResponse: true });
    sessions.passCookies(reply, answer.headers);
    return (await answer.json()) as object;
  });

  const NewPasskey = Type.Object({ ...Credential.properties, name: text(100) });
  server.post("/passkeys", { schema: { body: NewPasskey } }, async (request, reply) => {
    const { api } = await passkeyAuth();
    const { response, name } = request.body;
    accounts.checkName(name.trim());
    const body = { response, name: name.trim() };
    const answer = await api.verifyPasskeyRegistration({
      body,
      headers: sessions.headersOf(request),
      asResponse: true,
    });
    if (!answer.ok) {
      const message = "This passkey could not be added. Try again, with a device that asks for a PIN or a fingerprint.";
      throw invalid([{ field: "response", message }], message);
    }
    await changed(request, reply);
    return reply.code(204).send();
  });

  const PasskeyParams = Type.Object({ id: Type.String() });
  server.post(
    "/passkeys/:id/remove",
    { schema: { params: PasskeyParams, body: Confirmation } },
    async (request, reply) => {
      await confirm(request, request.body.password);
      await accounts.removePasskey({
        userId: request.userId,
        id: request.params.id,
        exceptSession: request.session!.id,
        providerId: oidc?.providerId,
      });
      await changed(request, reply);
      return reply.code(204).send();
    },
  );
}
