import swagger from "@fastify/swagger";
import type { FastifyReply } from "fastify";
import { visitorPageRoutes } from "../brands/visitor-pages.routes.ts";
import { bulkRoutes } from "../codes/bulk.routes.ts";
import { codeRoutes } from "../codes/codes.routes.ts";
import { externalRoutes } from "../codes/external.routes.ts";
import { imageRoutes } from "../codes/images.routes.ts";
import { utmPresetRoutes } from "../codes/utm-presets.routes.ts";
import { versionRoutes } from "../codes/versions.routes.ts";
import { domainRoutes } from "../domains/domains.routes.ts";
import { insightsCsvRoutes } from "../insights/csv.routes.ts";
import { insightRoutes } from "../insights/insights.routes.ts";
import { scanRoutes, scansCsvRoutes } from "../insights/scans.routes.ts";
import { logoRoutes } from "../looks/logos.routes.ts";
import { lookRoutes } from "../looks/looks.routes.ts";
import { placementRoutes } from "../placements/placements.routes.ts";
import { routingRoutes } from "../routing/routing.routes.ts";
import { compressAnswers } from "../server/compression.ts";
import { allowEveryOrigin, allowOrigins } from "../server/cors.ts";
import { createStaticAnswer, tagAnswers } from "../server/etag.ts";
import type { Described, Operations } from "../server/operation.ts";
import { nameActor } from "../server/request.ts";
import { confirmAfterBody, confirmBeforeAnswer } from "../server/rights.ts";
import type { Server } from "../server/server.ts";
import { refuseBadText } from "../server/validation.ts";
import type { Services } from "../services.ts";
import { notFound } from "../shared/errors.ts";
import { madeFor } from "../shared/made-for.ts";
import { basePathOf } from "../shared/text.ts";
import { tagRoutes } from "../tags/tags.routes.ts";
import { webhookRoutes } from "../webhooks/webhooks.routes.ts";
import { auditRoutes } from "../workspaces/audit.routes.ts";
import { DOCUMENT_HEAD, finishDocument } from "./document.ts";
import { meRoutes } from "./me.routes.ts";

export const API_PATH = "/api/v1";

/** The resource routes; a guard has set the workspace. */
export function resourceRoutes(server: Server, services: Services): void {
  codeRoutes(server, services);
  bulkRoutes(server, services);
  externalRoutes(server, services);
  placementRoutes(server, services);
  scanRoutes(server, services);
  scansCsvRoutes(server, services);
  insightRoutes(server, services);
  insightsCsvRoutes(server, services);
  imageRoutes(server, services);
  lookRoutes(server, services);
  logoRoutes(server, services);
  tagRoutes(server, services);
  visitorPageRoutes(server, services);
  routingRoutes(server, services);
  versionRoutes(server, services);
  webhookRoutes(server, services);
  domainRoutes(server, services);
  auditRoutes(server, services);
  utmPresetRoutes(server, services);
}

export interface Api {
  /** OpenAPI. */
  document: () => object;
  operations: Operations;
}

/** /api/v1: the resources, which need a key, and their document, which does not. */
export async function registerApi(server: Server, services: Services): Promise<Api> {
  const { config, guard, settings } = services;
  const { baseUrl } = settings;
  let document = (): object => ({});
  const operations = new Map<string, Described>();
  await server.register(
    async (scope: Server) => {
      await scope.register(swagger, DOCUMENT_HEAD);
      const answer = () => createStaticAnswer(() => JSON.stringify(document()), "application/json; charset=utf-8");
      const sendDocument = madeFor(baseUrl, answer);
      const open = { onRequest: guard.leaveOpen, schema: { hide: true } };
      scope.get("/openapi.json", open, async (request, reply) => {
        allowEveryOrigin(reply);
        reply.header("Cache-Control", "no-cache");
        return sendDocument()(request, reply);
      });
      // Where some clients look for it first.
      const toDocument = async (_request: unknown, reply: FastifyReply) =>
        reply.redirect(`${basePathOf(baseUrl())}${API_PATH}/openapi.json`);
      scope.get("/openapi.yaml", open, toDocument);
      server.get("/openapi.json", { schema: { hide: true } }, toDocument);
      document = () => finishDocument(scope.swagger(), operations, baseUrl());
      await scope.register(async (guarded: Server) => {
        allowOrigins(guarded, config.corsOrigins);
        guarded.addHook("onRoute", ({ config }) => {
          if (config?.operation) operations.set(config.operation.name, config.operation);
        });
        guarded.addHook("onRequest", async (request, reply) => {
          await guard.open(request, reply);
          // Before the body is read.
          if (request.is404) throw notFound();
        });
        guarded.addHook("preValidation", confirmAfterBody);
        guarded.addHook("preValidation", async ({ query }) => refuseBadText(query as object));
        guarded.addHook("preHandler", nameActor);
        guarded.addHook("onSend", confirmBeforeAnswer);
        tagAnswers(guarded);
        compressAnswers(guarded);
        guarded.setNotFoundHandler(() => {
          throw notFound();
        });
        resourceRoutes(guarded, services);
        meRoutes(guarded, services);
      });
    },
    { prefix: API_PATH },
  );
  return { document: () => document(), operations };
}
