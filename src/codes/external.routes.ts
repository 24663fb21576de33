import { Type } from "typebox";
import { revisionsOf } from "../server/etag.ts";
import { operationsOf } from "../server/operation.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { staleProblems } from "./change.ts";
import { draftOf, draftProblems, expiryProblems } from "./input.routes.ts";
import { EXTERNAL_ID_LENGTH, externalIdProblem } from "./rules.ts";
import { CreateBody, EXAMPLE_BODY, exampleOf, FullCode } from "./schemas.routes.ts";
import { revisionOf } from "./state.ts";

const EXTERNAL = "/external/:externalId";
const PATH = `/qrcodes${EXTERNAL}`;
const EXAMPLE_EXTERNAL_ID = "menu-7";

const Params = Type.Object({
  externalId: Type.String({ maxLength: EXTERNAL_ID_LENGTH, description: "Your own id of the QR code." }),
});

export function externalRoutes(server: Server, { codes, external, serializers }: Services): void {
  const operation = operationsOf(server, "QR codes");
  const example = (baseUrl: string) => ({ ...exampleOf(baseUrl).read, externalId: EXAMPLE_EXTERNAL_ID });

  operation({
    name: "putCodeByExternalId",
    method: "PUT",
    path: PATH,
    right: "editor",
    summary: "Create or change a QR code by your own id",
    description:
      "Creates the code, or changes the one with this id to match the body: what the body leaves out gets its default, and the code keeps its scans, share token, style, tags and favourite mark. A deleted code is restored. The same request again changes nothing.",
    headers: ["If-Match"],
    params: Params,
    body: CreateBody,
    find: ({ workspaceId, params }) => external.held(workspaceId, params.externalId),
    async rules(body, request, held) {
      const { externalId } = request.params;
      const revisions = revisionsOf(request);
      const { externalId: given, ...rest } = body;
      const problem =
        (given ?? externalId) === externalId ? externalIdProblem(externalId) : "must be the one in the path";
      const own = problem === null ? [] : [{ field: "externalId", message: problem }];
      return held
        ? [
            ...own,
            ...expiryProblems(rest.expiresAt),
            ...(await external.changeProblems(held, draftOf(rest), revisions)),
          ]
        : [...own, ...draftProblems(rest, codes.problems), ...staleProblems(null, revisions)];
    },
    output: {
      description: "The changed QR code.",
      created: "The created QR code.",
      shape: FullCode,
      headers: ["ETag"],
    },
    example: (baseUrl) => ({ body: EXAMPLE_BODY, answer: example(baseUrl) }),
    async handle(request, reply) {
      const { workspaceId, params, body } = request;
      const draft = { ...draftOf(body), externalId: params.externalId };
      const { code, isNew } = await external.put(workspaceId, draft, {
        revisions: revisionsOf(request),
        by: actorOf(request),
      });
      reply.revision = revisionOf(code);
      const codesPath = request.routeOptions.url!.slice(0, -EXTERNAL.length);
      if (isNew) reply.code(201).header("Location", serializers.locationOf(codesPath, code.id));
      return serializers.full(code);
    },
  });

  operation({
    name: "readCodeByExternalId",
    method: "GET",
    path: PATH,
    right: "viewer",
    summary: "Read a QR code by your own id",
    description: "scanCount includes every scan answered before this request.",
    params: Params,
    output: { description: "The QR code.", shape: FullCode, notFound: true },
    example: (baseUrl) => ({ answer: example(baseUrl) }),
    async handle({ workspaceId, params }, reply) {
      const code = await external.read(workspaceId, params.externalId);
      reply.revision = revisionOf(code);
      return serializers.full(code);
    },
  });

  operation({
    name: "deleteCodeByExternalId",
    method: "DELETE",
    path: PATH,
    right: "editor",
    summary: "Delete a QR code by your own id",
    description: "As deleting it by its id. It can be restored for 30 days, and keeps your id until it is erased.",
    params: Params,
    output: { description: "The code is in the bin.", notFound: true },
    handle: ({ workspaceId, params }) => external.remove(workspaceId, params.externalId),
  });
}
