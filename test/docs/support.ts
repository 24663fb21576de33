/** The OpenAPI document, without a store. */

import type { OpenApiDocument } from "../../scripts/support/operations.ts";
import type { ApiGuard } from "../../src/api/guard.ts";
import { registerApi } from "../../src/api/index.ts";
import { createBareServer } from "../support/bare-server.ts";

export const BASE_URL = "https://qr.example.com";

/** Stands for any dependency: nothing behind the routes is called, only their schemas are read. */
const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });

export async function readDocument(baseUrl = BASE_URL): Promise<OpenApiDocument> {
  const server = createBareServer();
  const pass = async () => {};
  const guard: ApiGuard = { open: pass, admit: pass, leaveOpen: pass, passOn: (_request, work) => work() };
  await registerApi(server, nothing as Parameters<typeof registerApi>[1], guard, {
    baseUrl: () => baseUrl,
    corsOrigins: [],
  });
  const answer = await server.inject("/api/v1/openapi.json");
  await server.close();
  return answer.json() as OpenApiDocument;
}
