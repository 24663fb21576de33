import { Type } from "typebox";
import type { CodeImages } from "../../codes/images.ts";
import type { Codes } from "../../codes/service.ts";
import { READERS, type Reader } from "../../rendering/style.ts";
import { TRIALS } from "../../rendering/trials.ts";
import { fileStem } from "../../shared/file-name.ts";
import { LEVELS } from "../../shared/vocabulary.ts";
import { sendImage } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import { readsHeaders } from "./headers.ts";
import { responseSchemas } from "./responses.ts";
import { CodeParams, enumOf, nullable, withRequired } from "./schemas.ts";

const encode = Type.Unsafe<"share" | "content">({
  ...enumOf(
    ["share", "content"],
    "share: the share URL, so that scans count. content: the content itself, for use without the service.",
  ),
  default: "share",
});

const ImageQuery = withRequired(
  [],
  Type.Object({
    format: Type.Unsafe<"png" | "svg" | "pdf">({ ...enumOf(["png", "svg", "pdf"], "What to draw."), default: "png" }),
    size: Type.Optional(
      Type.Integer({ minimum: 128, maximum: 2048, description: "Pixels; without it the code's own." }),
    ),
    encode,
    style: Type.Unsafe<"own" | "plain">({
      ...enumOf(["own", "plain"], "own: in the code's look. plain: squares in its colours."),
      default: "own",
    }),
    millimetres: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 2000,
        description:
          "Printed width, written into the picture. Without it a pdf has that of its size at 300 dots an inch.",
      }),
    ),
    download: Type.Boolean({ default: false, description: "True: a file to keep, rather than a picture to show." }),
  }),
);

const ScannabilityQuery = withRequired([], Type.Object({ encode }));

const pictureOf = (contentMediaType: string) => ({
  [contentMediaType]: { schema: { type: "string", contentMediaType } },
});
const PICTURE = { ...pictureOf("image/png"), ...pictureOf("image/svg+xml"), ...pictureOf("application/pdf") };

const GRADE = enumOf(["A", "B", "C", "D", "F"], "A is best; F fails.");

const Trial = Type.Object(
  {
    name: enumOf(
      TRIALS.map((trial) => trial.name),
      "What was done to the picture.",
    ),
    grade: GRADE,
    survived: nullable<number>("number", { description: "The most damage it survived; null if it survived none." }),
    unit: Type.String({ description: "What the damage is measured in." }),
    sentence: Type.String({ description: "The outcome in words." }),
  },
  { title: "Trial", description: "One kind of damage, and how much of it the code survives." },
);

const Margin = Type.Object(
  {
    correctable: Type.Integer({ description: "Wrong codewords that can be put right." }),
    spent: Type.Integer({ description: "Those that the logo makes wrong." }),
    left: Type.Integer({ description: "What is left for dirt and damage." }),
    share: Type.Number({ description: "The same as a share of all codewords of the block." }),
  },
  { title: "Margin", description: "What error correction has left, in the worst block. With a look only." },
);

const Scannability = Type.Object(
  {
    grade: GRADE,
    passes: Type.Boolean({ description: "False when it should not be printed like this." }),
    contrastRatio: Type.Number({ description: "Between the two colours, 1 to 21." }),
    lightOnDark: Type.Boolean({ description: "Older readers fail on light on dark." }),
    symbolVersion: Type.Integer({ minimum: 1, maximum: 40, description: "1 to 40." }),
    readsAsDrawn: Type.Boolean({ description: "The undamaged picture at its own size." }),
    smallestPrintMillimetres: nullable<number>("number", {
      description: "Advisable at arm's length; null if it cannot be read at all.",
    }),
    trials: Type.Array(Trial, { description: "Each kind of damage that was tried." }),
    advice: Type.Array(Type.String(), { description: "What would make it scan better." }),
    margin: Type.Optional(Margin),
    level: Type.Optional(enumOf(LEVELS, "The error correction drawn, which a logo may have raised. With a look only.")),
    readBy: Type.Optional(
      Type.Array(Type.Unsafe<Reader>(enumOf(READERS, "A decoder.")), {
        description:
          "Who reads the undamaged picture at its own size, jsqr in one of up to four glances. With a look only.",
      }),
    ),
  },
  { title: "Scannability", description: "How well a QR code scans." },
);

export function imageRoutes(server: Server, codes: Codes, images: CodeImages): void {
  server.get(
    "/qrcodes/:id/image",
    {
      schema: {
        summary: "Draw a QR code",
        operationId: "drawCode",
        tags: ["Images"],
        description:
          "By default the share URL as a PNG in the code's own size and look. size is the width; a frame makes the picture higher. A picture is no scan.",
        headers: readsHeaders("If-None-Match"),
        params: CodeParams,
        querystring: ImageQuery,
        response: responseSchemas({
          status: 200,
          description: "The picture.",
          body: { content: PICTURE },
          headers: ["Content-Disposition", "Content-Security-Policy"],
          tagged: true,
        }),
      },
    },
    async (request, reply) => {
      const code = await codes.find(request.ownerId, request.params.id);
      const { format, size = code.size, encode, style, millimetres, download } = request.query;
      const image = images.image(await images.asDrawn(code), { format, size, encode, style, millimetres });
      // The two pictures of a code look alike, and only one of them can be changed after printing.
      const which = encode === "content" ? " content" : "";
      const fileName = `${fileStem(code.name, code.token)}${which}.${format}`;
      await sendImage(request, reply, image, { caching: "private, no-cache", fileName, download });
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
        querystring: ScannabilityQuery,
        headers: readsHeaders("If-None-Match"),
        response: responseSchemas({ status: 200, description: "The verdict.", body: Scannability, tagged: true }),
      },
    },
    async (request) => {
      const code = await codes.find(request.ownerId, request.params.id);
      return images.verdict(code, request.query.encode);
    },
  );
}
