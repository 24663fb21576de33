import { type Static, Type } from "typebox";
import { SizeTooSmall, TextTooLong } from "../../rendering/errors.ts";
import type { ImageRenderer } from "../../rendering/image-renderer.ts";
import { samplePayload, sharePayload } from "../../rendering/payload.ts";
import type { ScannabilityWorker } from "../../rendering/scannability-worker.ts";
import { invalid } from "../../shared/errors.ts";
import { CreateBody, withRequired } from "../api/schemas.ts";
import type { Server } from "../server/server.ts";

export interface PreviewParts {
  renderer: ImageRenderer;
  scannability: ScannabilityWorker;
  baseUrl: string;
}

/** Stands in for the token of a code that does not exist yet: as long as a real one. */
const NO_TOKEN = "yourcodehere";
const { foregroundColor, backgroundColor, errorCorrection, size } = CreateBody.properties;

const PreviewBody = withRequired(
  [],
  Type.Object({
    foregroundColor,
    backgroundColor,
    errorCorrection,
    size,
    shareToken: Type.Optional(Type.String({ pattern: "^[a-z0-9]{12}$" })),
    content: Type.Optional(
      Type.String({ minLength: 1, description: "When the picture is to hold the content itself." }),
    ),
    sample: Type.Optional(
      Type.String({ maxLength: 100, description: "What a code that is not saved will lead to." }),
    ),
  }),
);
type Preview = Static<typeof PreviewBody>;

/** The picture and its verdict as one types. Nothing is stored. */
export function previewRoutes(server: Server, { renderer, scannability, baseUrl }: PreviewParts) {
  const shareOf = ({ shareToken, errorCorrection }: Preview) =>
    sharePayload(`${baseUrl}/r/${shareToken ?? NO_TOKEN}`, errorCorrection);
  /** A link to a code that is not there would lead whoever tries it astray: the sample says what it is. */
  const textOf = (body: Preview) =>
    body.shareToken || body.sample === undefined
      ? shareOf(body)
      : samplePayload(body.sample, shareOf(body), body.errorCorrection);

  const drawingOf = (body: Preview) => ({
    text: body.content ?? textOf(body),
    level: body.errorCorrection,
    size: body.size,
    foreground: body.foregroundColor,
    background: body.backgroundColor,
  });

  server.post("/preview", { schema: { body: PreviewBody } }, async (request, reply) => {
    const drawing = drawingOf(request.body);
    const svg = await renderer.render({ ...drawing, format: "svg" }).catch(refuse);
    return reply.type("image/svg+xml").send(Buffer.from(svg));
  });

  server.post("/preview/scannability", { schema: { body: PreviewBody } }, async (request) =>
    scannability.assess(drawingOf(request.body)).catch(refuse),
  );
}

function refuse(error: unknown): never {
  if (error instanceof SizeTooSmall) throw invalid([{ field: "size", message: error.message }]);
  if (error instanceof TextTooLong) throw invalid([{ field: "content", message: error.message }]);
  throw error;
}
