import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { staleProblems } from "../codes/change.ts";
import type { Code } from "../codes/code.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import { revisionOf } from "../codes/state.ts";
import { revisionsOf } from "../server/etag.ts";
import { operationsOf } from "../server/operation.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import { exact, nullable, withRequired } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { ADDRESS_LENGTH, afterwardsOf, type GivenAfterwards, MESSAGE_LENGTH } from "./afterwards.ts";
import { routingOf, writeRouting } from "./routing.ts";

/** `otherwise`: what null means. */
export const afterwardsField = (otherwise: string) =>
  nullable<GivenAfterwards>("object", {
    default: null,
    description: `Where visitors go while a code is paused or expired: {"to": a web address}, to which they are redirected, or {"message": words}, which our page shows. Null: ${otherwise}.`,
    properties: {
      to: {
        type: "string",
        minLength: 1,
        maxLength: ADDRESS_LENGTH,
        description: "A web address by the rules of content of type url; {placement} stands for the copy's name.",
      },
      message: {
        type: "string",
        minLength: 1,
        maxLength: MESSAGE_LENGTH,
        description: "At most 500 characters, line breaks included.",
      },
    },
  });

const fields = { afterwards: afterwardsField("as the brand of the workspace says") };
const SetRoutingBody = withRequired(
  [],
  Type.Object(fields, { title: "SetRouting", description: "What is left out is null. Unknown fields are ignored." }),
);
const RoutingShape = Type.Object(fields, exact("Routing", "Where a QR code leads other than to its content."));

const EXAMPLE = { afterwards: { to: "https://cafe.example/menu" } };

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
    description: "Null until it is set.",
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
      "afterwards is where visitors go while the code, or the placement they scan, is paused, and once the code has expired. Such visits are not counted as scans.",
    headers: ["If-Match"],
    params: CodeParams,
    body: SetRoutingBody,
    find: ({ workspaceId, params }) => codes.find(workspaceId, params.id),
    rules: async ({ afterwards }, request, code) => [
      ...(await routing.afterwardsProblems(afterwards)),
      ...staleProblems(code, revisionsOf(request)),
    ],
    output: { description: "The routing as set.", shape: RoutingShape, headers: ["ETag"] },
    example: { body: EXAMPLE, answer: EXAMPLE },
    async handle(request, reply, { id }) {
      const routing = writeRouting({ afterwards: afterwardsOf(request.body.afterwards) });
      const findings = { revisions: revisionsOf(request), by: actorOf(request) };
      return show(await codes.change(request.workspaceId, id, { routing }, findings), reply);
    },
  });

  operation({
    name: "deleteRouting",
    method: "DELETE",
    path: PATH,
    right: "editor",
    summary: "Remove the routing of a QR code",
    description: "As setting every field to null.",
    params: CodeParams,
    output: { description: "The code has no routing.", notFound: true },
    async handle(request) {
      await codes.change(request.workspaceId, request.params.id, { routing: null }, { by: actorOf(request) });
    },
  });
}
