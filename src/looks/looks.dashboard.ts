import { Type } from "typebox";
import { CreateBody } from "../codes/schemas.routes.ts";
import { PLAIN, type Style } from "../rendering/style.ts";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import { leavingOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import { withRequired } from "../server/shapes.ts";
import { answerJsonSlowly } from "../server/slow-answer.ts";
import type { Services } from "../services.ts";
import { invalid } from "../shared/errors.ts";
import { StyleBody } from "./look.schema.routes.ts";

const MAX_CODES = 500;

const ApplyBody = Type.Object({
  ids: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_CODES }),
  style: Type.Optional(Type.Unsafe<Style | null>({ ...StyleBody, type: ["object", "null"] })),
  styleId: Type.Optional(Type.String()),
});

/** Applies one look to many codes. */
export function applyRoutes(server: Server, { looks }: Services): void {
  server.post("/looks/apply", { ...FOR_EDITORS, schema: { body: ApplyBody } }, async ({ workspaceId, body }, reply) => {
    const { ids, style, styleId } = body;
    if (styleId === undefined && style === undefined) {
      throw invalid([{ field: "style", message: "is required, or styleId; null is plain" }]);
    }
    const wanted = styleId === undefined ? { style: style ?? PLAIN } : { styleId };
    // Each distinct pair of colours is judged, at a tenth of a second each.
    return answerJsonSlowly(reply, looks.apply(workspaceId, ids, wanted, leavingOf(reply)));
  });
}

/** Also tokens imported from another product. */
const GIVEN_TOKEN = "^[A-Za-z0-9_-]{1,40}$";

const { foregroundColor, backgroundColor, errorCorrection, size } = CreateBody.properties;

const PreviewBody = withRequired(
  [],
  Type.Object({
    foregroundColor,
    backgroundColor,
    errorCorrection,
    size,
    style: Type.Optional(Type.Unsafe<Style | null>({ ...StyleBody, type: ["object", "null"] })),
    shareToken: Type.Optional(
      Type.String({ pattern: GIVEN_TOKEN, description: "The token of a code that exists, or the slug of a new one." }),
    ),
    isSlug: Type.Optional(Type.Boolean({ description: "True if a person chose the token." })),
    content: Type.Optional(
      Type.String({ minLength: 1, description: "When the picture is to hold the content itself." }),
    ),
    sample: Type.Optional(Type.String({ maxLength: 100, description: "What a code that is not saved will lead to." })),
  }),
);

/** Image, verdict and nearest look of a draft. Stores nothing. */
export function previewRoutes(server: Server, { previews }: Services): void {
  server.post("/preview", { ...FOR_VIEWERS, schema: { body: PreviewBody } }, async (request, reply) => {
    const svg = await previews.draw(request.workspaceId, request.body, leavingOf(reply));
    return reply.type("image/svg+xml").send(Buffer.from(svg));
  });

  server.post("/preview/scannability", { ...FOR_VIEWERS, schema: { body: PreviewBody } }, (request, reply) =>
    previews.assess(request.workspaceId, request.body, leavingOf(reply)),
  );

  server.post("/preview/nearest", { ...FOR_VIEWERS, schema: { body: PreviewBody } }, (request, reply) =>
    previews.nearest(request.workspaceId, request.body, leavingOf(reply)),
  );
}
