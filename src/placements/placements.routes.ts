import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { ImageQuery, PICTURE } from "../codes/images.routes.ts";
import type { CodeImages } from "../codes/images.ts";
import { NAME_LENGTH } from "../codes/rules.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import { SLUG_FORM, SLUG_PATTERN } from "../codes/slugs.ts";
import { shapeProblems } from "../server/body-problems.ts";
import { keyProblems, markReplayed, onceKeyOf, readsHeaders } from "../server/header-schemas.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import { sendImage } from "../server/send-file.ts";
import type { CodeSerializers } from "../server/serializers.ts";
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
import { invalid, notFound } from "../shared/errors.ts";
import { fileStem } from "../shared/file-name.ts";
import { MOST_PLACEMENTS, PLACEMENT_SORTS } from "./placement.ts";
import type { PlacementDraft, Placements } from "./service.ts";

const MOST_AT_ONCE = 500;
const BODY_BYTES = 1 << 20;
const tags = ["Placements"];

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
      { minItems: 1, maxItems: MOST_AT_ONCE, description: `1 to ${MOST_AT_ONCE} placements.` },
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
        "Only after a move: scans through it that stay with the QR code they were made of, because they are older than those that are stored one by one.",
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
    page: Type.Integer({ minimum: 1, maximum: MOST_PLACEMENTS, default: 1 }),
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

export interface PlacementParts {
  placements: Placements;
  images: CodeImages;
  serializers: CodeSerializers;
}

export function placementRoutes(server: Server, { placements, images, serializers }: PlacementParts): void {
  server.get(
    "/slugs/:slug",
    {
      schema: {
        summary: "Check whether a slug is free",
        operationId: "checkSlug",
        tags: ["QR codes"],
        description: "The same rules as on creation. Nothing is reserved.",
        params: SlugParams,
        ...reads("Whether it can be chosen.", SlugState, { notFound: false }),
      },
    },
    async (request) => {
      const { slug } = request.params;
      const reason = await placements.slugProblem(request.workspaceId, slug);
      return { slug: slug.toLowerCase(), isFree: reason === null, reason };
    },
  );

  server.get(
    "/qrcodes/:id/placements",
    {
      schema: {
        summary: "List the placements of a QR code",
        operationId: "listPlacements",
        tags,
        description: "Without sort, newest first. Counts include every scan answered before this request.",
        params: CodeParams,
        querystring: PageQuery,
        ...reads("One page of placements.", PlacementPage),
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const page = await placements.page(request.workspaceId, request.params.id, filter, limit, cursor);
      return {
        data: page.data.map((each) => serializers.placement(request.workspaceId, each)),
        nextCursor: page.nextCursor,
      };
    },
  );

  server.post(
    "/qrcodes/:id/placements",
    {
      attachValidation: true,
      bodyLimit: BODY_BYTES,
      schema: {
        summary: "Create up to 500 placements of a QR code",
        operationId: "createPlacements",
        tags,
        description: `Creates all of them or none. Each has its own share URL and image; a scan of it counts for the QR code and for the placement. A code can have ${MOST_PLACEMENTS.toLocaleString("en")} placements.`,
        headers: readsHeaders("Idempotency-Key"),
        params: CodeParams,
        body: CreatePlacements,
        response: responseSchemas(201, "The created placements, in the order of the request.", CreatedPlacements, {
          headers: ["Idempotency-Replayed"],
          notFound: true,
        }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const key = onceKeyOf(request);
      const drafts = readDrafts(request, key);
      const made = await placements.create(request.workspaceId, id, drafts, key);
      markReplayed(reply, made.replayed);
      reply.code(201);
      return {
        data: made.placements.map((each) =>
          serializers.placement(request.workspaceId, { ...each, scanCount: 0, isPaused: false }),
        ),
      };
    },
  );

  server.patch(
    "/qrcodes/:id/placements/:placementId",
    {
      attachValidation: true,
      schema: {
        summary: "Update a placement",
        operationId: "changePlacement",
        tags,
        description:
          "Changes only the fields sent. With codeId, it belongs to that QR code from now on. Its scans follow, in the background if they are many; visitors of their days become unknown, and scans that are no longer stored one by one stay: scansStayed is their number.",
        consumes: ["application/json", "application/merge-patch+json"],
        params: PlacementParams,
        body: PatchPlacement,
        response: responseSchemas(200, "The updated placement.", ChangedPlacement),
      },
    },
    async (request) => {
      const { id, placementId } = request.params;
      await placements.find(request.workspaceId, id, placementId);
      const problems = shapeProblems(request);
      if (problems.length > 0) throw invalid(problems);
      const { name, isPaused, codeId } = request.body as Static<typeof PatchPlacement>;
      const change = { ...(name !== undefined && { name }), ...(isPaused !== undefined && { isPaused }) };
      const { workspaceId } = request;
      const { scansStayed, ...changed } = await placements.change(workspaceId, id, placementId, change, codeId);
      return { ...serializers.placement(workspaceId, changed), ...(scansStayed !== undefined && { scansStayed }) };
    },
  );

  server.delete(
    "/qrcodes/:id/placements/:placementId",
    {
      schema: {
        summary: "Delete a placement",
        operationId: "deletePlacement",
        tags,
        description:
          "Its share URL answers 404 from now on, and its token is never given again. Its scans stay with the QR code.",
        params: PlacementParams,
        response: responseSchemas(204, "The placement is deleted."),
      },
    },
    async (request, reply) => {
      const { id, placementId } = request.params;
      if ((await placements.remove(request.workspaceId, id, [placementId])) === 0) throw notFound();
      return reply.code(204).send();
    },
  );

  server.get(
    "/qrcodes/:id/placements/:placementId/image",
    {
      schema: {
        summary: "Draw a placement's QR code",
        operationId: "drawPlacement",
        tags,
        description: "As the image of the QR code, with the placement's own share URL.",
        params: PlacementParams,
        querystring: ImageQuery,
        ...reads("The image.", { content: PICTURE }, { headers: ["Content-Disposition", "Content-Security-Policy"] }),
      },
    },
    async (request, reply) => {
      const { id, placementId } = request.params;
      const { code, placement } = await placements.find(request.workspaceId, id, placementId);
      const copy = { ...code, token: placement.token, isSlug: placement.isSlug };
      const { format, size = code.size, encode, style, millimetres, download } = request.query;
      const image = images.image(await images.asDrawn(copy), { format, size, encode, style, millimetres });
      const named = placement.name === null ? code.name : `${code.name} ${placement.name}`;
      const which = encode === "content" ? " content" : "";
      const fileName = `${fileStem(named, placement.token)}${which}.${format}`;
      await sendImage(request, reply, image, { caching: "private, no-cache", fileName, download });
      return reply;
    },
  );
}

/** The placements in the body. Fields of one are named as in `placements[3].slug`. */
function readDrafts(request: FastifyRequest, key: string | undefined): PlacementDraft[] {
  const shape = shapeProblems(request).map(({ field, message }) => ({
    field: field.replace(/^placements\.(\d+)/, "placements[$1]"),
    message,
  }));
  const problems = [...keyProblems(key), ...shape];
  if (problems.length > 0) throw invalid(problems);
  const { placements } = request.body as Static<typeof CreatePlacements>;
  return placements.map(({ name, slug }) => ({ name, slug }));
}
