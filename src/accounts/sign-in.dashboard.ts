import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { Refusal, readerOf, tooMany } from "../server/refusal.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import type { LinkTarget } from "./account-links.ts";
import type { Entry } from "./session.dashboard.ts";
import type { Try } from "./sign-in-throttle.ts";

const text = (maxLength = 500) => Type.String({ maxLength });
const Credentials = Type.Object({ email: text(), password: text() });
/** Of the browser, for the workspace of a new account. */
export const Zone = Type.Optional(text(100));
const SignUp = Type.Object({ email: text(), password: text(), zone: Zone });
const accountOf = (email: string): string => email.trim().toLowerCase();

/** Routes that need no session. */
export function signInRoutes(server: Server, services: Services): void {
  const { accounts, accountLinks, throttle, attempts, entrance, sessions, streams } = services;
  const { mail, oidc, settings, addressOf } = services;
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

  server.post("/sign-up", { schema: { body: SignUp } }, async (request, reply) => {
    if ((await settings.signUp()) === "closed" || !(await accounts.hasAdmin())) {
      throw new Refusal("not_allowed", "New accounts are made by the administrator here.");
    }
    const take = () => throttle.takeSignUp(addressOf(request));
    const { email, password, zone } = request.body;
    const first = () => accounts.add({ email, password, plan: "free", role: "member", emailVerified: false, zone });
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
