import swagger from "@fastify/swagger";
import type { Analytics } from "../../analytics/service.ts";
import type { Codes } from "../../codes/service.ts";
import type { Config } from "../../config.ts";
import { notFound } from "../../shared/errors.ts";
import type { CodeImages } from "../http/code-images.ts";
import { compressAnswers } from "../http/compression.ts";
import { allowEveryOrigin, allowOrigins } from "../http/cors.ts";
import type { Server } from "../http/server.ts";
import { createStaticAnswer } from "../http/static-answer.ts";
import { codeRoutes } from "./codes.ts";
import { imageRoutes } from "./images.ts";
import type { ApiLock } from "./lock.ts";
import { describeApi } from "./openapi.ts";
import { scanRoutes } from "./scans.ts";
import type { CodeShapes } from "./shapes.ts";
import { tagAnswers } from "./tags.ts";

export const API_PATH = "/api/v1";

export interface ApiParts {
  codes: Codes;
  analytics: Analytics;
  shapes: CodeShapes;
  images: CodeImages;
}

/** The resources, behind whichever lock has said whose they are. */
export function resourceRoutes(
  server: Server,
  { codes, analytics, shapes, images }: ApiParts,
): void {
  codeRoutes(server, codes, shapes);
  scanRoutes(server, codes, analytics);
  imageRoutes(server, codes, images);
}

/** /api/v1: the resources behind a key, and their description, which needs none and is given back. */
export async function openApiDoor(
  server: Server,
  parts: ApiParts,
  lock: ApiLock,
  { baseUrl, corsOrigins }: Pick<Config, "baseUrl" | "corsOrigins">,
): Promise<() => object> {
  let document = (): object => ({});
  await server.register(
    async (door: Server) => {
      await door.register(swagger, describeApi(baseUrl));
      const sendDocument = createStaticAnswer(
        () => JSON.stringify(document()),
        "application/json; charset=utf-8",
      );
      const open = { onRequest: lock.leaveOpen, schema: { hide: true } };
      door.get("/openapi.json", open, async (request, reply) => {
        allowEveryOrigin(reply);
        reply.header("Cache-Control", "no-cache");
        return sendDocument(request, reply);
      });
      document = () => door.swagger();
      await door.register(async (locked: Server) => {
        allowOrigins(locked, corsOrigins);
        locked.addHook("onRequest", async (request, reply) => {
          await lock.open(request, reply);
          // Before a body is read, which could only be wrong here.
          if (request.is404) throw notFound();
        });
        tagAnswers(locked);
        compressAnswers(locked);
        locked.setNotFoundHandler(() => {
          throw notFound();
        });
        resourceRoutes(locked, parts);
      });
    },
    { prefix: API_PATH },
  );
  return () => document();
}
