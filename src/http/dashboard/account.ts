import { Type } from "typebox";
import type { CodeRemoval } from "../../accounts/code-removal.ts";
import type { Accounts } from "../../accounts/service.ts";
import type { SignInThrottle } from "../../accounts/sign-in-throttle.ts";
import type { OwnExports } from "../../bundle/own-exports.ts";
import type { Clock } from "../../shared/clock.ts";
import { timestamp } from "../../shared/days.ts";
import { invalid } from "../../shared/errors.ts";
import { describeLocalAddress, type PlaceSettings } from "../../shared/local-address.ts";
import { VERSION } from "../../shared/version.ts";
import type { Webhooks } from "../../webhooks/service.ts";
import type { Server } from "../server/server.ts";
import type { LiveStreams } from "./live.ts";
import type { Sessions } from "./session.ts";
import type { Attempts } from "./sign-in.ts";

export interface AccountParts {
  accounts: Accounts;
  codeRemoval: Pick<CodeRemoval, "start">;
  sessions: Sessions;
  throttle: SignInThrottle;
  attempts: Attempts;
  streams: LiveStreams;
  config: PlaceSettings;
}

/** The signed-in user's own account. */
export function accountRoutes(server: Server, parts: AccountParts): void {
  const { accounts, codeRemoval, sessions, throttle, attempts, streams, config } = parts;
  server.get("/me", async (request) => {
    const { contact } = await accounts.find(request.ownerId);
    const { baseUrl } = config;
    // Computed per request: the machine's address may change.
    const local = describeLocalAddress(config, { isPathShown: request.sessionUser?.role === "admin" });
    const service = { version: VERSION, baseUrl, local };
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
    "/name",
    { schema: { body: Type.Object({ name: Type.String({ maxLength: 100 }) }) } },
    async (request, reply) => {
      await accounts.setName(request.ownerId, request.body.name);
      return reply.code(204).send();
    },
  );

  server.get("/sessions", async (request) => ({ count: await sessions.count(request) }));

  server.post("/sessions/end-others", async (request, reply) => {
    await sessions.endOthers(request);
    // Live scans are read over connections that outlive a session; this device connects again.
    streams.endOf(request.ownerId);
    return reply.code(204).send();
  });

  server.post(
    "/delete-account",
    { schema: { body: Type.Object({ password: Type.String({ maxLength: 500 }) }) } },
    async (request, reply) => {
      const { id, email } = request.sessionUser!;
      const take = () => throttle.takeChange(id);
      const right = await attempts.run(request, take, () => accounts.isPassword(email, request.body.password));
      if (!right) {
        const message = "This is not your password.";
        throw invalid([{ field: "password", message }], message);
      }
      await accounts.remove(id);
      codeRemoval.start();
      streams.endOf(id);
      await sessions.end(request, reply);
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

export interface ExportParts {
  accounts: Accounts;
  ownExports: OwnExports;
  clock: Clock;
}

/** Exports the signed-in user's data as one ZIP file. */
export function exportRoutes(server: Server, { accounts, ownExports, clock }: ExportParts): void {
  server.get("/export", async (request) => ownExports.state(request.ownerId));

  server.post("/export", async (request) => {
    ownExports.start(await accounts.find(request.ownerId));
    return ownExports.state(request.ownerId);
  });

  // If another node prepared the export, this one prepares it now.
  server.get("/export/bundle.zip", { exposeHeadRoute: false }, async (request, reply) => {
    const { stream, size, end } = await ownExports.take(await accounts.find(request.ownerId));
    reply.raw.once("close", () => end(reply.raw.writableFinished));
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    return reply
      .type("application/zip")
      .header("Content-Length", size)
      .header("Content-Disposition", `attachment; filename="tessera-${day}.zip"`)
      .send(stream);
  });
}

/** Health of the user's webhooks, for the notices in the dashboard. */
export function webhookNoticeRoutes(server: Server, { webhooks }: { webhooks: Webhooks }): void {
  server.get("/webhook-notices", async (request) => {
    const all = await webhooks.list(request.ownerId);
    const ill = all.filter(({ isActive, failures, offReason }) => (isActive ? failures > 0 : offReason !== null));
    return Promise.all(
      ill.map(async ({ id }) => {
        const { since, nextTryAt, ...health } = await webhooks.health(request.ownerId, id);
        return { id, ...health, since: since && timestamp(since), nextTryAt: nextTryAt && timestamp(nextTryAt) };
      }),
    );
  });
}
