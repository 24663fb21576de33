import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { Code } from "../codes/code.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import type { Codes } from "../codes/service.ts";
import { revisionOf } from "../codes/state.ts";
import { PLAIN } from "../rendering/style.ts";
import { shapeProblems } from "../server/body-problems.ts";
import { readRevisions } from "../server/etag.ts";
import { keyProblems, markReplayed, onceKeyOf, readsHeaders } from "../server/header-schemas.ts";
import { leavingOf } from "../server/request.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { CodeSerializers } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import { idParams, pageQuery } from "../server/shapes.ts";
import {
  CreateStyleBody,
  NearestLook,
  PatchStyleBody,
  SavedStyleShape,
  SetStyleBody,
  StylePage,
  StyleShape,
} from "./look.schema.routes.ts";
import type { SavedStyle } from "./look.ts";
import type { Looks, Wanted } from "./service.ts";
import { lookOf } from "./styles.ts";

type Locations = Pick<CodeSerializers, "locationOf">;

const tags = ["Looks"];
const StyleParams = idParams("style");

/** The look of a code, and looks kept under a name. */
export function lookRoutes(server: Server, codes: Codes, looks: Looks, { locationOf }: Locations): void {
  codeStyleRoutes(server, codes, looks);
  savedStyleRoutes(server, looks, locationOf);
}

/** A style that is sent whole, or named. */
const wantedOf = ({ styleId, ...style }: Static<typeof SetStyleBody>): Wanted =>
  styleId === undefined ? { style } : { styleId };

/** Then everything else is ignored. */
const isNamed = (body: unknown): boolean => typeof (body as { styleId?: unknown } | null)?.styleId === "string";

function codeStyleRoutes(server: Server, codes: Codes, looks: Looks): void {
  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return looks.styleOf(code);
  }

  server.get(
    "/qrcodes/:id/style",
    {
      schema: {
        summary: "Read a QR code's look",
        operationId: "readStyle",
        tags,
        description: "For a code without a look, plain squares.",
        params: CodeParams,
        ...reads("The look.", StyleShape),
      },
    },
    async (request, reply) => show(await codes.find(request.workspaceId, request.params.id), reply),
  );

  server.put(
    "/qrcodes/:id/style",
    {
      attachValidation: true,
      schema: {
        summary: "Set a QR code's look",
        operationId: "setStyle",
        tags,
        description:
          "All images of the code use it from now on. A look that cannot be read is a 400 that names the field to change and the nearest value that works. A look that reads poorly is accepted, and its scannability says so.",
        headers: readsHeaders("If-Match"),
        params: CodeParams,
        body: SetStyleBody,
        response: responseSchemas(200, "The look as set.", StyleShape, { headers: ["ETag"] }),
      },
    },
    async (request, reply) => {
      const { workspaceId, params, body, headers } = request;
      const problems = isNamed(body) ? [] : shapeProblems(request);
      const revisions = readRevisions(headers["if-match"]);
      const signal = leavingOf(reply);
      const wanted = problems.length > 0 ? { style: PLAIN } : wantedOf(body);
      return show(await looks.set(workspaceId, params.id, wanted, { problems, revisions, signal }), reply);
    },
  );

  server.get(
    "/qrcodes/:id/style/nearest",
    {
      schema: {
        summary: "Suggest a look that scans",
        operationId: "proposeStyle",
        tags,
        description:
          "The code's own look with the smallest change that makes it scan well enough to print. Nothing is changed until you set it.",
        params: CodeParams,
        ...reads("The look that scans.", NearestLook),
      },
    },
    async (request, reply) => looks.nearest(request.workspaceId, request.params.id, leavingOf(reply)),
  );

  server.delete(
    "/qrcodes/:id/style",
    {
      schema: {
        summary: "Remove a QR code's look",
        operationId: "resetStyle",
        tags,
        description: "The code becomes plain squares in its own colours.",
        headers: readsHeaders("If-Match"),
        params: CodeParams,
        response: responseSchemas(204, "The look is removed."),
      },
    },
    async (request, reply) => {
      const revisions = readRevisions(request.headers["if-match"]);
      await looks.clear(request.workspaceId, request.params.id, revisions);
      return reply.code(204).send();
    },
  );
}

const show = (saved: SavedStyle) => ({
  id: saved.id,
  name: saved.name,
  isDefault: saved.isDefault,
  style: lookOf(saved),
});

function savedStyleRoutes(server: Server, looks: Looks, locationOf: Locations["locationOf"]): void {
  server.get(
    "/styles",
    {
      schema: {
        summary: "List your saved looks, newest first",
        operationId: "listStyles",
        tags,
        description: "New QR codes get the one with isDefault.",
        querystring: pageQuery("styles'"),
        ...reads("One page of styles.", StylePage, { notFound: false }),
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const { data, nextCursor } = await looks.styles.list(request.workspaceId, limit, cursor);
      return { data: data.map(show), nextCursor };
    },
  );

  server.post(
    "/styles",
    {
      attachValidation: true,
      schema: {
        summary: "Save a look",
        operationId: "createStyle",
        tags,
        description: "Saving a style changes no QR code; codes get a copy of it. A workspace can have 200 styles.",
        headers: readsHeaders("Idempotency-Key"),
        body: CreateStyleBody,
        response: responseSchemas(201, "The saved look.", SavedStyleShape, {
          headers: ["Location", "Idempotency-Replayed"],
        }),
      },
    },
    async (request, reply) => {
      const { named, problems } = readNamed(request);
      const key = onceKeyOf(request);
      const found = [...keyProblems(key), ...problems];
      const { style, replayed } = await looks.styles.create(request.workspaceId, named, found, key);
      markReplayed(reply, replayed);
      reply.code(201).header("Location", locationOf(request.routeOptions.url ?? "", style.id));
      return show(style);
    },
  );

  server.get(
    "/styles/:id",
    {
      schema: {
        summary: "Read a saved look",
        operationId: "readSavedStyle",
        tags,
        description: "The current style; QR codes that use a copy of it may differ.",
        params: StyleParams,
        ...reads("The style.", SavedStyleShape),
      },
    },
    async (request) => show(await looks.styles.get(request.workspaceId, request.params.id)),
  );

  server.patch(
    "/styles/:id",
    {
      attachValidation: true,
      schema: {
        summary: "Update a saved look",
        operationId: "changeStyle",
        tags,
        description: "QR codes that use a copy of it do not change.",
        consumes: ["application/json", "application/merge-patch+json"],
        params: StyleParams,
        body: PatchStyleBody,
        response: responseSchemas(200, "The updated style.", SavedStyleShape),
      },
    },
    async (request) => {
      const { named, problems } = readNamed(request);
      return show(await looks.styles.change(request.workspaceId, request.params.id, named, problems));
    },
  );

  server.delete(
    "/styles/:id",
    {
      schema: {
        summary: "Delete a saved look",
        operationId: "deleteStyle",
        tags,
        description: "QR codes that use a copy of it do not change.",
        params: StyleParams,
        response: responseSchemas(204, "The style is deleted."),
      },
    },
    async (request, reply) => {
      await looks.styles.remove(request.workspaceId, request.params.id);
      return reply.code(204).send();
    },
  );
}

/** The valid fields, and the problems of the others. */
function readNamed<T extends Static<typeof PatchStyleBody>>(
  request: FastifyRequest & { body: T },
): { named: T; problems: ReturnType<typeof shapeProblems> } {
  const problems = shapeProblems(request);
  const isWrong = (field: string) =>
    problems.some((problem) => problem.field === field || problem.field.startsWith(`${field}.`));
  const { name, style, isDefault } = (problems.some(({ field }) => field === "body") ? {} : request.body) as T;
  const parts = Object.entries({ name, style, isDefault });
  const sound = parts.filter(([field, value]) => value !== undefined && !isWrong(field));
  return { named: Object.fromEntries(sound) as T, problems };
}
