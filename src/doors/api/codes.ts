import type { FastifyReply } from "fastify";
import { revisionOf } from "../../codes/revision.ts";
import type { Codes, Draft } from "../../codes/service.ts";
import { type FieldProblem, invalid } from "../../shared/errors.ts";
import { unicodeProblem } from "../../shared/text.ts";
import type { Code, CodeFilter } from "../../store/types.ts";
import { readRevisions } from "../http/etag.ts";
import type { Server } from "../http/server.ts";
import { answers } from "./answers.ts";
import { readDraft, readPatch } from "./code-input.ts";
import {
  CodePage,
  CodeParams,
  CreateBody,
  CreatedCode,
  FullCode,
  ListQuery,
  PatchBody,
} from "./schemas.ts";
import type { CodeShapes } from "./shapes.ts";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

export function codeRoutes(server: Server, codes: Codes, shapes: CodeShapes): void {
  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return shapes.full(code);
  }

  async function create(
    ownerId: string,
    draft: Draft,
    key: string | undefined,
    reply: FastifyReply,
  ) {
    if (key === undefined) return shapes.created(await codes.create(ownerId, draft));
    const { answer, replayed } = await codes.createOnce(ownerId, draft, key, (code) =>
      JSON.stringify(shapes.created(code)),
    );
    if (replayed) reply.header("Idempotency-Replayed", "true");
    return JSON.parse(answer) as ReturnType<typeof shapes.created>;
  }

  server.post(
    "/qrcodes",
    {
      attachValidation: true,
      schema: {
        summary: "Create a publicly shared QR code",
        operationId: "createCode",
        tags: ["QR codes"],
        headers: IdempotencyHeader,
        body: CreateBody,
        response: answers(201, "The QR code as created.", CreatedCode),
      },
    },
    async (request, reply) => {
      const key = request.headers["idempotency-key"] as string | undefined;
      const draft = readDraft(request, keyProblems(key), codes.problems);
      reply.code(201).type("application/json; charset=utf-8");
      const created = await create(request.ownerId, draft, key, reply);
      const path = request.routeOptions.url ?? "";
      reply.header("Location", shapes.locationOf(path, created.id));
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
        querystring: ListQuery,
        response: answers(200, "One page of QR codes.", CodePage),
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      refuseBadText(filter);
      const page = await codes.list(request.ownerId, filter, limit, cursor);
      return { data: page.data.map(shapes.full), nextCursor: page.nextCursor };
    },
  );

  server.get(
    "/qrcodes/:id",
    {
      schema: {
        summary: "Read a QR code",
        operationId: "readCode",
        tags: ["QR codes"],
        params: CodeParams,
        response: answers(200, "The QR code.", FullCode),
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
        description: "Only what is sent changes. An earlier content is kept as a version.",
        operationId: "changeCode",
        tags: ["QR codes"],
        params: CodeParams,
        body: PatchBody,
        response: answers(200, "The QR code as changed.", FullCode),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await codes.read(request.ownerId, id);
      const { patch, problems } = readPatch(request);
      const revisions = readRevisions(request.headers["if-match"]);
      return show(await codes.change(request.ownerId, id, patch, { problems, revisions }), reply);
    },
  );

  server.delete(
    "/qrcodes/:id",
    {
      schema: {
        summary: "Delete a QR code",
        operationId: "deleteCode",
        tags: ["QR codes"],
        params: CodeParams,
        response: answers(204, "It is gone."),
      },
    },
    async (request, reply) => {
      await codes.remove(request.ownerId, request.params.id);
      return reply.code(204).send();
    },
  );
}

const IdempotencyHeader = {
  type: "object",
  properties: {
    "idempotency-key": {
      type: "string",
      description: "The same key and body within 24 hours give the first answer again.",
    },
  },
};

const keyProblems = (key: string | undefined): FieldProblem[] =>
  key === undefined || IDEMPOTENCY_KEY.test(key)
    ? []
    : [{ field: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }];

function refuseBadText(filter: CodeFilter): void {
  const problems = (["q", "category"] as const)
    .map((field) => ({ field, message: unicodeProblem(filter[field] ?? "") }))
    .filter(
      (problem): problem is { field: "q" | "category"; message: string } =>
        problem.message !== null,
    );
  if (problems.length > 0) throw invalid(problems);
}
