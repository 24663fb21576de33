import { Type } from "typebox";
import { EXAMPLE_SVG, ImageQuery, PICTURE } from "../codes/images.routes.ts";
import { NAME_LENGTH } from "../codes/rules.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import { SLUG_FORM, SLUG_PATTERN } from "../codes/slugs.ts";
import { markReplayed, onceKeyOf } from "../server/header-schemas.ts";
import { operationsOf, PATCH_TYPES } from "../server/operation.ts";
import { sendImage } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import {
  enumOf,
  exact,
  nextCursor,
  nullable,
  number,
  pageQuery,
  text,
  timestamp,
  withRequired,
} from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { notFound } from "../shared/errors.ts";
import { fileStem } from "../shared/file-name.ts";
import { MAX_PLACEMENTS, PLACEMENT_SORTS } from "./placement.ts";
import { placementNameProblem, placementProblems } from "./service.ts";

const MAX_AT_ONCE = 500;
const BODY_BYTES = 1 << 20;

const name = nullable<string>("string", {
  minLength: 1,
  maxLength: NAME_LENGTH,
  description: "Where the copy is, at most 100 characters. Null: a blank copy, which is named when it has a place.",
});
const isPaused = Type.Boolean({ description: "True pauses this copy only." });

const CreatePlacements = Type.Object(
  {
    placements: Type.Array(
      Type.Object({
        name,
        slug: Type.Optional(Type.String({ pattern: SLUG_PATTERN, description: `${SLUG_FORM}.` })),
      }),
      { minItems: 1, maxItems: MAX_AT_ONCE, description: `1 to ${MAX_AT_ONCE} placements.` },
    ),
  },
  { title: "CreatePlacements", description: "The placements to create." },
);

const codeId = Type.String({
  minLength: 1,
  description: "ID of another QR code of the workspace: moves the placement there with its scans.",
});

const PatchPlacement = Type.Partial(Type.Object({ name, isPaused, codeId }), {
  title: "ChangePlacement",
  description: "The fields to change.",
});

const PlacementShape = Type.Object(
  {
    id: text("ID of the placement."),
    name: nullable<string>("string", { description: "Where the copy is; null for a blank copy." }),
    token: text("The token in its share URL; it never changes."),
    shareUrl: Type.String({ format: "uri", description: "The URL that its image encodes." }),
    scanCount: number("Number of scans through it."),
    isPaused: Type.Boolean({ description: "True while this copy is paused." }),
    createdAt: timestamp("When it was created."),
  },
  exact("Placement", "A copy of a QR code in one place, with its own share URL and numbers."),
);

const ChangedPlacement = Type.Object(
  {
    ...PlacementShape.properties,
    scansStayed: Type.Optional(
      number(
        "Only after a move: scans through it that stay with the QR code they were made of, because they are older than those that are stored one by one. Missing if others could not be moved.",
      ),
    ),
  },
  exact("ChangedPlacement", "A placement after a change."),
);

const PlacementPage = Type.Object(
  { data: Type.Array(PlacementShape, { description: "In the order of sort." }), nextCursor },
  exact("PlacementPage", "One page of placements."),
);

const CreatedPlacements = Type.Object(
  { data: Type.Array(PlacementShape, { description: "In the order of the request." }) },
  exact("CreatedPlacements", "The created placements."),
);

const filters = {
  q: Type.Optional(
    Type.String({ maxLength: 200, description: "Text to find in the name, or from 4 characters on in the token." }),
  ),
  sort: Type.Unsafe<(typeof PLACEMENT_SORTS)[number]>({
    ...enumOf(PLACEMENT_SORTS, "newest first, by name, or by number of scans, most first."),
    default: "newest",
  }),
};

const PageQuery = withRequired([], Type.Object({ ...pageQuery("placements'").properties, ...filters }));

export const BrowseQuery = withRequired(
  [],
  Type.Object({
    ...filters,
    page: Type.Integer({ minimum: 1, maximum: MAX_PLACEMENTS, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
  }),
);

const PlacementParams = Type.Object({
  ...CodeParams.properties,
  placementId: Type.String({ description: "ID of the placement." }),
});

const SlugParams = Type.Object({ slug: Type.String({ description: `${SLUG_FORM}; case does not matter.` }) });

const SlugState = Type.Object(
  {
    slug: text("The slug in lower case."),
    isFree: Type.Boolean({ description: "True if it can be chosen now." }),
    reason: nullable<string>("string", { description: "Why it cannot be chosen; null if it can." }),
  },
  exact("SlugState", "Whether a slug can be chosen."),
);

export const EXAMPLE_PLACEMENT_ID = "019b7d16-1a30-7000-8b5c-2e4f6a8d0c19";
export const EXAMPLE_SLUG = "summer-menu";
const EXAMPLE_NAME = "Table 1";

const exampleOf = (baseUrl: string) => ({
  id: EXAMPLE_PLACEMENT_ID,
  name: EXAMPLE_NAME,
  token: "q7w9xk4hn2rs",
  shareUrl: `${baseUrl}/r/q7w9xk4hn2rs`,
  scanCount: 2,
  isPaused: false,
  createdAt: "2026-01-01T09:00:00.000Z",
});

export function placementRoutes(server: Server, { placements, images, serializers }: Services): void {
  const operation = operationsOf(server, "Placements");

  operationsOf(
    server,
    "QR codes",
  )({
    name: "checkSlug",
    method: "GET",
    path: "/slugs/:slug",
    right: "viewer",
    summary: "Check whether a slug is free",
    description: "The same rules as on creation. Nothing is reserved.",
    params: SlugParams,
    output: { description: "Whether it can be chosen.", shape: SlugState },
    example: { answer: { slug: EXAMPLE_SLUG, isFree: true, reason: null } },
    async handle(request) {
      const { slug } = request.params;
      const reason = await placements.slugProblem(request.workspaceId, slug);
      return { slug: slug.toLowerCase(), isFree: reason === null, reason };
    },
  });

  operation({
    name: "listPlacements",
    method: "GET",
    path: "/qrcodes/:id/placements",
    right: "viewer",
    summary: "List the placements of a QR code",
    description: "Without sort, newest first. Counts include every scan answered before this request.",
    params: CodeParams,
    query: PageQuery,
    output: { description: "One page of placements.", shape: PlacementPage },
    example: (baseUrl) => ({ answer: { data: [exampleOf(baseUrl)], nextCursor: null } }),
    async handle(request) {
      const { limit, cursor, ...filter } = request.query;
      const page = await placements.page(request.workspaceId, request.params.id, filter, limit, cursor);
      return {
        data: page.data.map((each) => serializers.placement(request.workspaceId, each)),
        nextCursor: page.nextCursor,
      };
    },
  });

  operation({
    name: "createPlacements",
    method: "POST",
    path: "/qrcodes/:id/placements",
    right: "editor",
    summary: "Create up to 500 placements of a QR code",
    description: `Creates all of them or none. Each has its own share URL and image; a scan of it counts for the QR code and for the placement. A code can have ${MAX_PLACEMENTS.toLocaleString("en")} placements.`,
    headers: ["Idempotency-Key"],
    params: CodeParams,
    body: CreatePlacements,
    bodyLimit: BODY_BYTES,
    shapeProblems: (problems) =>
      problems.map(({ field, message }) => ({
        field: field.replace(/^placements\.(\d+)/, "placements[$1]"),
        message,
      })),
    rules: ({ placements = [] }) => placementProblems(placements),
    output: {
      status: 201,
      description: "The created placements, in the order of the request.",
      shape: CreatedPlacements,
    },
    example: (baseUrl) => ({
      body: { placements: [{ name: EXAMPLE_NAME }] },
      answer: { data: [{ ...exampleOf(baseUrl), scanCount: 0 }] },
    }),
    async handle(request, reply) {
      const { workspaceId, params, body } = request;
      const drafts = body.placements.map(({ name, slug }) => ({ name, slug }));
      const made = await placements.create(workspaceId, params.id, drafts, onceKeyOf(request));
      markReplayed(reply, made.replayed);
      return {
        data: made.placements.map((each) =>
          serializers.placement(workspaceId, { ...each, scanCount: 0, isPaused: false }),
        ),
      };
    },
  });

  operation({
    name: "changePlacement",
    method: "PATCH",
    path: "/qrcodes/:id/placements/:placementId",
    right: "editor",
    summary: "Update a placement",
    description:
      "Changes only the fields sent. With codeId, it belongs to that QR code from now on. Its scans follow, in the background if they are many; visitors of their days become unknown, and scans that are no longer stored one by one stay: scansStayed is their number.",
    params: PlacementParams,
    body: PatchPlacement,
    find: ({ workspaceId, params: { id, placementId } }) => placements.find(workspaceId, id, placementId),
    rules({ name }) {
      const message = name === undefined ? null : placementNameProblem(name);
      return message === null ? [] : [{ field: "name", message }];
    },
    consumes: PATCH_TYPES,
    output: { description: "The updated placement.", shape: ChangedPlacement },
    example: (baseUrl) => ({ body: { isPaused: true }, answer: { ...exampleOf(baseUrl), isPaused: true } }),
    async handle({ workspaceId, params: { id, placementId }, body: { name, isPaused, codeId } }) {
      const change = { ...(name !== undefined && { name }), ...(isPaused !== undefined && { isPaused }) };
      const { scansStayed, ...changed } = await placements.change(workspaceId, id, placementId, change, codeId);
      return { ...serializers.placement(workspaceId, changed), ...(scansStayed !== undefined && { scansStayed }) };
    },
  });

  operation({
    name: "deletePlacement",
    method: "DELETE",
    path: "/qrcodes/:id/placements/:placementId",
    right: "editor",
    summary: "Delete a placement",
    description:
      "Its share URL answers 404 from now on, and its token is never given again. Its scans stay with the QR code.",
    params: PlacementParams,
    output: { description: "The placement is deleted." },
    async handle({ workspaceId, params: { id, placementId } }) {
      if ((await placements.remove(workspaceId, id, [placementId])) === 0) throw notFound();
    },
  });

  operation({
    name: "drawPlacement",
    method: "GET",
    path: "/qrcodes/:id/placements/:placementId/image",
    right: "viewer",
    summary: "Draw a placement's QR code",
    description: "As the image of the QR code, with the placement's own share URL.",
    params: PlacementParams,
    query: ImageQuery,
    output: {
      description: "The image.",
      shape: { content: PICTURE },
      headers: ["Content-Disposition", "Content-Security-Policy"],
    },
    example: { files: { "image/svg+xml": EXAMPLE_SVG } },
    async handle(request, reply) {
      const { id, placementId } = request.params;
      const { code, placement } = await placements.find(request.workspaceId, id, placementId);
      const copy = { ...code, token: placement.token, isSlug: placement.isSlug };
      const { format, size = code.size, encode, style, millimetres, ink, download } = request.query;
      const image = images.image(await images.asDrawn(copy), { format, size, encode, style, millimetres, ink });
      const named = placement.name === null ? code.name : `${code.name} ${placement.name}`;
      const which = encode === "content" ? " content" : "";
      const fileName = `${fileStem(named, placement.token)}${which}.${format}`;
      await sendImage(request, reply, image, { caching: "private, no-cache", fileName, download });
      return reply;
    },
  });
}
