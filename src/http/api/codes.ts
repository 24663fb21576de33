import type { FastifyReply, FastifyRequest } from "fastify";
import type { Draft } from "../../codes/draft.ts";
import type { Codes } from "../../codes/service.ts";
import { revisionOf } from "../../codes/state.ts";
import { invalid } from "../../shared/errors.ts";
import { unicodeProblem } from "../../shared/text.ts";
import type { Code, CodeFilter, NewCode } from "../../store/code-store.ts";
import { readRevisions } from "../server/etag.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import { readDraft, readPatch } from "./code-input.ts";
import { keyProblems, readsHeaders } from "./headers.ts";
import { responseSchemas } from "./responses.ts";
import { CodePage, CodeParams, CreateBody, CreatedCode, FullCode, ListQuery, PatchBody } from "./schemas.ts";
import type { CodeSerializers } from "./serializers.ts";

export function codeRoutes(server: Server, codes: Codes, serializers: CodeSerializers): void {
  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return serializers.full(code);
  }

  async function create(request: FastifyRequest, draft: Draft, key: string | undefined, reply: FastifyReply) {
    const { ownerId } = request;
    const by = actorOf(request);
    if (key === undefined) return serializers.created(await codes.create(ownerId, draft, by));
    const answerOf = (code: NewCode) => JSON.stringify(serializers.created(code));
    const { answer, replayed } = await codes.createOnce(ownerId, draft, key, answerOf, by);
    if (replayed) reply.header("Idempotency-Replayed", "true");
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
        description: "The code is active at once, and its shareUrl counts scans. What is left out has its default.",
        headers: readsHeaders("Idempotency-Key"),
        body: CreateBody,
        response: responseSchemas({
          status: 201,
          description: "The QR code as created.",
          body: CreatedCode,
          headers: ["Location", "Idempotency-Replayed", "Vary"],
          notFound: false,
        }),
      },
    },
    async (request, reply) => {
      const key = request.headers["idempotency-key"] as string | undefined;
      const draft = readDraft(request, keyProblems(key), codes.problems);
      reply.code(201).type("application/json; charset=utf-8");
      const created = await create(request, draft, key, reply);
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
        description: "All filters hold at once. Deleted codes are listed by their state alone.",
        headers: readsHeaders("If-None-Match"),
        querystring: ListQuery,
        response: responseSchemas({
          status: 200,
          description: "One page of QR codes.",
          body: CodePage,
          tagged: true,
          notFound: false,
        }),
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      refuseBadText(filter);
      const page = await codes.list(request.ownerId, filter, limit, cursor);
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
        description: "Every scan that was answered before is counted in it.",
        headers: readsHeaders("If-None-Match"),
        params: CodeParams,
        response: responseSchemas({ status: 200, description: "The QR code.", body: FullCode, tagged: true }),
      },
    },
    async (request, reply) => show(await codes.read(request.ownerId, request.params.id), reply),
  );

  server.patch(
    "/qrcodes/:id",
    {
      attachValidation: true,
      schema: {
        summary: "Change a QR code",
        description:
          "Only what is sent changes. An earlier content is kept as a version. A change that changes nothing leaves updatedAt as it is.",
        consumes: ["application/json", "application/merge-patch+json"],
        headers: readsHeaders("If-Match"),
        operationId: "changeCode",
        tags: ["QR codes"],
        params: CodeParams,
        body: PatchBody,
        response: responseSchemas({
          status: 200,
          description: "The QR code as changed.",
          body: FullCode,
          headers: ["ETag", "Vary"],
        }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await codes.read(request.ownerId, id);
      const { patch, problems } = readPatch(request);
      const revisions = readRevisions(request.headers["if-match"]);
      const findings = { problems, revisions, by: actorOf(request) };
      return show(await codes.change(request.ownerId, id, patch, findings), reply);
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
          "Its share URL answers 404 from now on, and so does the interface. For 30 days it can be restored; then its content and scans are erased.",
        params: CodeParams,
        response: responseSchemas({ status: 204, description: "It is in the bin." }),
      },
    },
    async (request, reply) => {
      await codes.remove(request.ownerId, request.params.id);
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
          "Within 30 days of its deletion, with all its scans. Its share URL works again at once. A code that is not deleted is answered as it is, so that the request may be repeated.",
        params: CodeParams,
        response: responseSchemas({
          status: 200,
          description: "The QR code, as it was.",
          body: FullCode,
          headers: ["ETag", "Vary"],
        }),
      },
    },
    async (request, reply) => show(await codes.restore(request.ownerId, request.params.id), reply),
  );
}

function refuseBadText(filter: CodeFilter): void {
  const problems = (["q", "category"] as const)
    .map((field) => ({ field, message: unicodeProblem(filter[field] ?? "") }))
    .filter((problem): problem is { field: "q" | "category"; message: string } => problem.message !== null);
  if (problems.length > 0) throw invalid(problems);
}
