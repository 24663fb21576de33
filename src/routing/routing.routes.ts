import type { FastifyReply } from "fastify";
import { staleProblems } from "../codes/change.ts";
import type { Code } from "../codes/code.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import { revisionOf } from "../codes/state.ts";
import { revisionsOf } from "../server/etag.ts";
import { operationsOf } from "../server/operation.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { NO_ROUTING, routingOf, writeRouting } from "./routing.ts";
import { ExplainBody, ExplanationShape, RoutingShape, SetRoutingBody } from "./schemas.routes.ts";

const RULE = {
  id: "lunch",
  name: "Lunch on weekdays",
  when: { weekdays: [1, 2, 3, 4, 5], hours: { from: "11:00", to: "14:30" }, timezone: "Europe/Berlin" },
  to: "https://cafe.example/lunch",
};
const EXAMPLE = {
  ...NO_ROUTING,
  rules: [RULE],
  afterwards: { to: "https://cafe.example/menu" },
  examples: [{ visit: { at: "2026-11-16T11:00:00.000Z" }, to: "https://cafe.example/lunch" }],
};
const EXPLANATION = {
  to: "https://example.com/menu",
  outcome: "content",
  rule: null,
  variant: null,
  checks: [
    {
      rule: "lunch",
      matched: false,
      because:
        "It is Monday 20:00 in Europe/Berlin; the rule holds on Monday, Tuesday, Wednesday, Thursday or Friday from 11:00 to 14:30.",
    },
  ],
};

export function routingRoutes(server: Server, { codes, routing }: Services): void {
  const operation = operationsOf(server, "Routing");
  const PATH = "/qrcodes/:id/routing";

  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return routingOf(code);
  }

  operation({
    name: "readRouting",
    method: "GET",
    path: PATH,
    right: "viewer",
    summary: "Read where a QR code leads other than to its content",
    description: "Rules, a split, and what visitors get before and after.",
    params: CodeParams,
    output: { description: "The routing.", shape: RoutingShape },
    example: { answer: EXAMPLE },
    handle: async (request, reply) => show(await codes.find(request.workspaceId, request.params.id), reply),
  });

  operation({
    name: "setRouting",
    method: "PUT",
    path: PATH,
    right: "editor",
    summary: "Set where a QR code leads other than to its content",
    description:
      "Decided in this order: startsAt, rules, split, then the code's own content. afterwards is where visitors go while the code, or the placement they scan, is paused, and once the code has expired; such visits are not counted as scans. A rule that no visit can reach, because of the rules before it or of itself, is refused.",
    headers: ["If-Match"],
    params: CodeParams,
    body: SetRoutingBody,
    find: ({ workspaceId, params }) => codes.find(workspaceId, params.id),
    rules: async (body, request, code) => [
      ...(await routing.problemsOf(code, body)),
      ...staleProblems(code, revisionsOf(request)),
    ],
    output: { description: "The routing as set.", shape: RoutingShape, headers: ["ETag"] },
    example: { body: EXAMPLE, answer: EXAMPLE },
    async handle(request, reply, code) {
      const kept = writeRouting(await routing.keptOf(code, request.body));
      const findings = { revisions: revisionsOf(request), by: actorOf(request) };
      return show(await codes.change(request.workspaceId, code.id, { routing: kept }, findings), reply);
    },
  });

  operation({
    name: "deleteRouting",
    method: "DELETE",
    path: PATH,
    right: "editor",
    summary: "Remove the routing of a QR code",
    description: "As setting every field to its default.",
    params: CodeParams,
    output: { description: "The code has no routing.", notFound: true },
    async handle(request) {
      await codes.change(request.workspaceId, request.params.id, { routing: null }, { by: actorOf(request) });
    },
  });

  operation({
    name: "explainRouting",
    method: "POST",
    path: `${PATH}/explain`,
    right: "viewer",
    summary: "Explain where a visit would lead",
    description:
      "Says where it leads, what decides, and of each rule before that why it does not match. Nothing is counted. That the code is paused or expired is left aside.",
    params: CodeParams,
    body: ExplainBody,
    find: ({ workspaceId, params }) => codes.find(workspaceId, params.id),
    output: { description: "Where it leads, and why.", shape: ExplanationShape },
    example: { body: { visit: { device: "mobile", at: "2026-11-16T19:00:00.000Z" } }, answer: EXPLANATION },
    handle: async ({ body }, _reply, code) => routing.explain(code, body.visit),
  });
}
