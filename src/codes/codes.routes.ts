import type { FastifyReply, FastifyRequest } from "fastify";
import { readRevisions } from "../server/etag.ts";
import { keyProblems, markReplayed, onceKeyOf, readsHeaders } from "../server/header-schemas.ts";
import { actorOf } from "../server/request.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { CodeSerializers } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import type { Code, NewCode } from "./code.ts";
import { readDraft, readPatch } from "./input.routes.ts";
import { CodePage, CodeParams, CreateBody, CreatedCode, FullCode, ListQuery, PatchBody } from "./schemas.routes.ts";
import type { Codes } from "./service.ts";
import { revisionOf } from "./state.ts";

export function codeRoutes(server: Server, codes: Codes, serializers: CodeSerializers): void {
  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return serializers.full(code);
  }

  async function create(request: FastifyRequest, reply: FastifyReply) {
    const { workspaceId } = request;
    const by = actorOf(request);
    const key = onceKeyOf(request);
    const { draft, refusal } = readDraft(request, keyProblems(key), codes.problems);
    if (key === undefined && refusal) throw refusal;
    if (key === undefined) return serializers.created(await codes.create(workspaceId, draft, by));
    const answerOf = (code: NewCode) => JSON.stringify(serializers.created(code));
    const { answer, replayed } = await codes.createOnce(workspaceId, draft, key, answerOf, by, refusal);
    markReplayed(reply, replayed);
    return JSON.parse(answer) as ReturnType<typeof serializers.created>;
  }

  server.post(
    "/qrcodes",
    {
      attachValidation: true,
      schema: {
        summary: "Create a publicly shared QR code",
        operationId: "createCode",
        tags: ["QR codes"],
        description:
          "The code is active immediately, and visits to its shareUrl are counted as scans. Omitted fields get their default. With a slug, that is its share token: case does not matter, some words are reserved, and it is taken for ever.",
        headers: readsHeaders("Idempotency-Key"),
        body: CreateBody,
        response: responseSchemas(201, "The created QR code.", CreatedCode, {
          headers: ["Location", "Idempotency-Replayed"],
        }),
      },
    },
    async (request, reply) => {
      const created = await create(request, reply);
      reply.code(201).type("application/json; charset=utf-8");
      const path = request.routeOptions.url ?? "";
      reply.header("Location", serializers.locationOf(path, created.id));
      return created;
    },
  );

  server.get(
    "/qrcodes",
    {
      schema: {
        summary: "List your QR codes, newest first",
        operationId: "listCodes",
        tags: ["QR codes"],
        description: "A code must match all filters. Deleted codes are listed only with state=deleted.",
        querystring: ListQuery,
        ...reads("One page of QR codes.", CodePage, { notFound: false }),
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const page = await codes.list(request.workspaceId, filter, limit, cursor);
      return { data: page.data.map(serializers.full), nextCursor: page.nextCursor };
    },
  );

  server.get(
    "/qrcodes/:id",
    {
      schema: {
        summary: "Read a QR code",
        operationId: "readCode",
        tags: ["QR codes"],
        description: "scanCount includes every scan answered before this request.",
        params: CodeParams,
        ...reads("The QR code.", FullCode),
      },
    },
    async (request, reply) => show(await codes.read(request.workspaceId, request.params.id), reply),
  );

  server.patch(
    "/qrcodes/:id",
    {
      attachValidation: true,
      schema: {
        summary: "Update a QR code",
        description:
          "Changes only the fields sent. The previous content is kept as a version. If nothing changes, updatedAt stays the same.",
        consumes: ["application/json", "application/merge-patch+json"],
        headers: readsHeaders("If-Match"),
        operationId: "changeCode",
        tags: ["QR codes"],
        params: CodeParams,
        body: PatchBody,
        response: responseSchemas(200, "The updated QR code.", FullCode, { headers: ["ETag"] }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await codes.read(request.workspaceId, id);
      const { patch, problems } = readPatch(request);
      const revisions = readRevisions(request.headers["if-match"]);
      const findings = { problems, revisions, by: actorOf(request) };
      return show(await codes.change(request.workspaceId, id, patch, findings), reply);
    },
  );

  server.delete(
    "/qrcodes/:id",
    {
      schema: {
        summary: "Delete a QR code",
        operationId: "deleteCode",
        tags: ["QR codes"],
        description:
          "Its share URL and API requests for it answer 404 from now on. It can be restored for 30 days; then its content and scans are erased.",
        params: CodeParams,
        response: responseSchemas(204, "The code is in the bin."),
      },
    },
    async (request, reply) => {
      await codes.remove(request.workspaceId, request.params.id);
      return reply.code(204).send();
    },
  );

  server.post(
    "/qrcodes/:id/restore",
    {
      schema: {
        summary: "Restore a deleted QR code",
        operationId: "restoreCode",
        tags: ["QR codes"],
        description:
          "Possible within 30 days of its deletion. The code keeps its scans, and its share URL works again immediately. A code that is not deleted is returned unchanged.",
        params: CodeParams,
        response: responseSchemas(200, "The restored QR code.", FullCode, { headers: ["ETag"] }),
      },
    },
    async (request, reply) => show(await codes.restore(request.workspaceId, request.params.id), reply),
  );
}
