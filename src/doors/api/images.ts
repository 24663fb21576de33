import { Type } from "typebox";
import type { Codes } from "../../codes/service.ts";
import type { CodeImages } from "../http/code-images.ts";
import { sendImage } from "../http/send-image.ts";
import type { Server } from "../http/server.ts";
import { answers } from "./answers.ts";
import { asksOnly, CodeParams, nullable, words } from "./schemas.ts";

const ImageQuery = asksOnly(
  [],
  Type.Object({
    format: Type.Unsafe<"png" | "svg" | "pdf">({
      ...words(["png", "svg", "pdf"], "What to draw."),
      default: "png",
    }),
    size: Type.Optional(
      Type.Integer({
        minimum: 128,
        maximum: 2048,
        description: "Pixels; without it the code's own.",
      }),
    ),
    encode: Type.Unsafe<"share" | "content">({
      ...words(
        ["share", "content"],
        "share: the share URL, so that scans count. content: the content itself, for use without the service.",
      ),
      default: "share",
    }),
    millimetres: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 2000,
        description:
          "Printed width, written into the picture. Without it a pdf has that of its size at 300 dots an inch.",
      }),
    ),
  }),
);

const BINARY = { schema: { type: "string", format: "binary" } };
const PICTURE = { "image/png": BINARY, "image/svg+xml": BINARY, "application/pdf": BINARY };

const GRADE = words(["A", "B", "C", "D", "F"], "A is best; F fails.");

const Scannability = Type.Object({
  grade: GRADE,
  passes: Type.Boolean(),
  contrastRatio: Type.Number(),
  lightOnDark: Type.Boolean({ description: "Older readers fail on light on dark." }),
  symbolVersion: Type.Integer({ description: "1 to 40." }),
  readsAsDrawn: Type.Boolean({ description: "The undamaged picture at its own size." }),
  smallestPrintMillimetres: nullable<number>("number", {
    description: "Advisable at arm's length; null if it cannot be read at all.",
  }),
  trials: Type.Array(
    Type.Object({
      name: Type.String(),
      grade: GRADE,
      survived: nullable<number>("number", { description: "The most damage it survived." }),
      unit: Type.String(),
      sentence: Type.String(),
    }),
  ),
  advice: Type.Array(Type.String()),
});

export function imageRoutes(server: Server, codes: Codes, images: CodeImages): void {
  server.get(
    "/qrcodes/:id/image",
    {
      schema: {
        summary: "Draw a QR code",
        operationId: "drawCode",
        tags: ["Images"],
        params: CodeParams,
        querystring: ImageQuery,
        response: answers(200, "The picture.", { content: PICTURE }),
      },
    },
    async (request, reply) => {
      const code = await codes.find(request.ownerId, request.params.id);
      const { format, size = code.size, encode, millimetres } = request.query;
      const image = images.image(code, { format, size, encode, millimetres });
      await sendImage(request, reply, image, "private, no-cache", `${code.token}.${format}`);
      return reply;
    },
  );

  server.get(
    "/qrcodes/:id/scannability",
    {
      schema: {
        summary: "Judge how well a QR code scans",
        description: "Draws the code, damages the drawing in stated ways and tries to read it.",
        operationId: "readScannability",
        tags: ["Images"],
        params: CodeParams,
        response: answers(200, "The verdict.", Scannability),
      },
    },
    async (request) => images.verdict(await codes.find(request.ownerId, request.params.id)),
  );
}
