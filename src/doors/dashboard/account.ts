import { Type } from "typebox";
import type { Guesses } from "../../accounts/guesses.ts";
import type { Accounts } from "../../accounts/service.ts";
import { invalid } from "../../shared/errors.ts";
import type { Server } from "../http/server.ts";
import { Refusal } from "./refusal.ts";
import type { Sessions } from "./session.ts";

/** The signed-in person's own account. */
export function accountRoutes(
  server: Server,
  { accounts, sessions, guesses }: { accounts: Accounts; sessions: Sessions; guesses: Guesses },
): void {
  server.get("/me", async (request) => {
    const { contact } = await accounts.find(request.ownerId);
    return { ...request.visitor, contact };
  });

  server.post(
    "/contact",
    {
      schema: {
        body: Type.Object({
          contact: Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 254 }),
        }),
      },
    },
    async (request, reply) => {
      await accounts.setContact(request.ownerId, request.body.contact);
      return reply.code(204).send();
    },
  );

  server.post(
    "/password",
    {
      schema: {
        body: Type.Object({
          current: Type.String({ maxLength: 500 }),
          password: Type.String({ maxLength: 500 }),
        }),
      },
    },
    async (request, reply) => {
      const { current, password } = request.body;
      const { email } = request.visitor!;
      accounts.checkPassword(password);
      const wait = guesses.take(`change ${email}`, "");
      if (wait > 0) throw new Refusal("too_many_attempts", "Too many tries. Try later.", wait);
      if (!(await sessions.changePassword(request, reply, current, password))) {
        const message = "This is not your current password.";
        throw invalid([{ field: "current", message }], message);
      }
      guesses.forgive(`change ${email}`, "");
      return reply.code(204).send();
    },
  );
}
