import type { FastifyReply } from "fastify";
import { revisionsOf } from "../server/etag.ts";
import { markReplayed, onceKeyOf } from "../server/header-schemas.ts";
import { operationsOf, PATCH_TYPES } from "../server/operation.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import type { Code, NewCode } from "./code.ts";
import { draftOf, draftProblems, expiryProblems, patchOf } from "./input.routes.ts";
import {
  CodePage,
  CodeParams,
  CreateBody,
  CreatedCode,
  EXAMPLE_BODY,
  exampleOf,
  FullCode,
  ListQuery,
  PatchBody,
} from "./schemas.routes.ts";
import { revisionOf } from "./state.ts";

const EXAMPLE_CHANGE = { content: "https://example.com/menu-2", category: "Tables" };

export function codeRoutes(server: Server, { codes, serializers }: Services): void {
  const operation = operationsOf(server, "QR codes", serializers.locationOf);
  const createdBefore = (answer: string) => JSON.parse(answer) as ReturnType<typeof serializers.created>;

  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return serializers.full(code);
  }

  operation({
    name: "createCode",
    method: "POST",
    path: "/qrcodes",
    right: "editor",
    summary: "Create a publicly shared QR code",
    description:
      "The code is active immediately, and visits to its shareUrl are counted as scans. Omitted fields get their default. With a slug, that is its share token: case does not matter, some words are reserved, and it is taken for ever.",
    headers: ["Idempotency-Key"],
    body: CreateBody,
    rules: (body) => draftProblems(body, codes.problems),
    output: { status: 201, description: "The created QR code.", shape: CreatedCode },
    example: (baseUrl) => ({ body: EXAMPLE_BODY, answer: exampleOf(baseUrl).created }),
    async replay(request, key) {
      const answer = await codes.firstAnswer(request.workspaceId, key, draftOf(request.body));
      return answer === null ? null : createdBefore(answer);
    },
    async handle(request, reply) {
      const { workspaceId, body } = request;
      const [draft, by, key] = [draftOf(body), actorOf(request), onceKeyOf(request)];
      if (key === undefined) return serializers.created(await codes.create(workspaceId, draft, by));
      const answerOf = (code: NewCode) => JSON.stringify(serializers.created(code));
      const { answer, replayed } = await codes.createOnce(workspaceId, draft, key, answerOf, by);
      markReplayed(reply, replayed);
      return createdBefore(answer);
    },
  });

  operation({
    name: "listCodes",
    method: "GET",
    path: "/qrcodes",
    right: "viewer",
    summary: "List your QR codes, newest first",
    description: "A code must match all filters. Deleted codes are listed only with state=deleted.",
    query: ListQuery,
    output: { description: "One page of QR codes.", shape: CodePage },
    example: (baseUrl) => ({ answer: { data: [exampleOf(baseUrl).read], nextCursor: null } }),
    async handle({ workspaceId, query: { limit, cursor, ...filter } }) {
      const page = await codes.list(workspaceId, filter, limit, cursor);
      return { data: page.data.map(serializers.full), nextCursor: page.nextCursor };
    },
  });

  operation({
    name: "readCode",
    method: "GET",
    path: "/qrcodes/:id",
    right: "viewer",
    summary: "Read a QR code",
    description: "scanCount includes every scan answered before this request.",
    params: CodeParams,
    output: { description: "The QR code.", shape: FullCode },
    example: (baseUrl) => ({ answer: exampleOf(baseUrl).read }),
    handle: async ({ workspaceId, params }, reply) => show(await codes.read(workspaceId, params.id), reply),
  });

  operation({
    name: "changeCode",
    method: "PATCH",
    path: "/qrcodes/:id",
    right: "editor",
    summary: "Update a QR code",
    description:
      "Changes only the fields sent. The previous content is kept as a version. If nothing changes, updatedAt stays the same.",
    headers: ["If-Match"],
    params: CodeParams,
    body: PatchBody,
    consumes: PATCH_TYPES,
    find: ({ workspaceId, params }) => codes.read(workspaceId, params.id),
    async rules(body, request, code) {
      const wrong = expiryProblems(body.expiresAt);
      // A valid change is checked by the service, under a lock.
      if (wrong.length === 0 && !request.validationError) return [];
      return [...wrong, ...(await codes.changeProblems(code, patchOf(body), revisionsOf(request)))];
    },
    output: { description: "The updated QR code.", shape: FullCode, headers: ["ETag"] },
    example: (baseUrl) => ({
      body: EXAMPLE_CHANGE,
      answer: { ...exampleOf(baseUrl).read, ...EXAMPLE_CHANGE, updatedAt: "2026-01-03T09:00:00.000Z" },
    }),
    async handle(request, reply) {
      const { workspaceId, params, body } = request;
      const findings = { revisions: revisionsOf(request), by: actorOf(request) };
      return show(await codes.change(workspaceId, params.id, patchOf(body), findings), reply);
    },
  });

  operation({
    name: "deleteCode",
    method: "DELETE",
    path: "/qrcodes/:id",
    right: "editor",
    summary: "Delete a QR code",
    description:
      "Its share URL and API requests for it answer 404 from now on. It can be restored for 30 days; then its content and scans are erased.",
    params: CodeParams,
    output: { description: "The code is in the bin." },
    handle: ({ workspaceId, params }) => codes.remove(workspaceId, params.id),
  });

  operation({
    name: "restoreCode",
    method: "POST",
    path: "/qrcodes/:id/restore",
    right: "editor",
    summary: "Restore a deleted QR code",
    description:
      "Possible within 30 days of its deletion. The code keeps its scans, and its share URL works again immediately. A code that is not deleted is returned unchanged.",
    params: CodeParams,
    output: { description: "The restored QR code.", shape: FullCode, headers: ["ETag"] },
    example: (baseUrl) => ({ answer: exampleOf(baseUrl).read }),
    handle: async ({ workspaceId, params }, reply) => show(await codes.restore(workspaceId, params.id), reply),
  });
}
