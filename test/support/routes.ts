import { subscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";
import type { MemberRole } from "../../src/shared/vocabulary.ts";

export interface Operation {
  method: string;
  /** The pattern, such as /qrcodes/:id. */
  path: string;
}

interface Route extends Operation {
  right: MemberRole | null;
}

const routes = new WeakMap<object, Route[]>();

subscribe("fastify.initialization", (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const all: Route[] = [];
  routes.set(fastify, all);
  fastify.addHook("onRoute", ({ method, url, config }) => {
    for (const each of [method].flat()) all.push({ method: each, path: url, right: config?.right ?? null });
  });
});

/** The routes of a server below a path, for servers that were created after this file was imported. */
export const routesOf = (server: object, prefix: string): Operation[] =>
  routes
    .get(server)!
    .filter(({ method, path }) => path.startsWith(`${prefix}/`) && method !== "HEAD" && method !== "OPTIONS")
    .map(({ method, path }) => ({ method, path: path.slice(prefix.length) }));

/** The least role for a route of a server; also for a path as in the OpenAPI document. */
export const leastRoleOf = (server: object, method: string, path: string): MemberRole | null =>
  routes.get(server)!.find((each) => each.method === method && each.path === path.replaceAll(/\{(\w+)\}/g, ":$1"))
    ?.right ?? null;
