import type { FastifyReply } from "fastify";
import type { Static } from "typebox";
import type { CodeSerializers } from "../codes/answers.routes.ts";
import type { Code } from "../codes/code.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import type { Codes } from "../codes/service.ts";
import { revisionOf } from "../codes/state.ts";
import { revisionsOf } from "../server/etag.ts";
import { markReplayed, onceKeyOf } from "../server/header-schemas.ts";
import { operationsOf, PATCH_TYPES } from "../server/operation.ts";
import { leavingOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import { EXAMPLE_ID, idParams, pageQuery } from "../server/shapes.ts";
import type { Services } from "../services.ts";
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

const StyleParams = idParams("style");

/** The look of a code, and looks kept under a name. */
export function lookRoutes(server: Server, { codes, looks, serializers: { locationOf } }: Services): void {
  codeStyleRoutes(server, codes, looks);
  savedStyleRoutes(server, looks, locationOf);
}

/** A style that is sent whole, or named. */
const wantedOf = ({ styleId, ...style }: Static<typeof SetStyleBody>): Wanted =>
  styleId === undefined ? { style } : { styleId };

/** Then everything else is ignored. */
const isNamed = (body: unknown): boolean => typeof (body as { styleId?: unknown } | null)?.styleId === "string";

const EXAMPLE_STYLE = {
  modules: "dots",
  eyeFrame: "rounded",
  eyeBall: "circle",
  eyeColor: null,
  gradient: { kind: "linear", to: "#14532d", angle: 45 },
  logo: { id: EXAMPLE_ID, scale: 0.2 },
  frame: { kind: "label", text: "Scan me", color: "#1a1410" },
  quietZone: 4,
  transparent: false,
};
const EXAMPLE_TO_SAVE = { name: "Our green", isDefault: true, style: EXAMPLE_STYLE };
const EXAMPLE_SAVED = { id: EXAMPLE_ID, ...EXAMPLE_TO_SAVE };

function codeStyleRoutes(server: Server, codes: Codes, looks: Looks): void {
  const operation = operationsOf(server, "Looks");

  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return looks.styleOf(code);
  }

  operation({
    name: "readStyle",
    title: "Read look",
    method: "GET",
    path: "/qrcodes/:id/style",
    right: "viewer",
    summary: "Read a QR code's look",
    description: "For a code without a look, plain squares.",
    params: CodeParams,
    output: { description: "The look.", shape: StyleShape },
    example: { answer: EXAMPLE_STYLE },
    handle: async (request, reply) => show(await codes.find(request.workspaceId, request.params.id), reply),
  });

  operation({
    name: "setStyle",
    title: "Set look",
    method: "PUT",
    path: "/qrcodes/:id/style",
    right: "editor",
    summary: "Set a QR code's look",
    description:
      "All images of the code use it from now on. A look that cannot be read is a 400 that names the field to change and the nearest value that works. A look that reads poorly is accepted, and its scannability says so.",
    headers: ["If-Match"],
    params: CodeParams,
    body: SetStyleBody,
    find: ({ workspaceId, params }) => codes.find(workspaceId, params.id),
    shapeProblems: (problems, body) => (isNamed(body) ? [] : problems),
    output: { description: "The look as set.", shape: StyleShape, headers: ["ETag"] },
    example: { body: EXAMPLE_STYLE, answer: EXAMPLE_STYLE },
    async handle(request, reply) {
      const { workspaceId, params, body } = request;
      const findings = { revisions: revisionsOf(request), signal: leavingOf(reply) };
      return show(await looks.set(workspaceId, params.id, wantedOf(body), findings), reply);
    },
  });

  operation({
    name: "proposeStyle",
    title: "Propose look",
    method: "GET",
    path: "/qrcodes/:id/style/nearest",
    right: "viewer",
    summary: "Suggest a look that scans",
    description:
      "The code's own look with the smallest change that makes it scan well enough to print. Nothing is changed until you set it.",
    params: CodeParams,
    output: { description: "The look that scans.", shape: NearestLook },
    example: {
      answer: {
        changes: [{ field: "logo.scale", value: 0.2 }],
        style: EXAMPLE_STYLE,
        foregroundColor: "#1a1410",
        backgroundColor: "#ffffff",
      },
    },
    handle: async (request, reply) => looks.nearest(request.workspaceId, request.params.id, leavingOf(reply)),
  });

  operation({
    name: "resetStyle",
    title: "Remove look",
    method: "DELETE",
    path: "/qrcodes/:id/style",
    right: "editor",
    summary: "Remove a QR code's look",
    description: "The code becomes plain squares in its own colours.",
    headers: ["If-Match"],
    params: CodeParams,
    output: { description: "The look is removed." },
    handle: (request) => looks.clear(request.workspaceId, request.params.id, revisionsOf(request)),
  });
}

const show = (saved: SavedStyle) => ({
  id: saved.id,
  name: saved.name,
  isDefault: saved.isDefault,
  style: lookOf(saved),
});

function savedStyleRoutes(server: Server, looks: Looks, locationOf: Locations["locationOf"]): void {
  const operation = operationsOf(server, "Looks", locationOf);

  operation({
    name: "listStyles",
    title: "List saved looks",
    method: "GET",
    path: "/styles",
    right: "viewer",
    summary: "List your saved looks, newest first",
    description: "New QR codes get the one with isDefault.",
    query: pageQuery("styles'"),
    output: { description: "One page of styles.", shape: StylePage },
    example: { answer: { data: [EXAMPLE_SAVED], nextCursor: null } },
    async handle(request) {
      const { limit, cursor } = request.query;
      const { data, nextCursor } = await looks.styles.list(request.workspaceId, limit, cursor);
      return { data: data.map(show), nextCursor };
    },
  });

  operation({
    name: "createStyle",
    title: "Save look",
    method: "POST",
    path: "/styles",
    right: "editor",
    summary: "Save a look",
    description: "Saving a style changes no QR code; codes get a copy of it. A workspace can have 200 styles.",
    headers: ["Idempotency-Key"],
    body: CreateStyleBody,
    rules: (body, { workspaceId }) => looks.styles.problems(workspaceId, body),
    output: { status: 201, description: "The saved look.", shape: SavedStyleShape },
    example: { body: EXAMPLE_TO_SAVE, answer: EXAMPLE_SAVED },
    async handle(request, reply) {
      const { style, replayed } = await looks.styles.create(request.workspaceId, request.body, onceKeyOf(request));
      markReplayed(reply, replayed);
      return show(style);
    },
  });

  operation({
    name: "readSavedStyle",
    title: "Read saved look",
    method: "GET",
    path: "/styles/:id",
    right: "viewer",
    summary: "Read a saved look",
    description: "The current style; QR codes that use a copy of it may differ.",
    params: StyleParams,
    output: { description: "The style.", shape: SavedStyleShape },
    example: { answer: EXAMPLE_SAVED },
    handle: async (request) => show(await looks.styles.get(request.workspaceId, request.params.id)),
  });

  operation({
    name: "changeStyle",
    title: "Change saved look",
    method: "PATCH",
    path: "/styles/:id",
    right: "editor",
    summary: "Update a saved look",
    description: "QR codes that use a copy of it do not change.",
    params: StyleParams,
    body: PatchStyleBody,
    find: ({ workspaceId, params }) => looks.styles.get(workspaceId, params.id),
    rules: (body, { workspaceId }) => looks.styles.problems(workspaceId, body),
    consumes: PATCH_TYPES,
    output: { description: "The updated style.", shape: SavedStyleShape },
    example: { body: { isDefault: true }, answer: EXAMPLE_SAVED },
    handle: async ({ workspaceId, params, body }) => show(await looks.styles.change(workspaceId, params.id, body)),
  });

  operation({
    name: "deleteStyle",
    title: "Delete saved look",
    method: "DELETE",
    path: "/styles/:id",
    right: "editor",
    summary: "Delete a saved look",
    description: "QR codes that use a copy of it do not change.",
    params: StyleParams,
    output: { description: "The style is deleted." },
    handle: ({ workspaceId, params }) => looks.styles.remove(workspaceId, params.id),
  });
}
