import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import { whileAllowed } from "../server/rights.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";
import { notFound } from "../shared/errors.ts";
import { isLocalAddress } from "../shared/local-address.ts";
import { COMMAND, VERSION } from "../shared/version.ts";
import { urlFor } from "../webhooks/webhooks.routes.ts";
import { namedWorkspace, workspaceShape } from "../workspaces/workspaces.dashboard.ts";
import { Confirmation } from "./factors.dashboard.ts";

/** The signed-in user's own account. */
export function accountRoutes(server: Server, services: Services): void {
  const { accounts, workspaces, codeRemoval, sessions, confirm, streams, mail } = services;
  const { config, settings, shareBase, linkLimits, knownDomains } = services;
  server.get("/me", async (request) => {
    const baseUrl = settings.baseUrl();
    const all = await workspaces.list(request.userId);
    const named = namedWorkspace(request);
    // The newest if none of them is named: people who were invited have an empty one of their own.
    const { id: workspaceId, plan, contact } = all.find(({ id }) => id === named) ?? all.at(-1)!;
    // Computed per request: the machine's address may change.
    const shared = shareBase(workspaceId);
    const isLocal = isLocalAddress({ ...config, baseUrl: shared });
    const service = { version: VERSION, command: COMMAND, baseUrl, isLocal, mail: mail.isOn };
    const limits = await linkLimits.ofAccount(request.userId);
    const hasDomain = knownDomains.hasDomain(workspaceId);
    const open = { workspaceId, plan, contact, shareBase: shared, hasDomain, limits };
    return { ...request.sessionUser, ...open, workspaces: all.map(workspaceShape), service };
  });

  server.post(
    "/name",
    { schema: { body: Type.Object({ name: Type.String({ maxLength: 100 }) }) } },
    async (request, reply) => {
      await accounts.setName(request.userId, request.body.name);
      return reply.code(204).send();
    },
  );

  server.get("/sessions", async (request) => {
    const all = await sessions.list(request);
    const shown = all.map(({ id, device, createdAt }) => {
      return { id, device, createdAt: createdAt.toISOString(), isCurrent: id === request.session!.id };
    });
    return { sessions: shown };
  });

  server.delete("/sessions/:id", { schema: { params: Type.Object({ id: Type.String() }) } }, async (request, reply) => {
    if (!(await accounts.endSession(request.userId, request.params.id))) throw notFound();
    streams.endOf(request.userId);
    return reply.code(204).send();
  });

  server.post("/sessions/end-others", async (request, reply) => {
    await sessions.endOthers(request);
    // Live scans are read over connections that outlive a session; this device connects again.
    streams.endOf(request.userId);
    return reply.code(204).send();
  });

  server.post("/delete-account", { schema: { body: Confirmation } }, async (request, reply) => {
    const id = request.userId;
    await confirm(request, request.body.password);
    await accounts.remove(id);
    codeRemoval.wake();
    streams.endOf(id);
    await sessions.end(request, reply);
    return reply.code(204).send();
  });

  server.post(
    "/password",
    {
      schema: {
        body: Type.Object({
          current: Type.Optional(Type.String({ maxLength: 500 })),
          password: Type.String({ maxLength: 500 }),
        }),
      },
    },
    async (request, reply) => {
      const { current, password } = request.body;
      accounts.checkPassword(password);
      await confirm(request, current, "current");
      await accounts.setPassword(request.userId, password, request.session!.id);
      streams.endOf(request.userId);
      return reply.code(204).send();
    },
  );
}

/** The address shown to visitors of expired codes. */
export function contactRoutes(server: Server, { accounts }: Services): void {
  server.post(
    "/contact",
    {
      ...FOR_EDITORS,
      schema: {
        body: Type.Object({ contact: Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 254 }) }),
      },
    },
    async (request, reply) => {
      await accounts.setContact(request.workspaceId, request.body.contact);
      return reply.code(204).send();
    },
  );
}

const exported = ({ membership }: FastifyRequest) => ({ id: membership!.id, name: membership!.name });

/** Exports a workspace as one ZIP file. */
export function exportRoutes(server: Server, { ownExports, clock }: Services): void {
  server.get("/export", FOR_VIEWERS, async (request) => ownExports.state(request.workspaceId));

  server.post("/export", FOR_VIEWERS, async (request) => {
    ownExports.start(exported(request));
    return ownExports.state(request.workspaceId);
  });

  // If another node prepared the export, this one prepares it now.
  server.get("/export/bundle.zip", { ...FOR_VIEWERS, exposeHeadRoute: false }, async (request, reply) => {
    const { stream, size, end } = await ownExports.take(exported(request));
    reply.raw.once("close", () => {
      end(reply.raw.writableFinished);
      stream.destroy();
    });
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    return reply
      .type("application/zip")
      .header("Content-Length", size)
      .header("Content-Disposition", `attachment; filename="tessera-${day}.zip"`)
      .send(Readable.from(whileAllowed(request, stream), { objectMode: false }));
  });
}

/** Health of the user's webhooks, for the notices in the dashboard, and who created them. */
export function webhookNoticeRoutes(server: Server, { webhooks }: Services): void {
  server.get("/webhook-notices", FOR_VIEWERS, async (request) => {
    const all = await webhooks.list(request.workspaceId);
    const ill = all.filter(({ isActive, failures, offReason }) => (isActive ? failures > 0 : offReason !== null));
    return Promise.all(
      ill.map(async ({ id, url }) => {
        const { since, nextTryAt, ...health } = await webhooks.health(request.workspaceId, id);
        return {
          id,
          url: urlFor(request, url),
          ...health,
          since: since && timestamp(since),
          nextTryAt: nextTryAt && timestamp(nextTryAt),
        };
      }),
    );
  });

  server.get("/webhook-makers", FOR_VIEWERS, async ({ workspaceId }) => {
    const all = await webhooks.list(workspaceId);
    return Object.fromEntries(all.map(({ id, madeBy }) => [id, madeBy]));
  });
}
