import swagger from "@fastify/swagger";
import type { Analytics } from "../../analytics/service.ts";
import type { Codes } from "../../codes/service.ts";
import { notFound } from "../../shared/errors.ts";
import type { CodeImages } from "../http/code-images.ts";
import type { Server } from "../http/server.ts";
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
  baseUrl: string,
): Promise<() => object> {
  let document = (): object => ({});
  await server.register(
    async (door: Server) => {
      await door.register(swagger, describeApi(baseUrl));
      door.get("/openapi.json", { onRequest: lock.leaveOpen, schema: { hide: true } }, async () =>
        document(),
      );
      document = () => door.swagger();
      await door.register(async (locked: Server) => {
        locked.addHook("onRequest", async (request, reply) => {
          await lock.open(request, reply);
          // Before a body is read, which could only be wrong here.
          if (request.is404) throw notFound();
        });
        tagAnswers(locked);
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
