import { Type } from "typebox";
import type { Accounts } from "../../accounts/service.ts";
import type { SignInThrottle } from "../../accounts/sign-in-throttle.ts";
import type { Config } from "../../config.ts";
import { invalid } from "../../shared/errors.ts";
import { describeLocalAddress } from "../../shared/local-address.ts";
import { VERSION } from "../../shared/version.ts";
import type { Server } from "../server/server.ts";
import type { Attempts } from "./attempts.ts";
import type { LiveStreams } from "./live-streams.ts";
import type { Sessions } from "./session.ts";

export interface AccountParts {
  accounts: Accounts;
  sessions: Sessions;
  throttle: SignInThrottle;
  attempts: Attempts;
  streams: LiveStreams;
  config: Pick<Config, "baseUrl" | "host" | "port">;
}

/** The signed-in user's own account. */
export function accountRoutes(server: Server, parts: AccountParts): void {
  const { accounts, sessions, throttle, attempts, streams, config } = parts;
  server.get("/me", async (request) => {
    const { contact } = await accounts.find(request.ownerId);
    const { baseUrl } = config;
    // The machine may have got another address since the start.
    const service = { version: VERSION, baseUrl, local: describeLocalAddress(config) };
    return { ...request.sessionUser, contact, service };
  });

  server.post(
    "/contact",
    {
      schema: {
        body: Type.Object({ contact: Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 254 }) }),
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
        body: Type.Object({ current: Type.String({ maxLength: 500 }), password: Type.String({ maxLength: 500 }) }),
      },
    },
    async (request, reply) => {
      const { current, password } = request.body;
      accounts.checkPassword(password);
      const take = () => throttle.takeChange(request.ownerId);
      const right = await attempts.run(request, take, () => sessions.changePassword(request, reply, current, password));
      if (!right) {
        const message = "This is not your current password.";
        throw invalid([{ field: "current", message }], message);
      }
      streams.endOf(request.ownerId);
      return reply.code(204).send();
    },
  );
}
