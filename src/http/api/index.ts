import swagger from "@fastify/swagger";
import type { FastifyReply } from "fastify";
import type { Insights } from "../../analytics/insights.ts";
import type { Analytics } from "../../analytics/service.ts";
import type { Brands } from "../../brands/service.ts";
import type { History } from "../../codes/history.ts";
import type { CodeImages } from "../../codes/images.ts";
import type { Placements } from "../../codes/placements.ts";
import type { Codes } from "../../codes/service.ts";
import type { Tags } from "../../codes/tags.ts";
import type { UtmPresets } from "../../codes/utm-presets.ts";
import type { Domains } from "../../domains/service.ts";
import type { Limits } from "../../limits/limits.ts";
import type { LinkLimits } from "../../limits/link-limits.ts";
import type { Looks } from "../../looks/service.ts";
import { notFound } from "../../shared/errors.ts";
import { madeFor } from "../../shared/made-for.ts";
import { basePathOf } from "../../shared/text.ts";
import type { Webhooks } from "../../webhooks/service.ts";
import type { Audit } from "../../workspaces/audit.ts";
import { compressAnswers } from "../server/compression.ts";
import { allowEveryOrigin, allowOrigins } from "../server/cors.ts";
import { createStaticAnswer, tagAnswers } from "../server/etag.ts";
import { nameActor } from "../server/request.ts";
import { confirmAfterBody, confirmBeforeAnswer } from "../server/rights.ts";
import type { Server } from "../server/server.ts";
import { refuseBadText } from "../server/validation.ts";
import { auditRoutes } from "./audit.ts";
import { bulkRoutes } from "./bulk.ts";
import { codeRoutes } from "./codes.ts";
import { DOCUMENT_HEAD, finishDocument } from "./document.ts";
import { domainRoutes } from "./domains.ts";
import type { ApiGuard } from "./guard.ts";
import { imageRoutes } from "./images.ts";
import { insightRoutes } from "./insights.ts";
import { insightsCsvRoutes } from "./insights-csv.ts";
import { logoRoutes } from "./logos.ts";
import { lookRoutes } from "./looks.ts";
import { meRoutes } from "./me.ts";
import { placementRoutes } from "./placements.ts";
import { scanRoutes, scansCsvRoutes } from "./scans.ts";
import type { CodeSerializers } from "./serializers.ts";
import { tagRoutes } from "./tags.ts";
import { utmPresetRoutes } from "./utm-presets.ts";
import { versionRoutes } from "./versions.ts";
import { visitorPageRoutes } from "./visitor-pages.ts";
import { webhookRoutes } from "./webhooks.ts";

export const API_PATH = "/api/v1";

export interface ApiParts {
  codes: Codes;
  placements: Placements;
  analytics: Analytics;
  insights: Insights;
  serializers: CodeSerializers;
  images: CodeImages;
  looks: Looks;
  tags: Tags;
  history: History;
  webhooks: Webhooks;
  brands: Brands;
  domains: Domains;
  audit: Audit;
  utmPresets: UtmPresets;
}

/** The resource routes; a guard has set the workspace. */
export function resourceRoutes(
  server: Server,
  {
    codes,
    placements,
    analytics,
    insights,
    serializers,
    images,
    looks,
    tags,
    history,
    webhooks,
    brands,
    domains,
    audit,
    utmPresets,
  }: ApiParts,
): void {
  codeRoutes(server, codes, serializers);
  bulkRoutes(server, codes, serializers);
  placementRoutes(server, { placements, images, serializers });
  scanRoutes(server, { codes, analytics, insights });
  scansCsvRoutes(server, { codes, analytics, insights });
  insightRoutes(server, codes, insights);
  insightsCsvRoutes(server, codes, insights);
  imageRoutes(server, codes, images);
  lookRoutes(server, codes, looks, serializers);
  logoRoutes(server, looks, serializers);
  tagRoutes(server, codes, tags, serializers);
  visitorPageRoutes(server, codes, brands);
  versionRoutes(server, history, serializers);
  webhookRoutes(server, webhooks, serializers);
  domainRoutes(server, domains, serializers);
  auditRoutes(server, audit);
  utmPresetRoutes(server, utmPresets);
}

/** /api/v1: the resources, which need a key, and their document, which does not. Returns the document. */
export async function registerApi(
  server: Server,
  parts: ApiParts & { limits: Pick<Limits, "limitOf">; linkLimits: Pick<LinkLimits, "usage"> },
  guard: ApiGuard,
  { baseUrl, corsOrigins }: { baseUrl: () => string; corsOrigins: readonly string[] },
): Promise<() => object> {
  let document = (): object => ({});
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
      document = () => finishDocument(scope.swagger(), baseUrl());
      await scope.register(async (guarded: Server) => {
        allowOrigins(guarded, corsOrigins);
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
        resourceRoutes(guarded, parts);
        meRoutes(guarded, parts.limits, parts.linkLimits);
      });
    },
    { prefix: API_PATH },
  );
  return () => document();
}
