import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Guesses } from "../../accounts/guesses.ts";
import type { Invitations } from "../../accounts/invitations.ts";
import type { Accounts } from "../../accounts/service.ts";
import type { Server } from "../http/server.ts";
import { Refusal } from "./refusal.ts";
import type { Sessions } from "./session.ts";

export interface WayInParts {
  accounts: Accounts;
  invitations: Invitations;
  guesses: Guesses;
  sessions: Sessions;
  signup: "closed" | "open";
  addressOf: (request: FastifyRequest) => string;
}

const text = (maxLength = 500) => Type.String({ maxLength });
const Credentials = Type.Object({ email: text(), password: text() });

/** What a person can do who is not signed in yet. */
export function wayInRoutes(server: Server, parts: WayInParts): void {
  const { accounts, invitations, guesses, sessions, signup, addressOf } = parts;

  function takeTry(account: string, request: FastifyRequest): () => void {
    const name = account.trim().toLowerCase();
    const address = addressOf(request);
    const wait = guesses.take(name, address);
    if (wait > 0) {
      const minutes = Math.ceil(wait / 60);
      const span = minutes === 1 ? "a minute" : `${minutes} minutes`;
      const message = `Too many tries. Please wait ${span} and try again.`;
      throw new Refusal("too_many_attempts", message, wait);
    }
    return () => guesses.forgive(name, address);
  }

  server.get("/way-in", async () => ({ signup, needsSetUp: (await accounts.count()) === 0 }));

  server.post("/sign-in", { schema: { body: Credentials } }, async (request, reply) => {
    const { email, password } = request.body;
    const forgive = takeTry(email, request);
    const person = await accounts.findByEmail(email);
    if (!(await sessions.start(request, reply, email, password))) {
      throw new Refusal("sign_in_failed", "The e-mail address or the password is not right.");
    }
    forgive();
    if (person?.suspended) {
      reply.removeHeader("Set-Cookie");
      await accounts.setSuspended(person.id, true);
      throw new Refusal("suspended", "This account is suspended. Ask your administrator.");
    }
    return reply.code(204).send();
  });

  server.post("/sign-up", { schema: { body: Credentials } }, async (request, reply) => {
    if (signup === "closed" || (await accounts.count()) === 0) {
      throw new Refusal("not_allowed", "New accounts are made by the administrator here.");
    }
    takeTry(`sign-up ${addressOf(request)}`, request);
    const { email, password } = request.body;
    await accounts.add({ email, password, plan: "free", role: "member" });
    await sessions.start(request, reply, email, password);
    return reply.code(204).send();
  });

  server.post(
    "/set-up",
    { schema: { body: Type.Object({ token: text(), email: text(), password: text() }) } },
    async (request, reply) => {
      const { token, email, password } = request.body;
      await invitations.setUp(token, email, password);
      await sessions.start(request, reply, email, password);
      return reply.code(204).send();
    },
  );

  server.post(
    "/reset",
    { schema: { body: Type.Object({ token: text(), password: text() }) } },
    async (request, reply) => {
      const { token, password } = request.body;
      const person = await invitations.reset(token, password);
      if (!person.suspended) await sessions.start(request, reply, person.email, password);
      return reply.code(204).send();
    },
  );

  server.post("/sign-out", async (request, reply) => {
    await sessions.end(request, reply);
    return reply.code(204).send();
  });
}
