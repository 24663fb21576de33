/** The OpenAPI document, without a store. */

import type { OpenApiDocument } from "../../scripts/support/operations.ts";
import type { ApiGuard } from "../../src/api/guard.ts";
import { registerApi } from "../../src/api/index.ts";
import type { Services } from "../../src/services.ts";
import { createBareServer } from "../support/bare-server.ts";

export const BASE_URL = "https://qr.example.com";

/** Stands for any dependency: nothing behind the routes is called, only their schemas are read. */
const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });

export const readDocument = async (baseUrl = BASE_URL): Promise<OpenApiDocument> => (await readApi(baseUrl)).document;

/** With the operations that it describes. */
export async function readApi(baseUrl = BASE_URL) {
  const server = createBareServer();
  const pass = async () => {};
  const guard: ApiGuard = { open: pass, admit: pass, leaveOpen: pass, passOn: (_request, work) => work() };
  const known: Record<string, unknown> = { guard, settings: { baseUrl: () => baseUrl }, config: { corsOrigins: [] } };
  const services = new Proxy(known, { get: (_, name) => known[name as string] ?? nothing });
  const { operations } = await registerApi(server, services as unknown as Services);
  const answer = await server.inject("/api/v1/openapi.json");
  await server.close();
  return { document: answer.json() as OpenApiDocument, operations };
}
