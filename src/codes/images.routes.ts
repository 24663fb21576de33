import { Type } from "typebox";
import { INKS, type Ink, READERS, type Reader } from "../rendering/style.ts";
import { TRIALS } from "../rendering/trials.ts";
import { operationsOf } from "../server/operation.ts";
import { sendImage } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import { enumOf, nullable, withRequired } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { fileStem } from "../shared/file-name.ts";
import { LEVELS } from "../shared/vocabulary.ts";
import { CodeParams } from "./schemas.routes.ts";

const encode = Type.Unsafe<"share" | "content">({
  ...enumOf(
    ["share", "content"],
    "share: the share URL, so that scans are counted. content: the content itself, which works without the service.",
  ),
  default: "share",
});

export const ImageQuery = withRequired(
  [],
  Type.Object({
    format: Type.Unsafe<"png" | "svg" | "pdf">({
      ...enumOf(["png", "svg", "pdf"], "The file format."),
      default: "png",
    }),
    size: Type.Optional(
      Type.Integer({ minimum: 128, maximum: 2048, description: "Width in pixels. Default: the size of the code." }),
    ),
    encode,
    style: Type.Unsafe<"own" | "plain">({
      ...enumOf(["own", "plain"], "own: with the code's look. plain: squares in its colours."),
      default: "own",
    }),
    millimetres: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 2000,
        description:
          "Printed width in millimetres, stored in the image. Default for a PDF: its size at 300 dots per inch.",
      }),
    ),
    ink: Type.Unsafe<Ink>({
      ...enumOf(
        INKS,
        "own: in the code's colours. black: in black on white, which a PDF writes as the ink black alone (C0 M0 Y0 K100), for print shops.",
      ),
      default: "own",
    }),
    download: Type.Boolean({ default: false, description: "True returns the image as an attachment." }),
  }),
);

const ScannabilityQuery = withRequired([], Type.Object({ encode }));

const pictureOf = (contentMediaType: string) => ({
  [contentMediaType]: { schema: { type: "string", contentMediaType } },
});
export const PICTURE = { ...pictureOf("image/png"), ...pictureOf("image/svg+xml"), ...pictureOf("application/pdf") };

const GRADE = enumOf(["A", "B", "C", "D", "F"], "A is best; F fails.");

const Trial = Type.Object(
  {
    name: enumOf(
      TRIALS.map((trial) => trial.name),
      "The kind of damage.",
    ),
    grade: GRADE,
    survived: nullable<number>("number", {
      description: "The most damage at which the code was read; null if it could not be read at all.",
    }),
    unit: Type.String({ description: "The unit of the damage." }),
    sentence: Type.String({ description: "The result as a sentence." }),
  },
  { title: "Trial", description: "One kind of damage, and how much of it the code tolerates." },
);

const Margin = Type.Object(
  {
    correctable: Type.Integer({ description: "Wrong codewords that error correction can repair." }),
    spent: Type.Integer({ description: "Codewords covered by the logo." }),
    left: Type.Integer({ description: "Codewords left for dirt and damage." }),
    share: Type.Number({ description: "The same as a share of all codewords in the block." }),
  },
  { title: "Margin", description: "Error correction left in the worst block. Only for codes with a look." },
);

const Scannability = Type.Object(
  {
    grade: GRADE,
    passes: Type.Boolean({ description: "False if it should not be printed as it is." }),
    contrastRatio: Type.Number({ description: "Contrast of the two colours, 1 to 21." }),
    redLightContrast: Type.Number({
      description:
        "The same in red light of 660 nm, which tills and many other scanners use, 1 to 21: the contrast of the red channel alone.",
    }),
    lightOnDark: Type.Boolean({
      description: "True for a light code on a dark background, which older readers cannot read.",
    }),
    symbolVersion: Type.Integer({ minimum: 1, maximum: 40, description: "1 to 40." }),
    readsAsDrawn: Type.Boolean({ description: "Whether the undamaged image can be read at its own size." }),
    smallestPrintMillimetres: nullable<number>("number", {
      description: "Smallest recommended width when read at arm's length; null if it cannot be read at all.",
    }),
    trials: Type.Array(Trial, { description: "The results for each kind of damage." }),
    advice: Type.Array(Type.String(), { description: "Suggestions to make it scan better." }),
    margin: Type.Optional(Margin),
    level: Type.Optional(
      enumOf(LEVELS, "The error correction level drawn, which a logo may have raised. Only for codes with a look."),
    ),
    readBy: Type.Optional(
      Type.Array(Type.Unsafe<Reader>(enumOf(READERS, "A decoder.")), {
        description:
          "The decoders that read the undamaged image at its own size; jsqr has up to four attempts. Only for codes with a look.",
      }),
    ),
  },
  { title: "Scannability", description: "How well a QR code scans." },
);

export const EXAMPLE_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29" width="512" height="512"><path d="M0 0h29v29H0z" fill="#ffffff"/></svg>';

const EXAMPLE = {
  grade: "A",
  passes: true,
  contrastRatio: 18.23,
  redLightContrast: 17.4,
  lightOnDark: false,
  symbolVersion: 2,
  readsAsDrawn: true,
  smallestPrintMillimetres: 25,
  trials: [
    {
      name: "perspective",
      grade: "A",
      survived: 50,
      unit: "degrees",
      sentence: "Can be read from the side, up to 50 degrees.",
    },
  ],
  advice: [],
};

export function imageRoutes(server: Server, { codes, images }: Services): void {
  const operation = operationsOf(server, "Images");

  operation({
    name: "drawCode",
    method: "GET",
    path: "/qrcodes/:id/image",
    right: "viewer",
    summary: "Draw a QR code",
    description:
      "By default the share URL as a PNG in the code's own size and look. size is the width; a frame makes the image taller. An image request is not a scan.",
    params: CodeParams,
    query: ImageQuery,
    output: {
      description: "The image.",
      shape: { content: PICTURE },
      headers: ["Content-Disposition", "Content-Security-Policy"],
    },
    example: { files: { "image/svg+xml": EXAMPLE_SVG } },
    async handle(request, reply) {
      const code = await codes.find(request.workspaceId, request.params.id);
      const { format, size = code.size, encode, style, millimetres, ink, download } = request.query;
      const image = images.image(await images.asDrawn(code), { format, size, encode, style, millimetres, ink });
      // The two pictures of a code look alike, and only one of them can be changed after printing.
      const which = encode === "content" ? " content" : "";
      const fileName = `${fileStem(code.name, code.token)}${which}.${format}`;
      await sendImage(request, reply, image, { caching: "private, no-cache", fileName, download });
      return reply;
    },
  });

  operation({
    name: "readScannability",
    method: "GET",
    path: "/qrcodes/:id/scannability",
    right: "viewer",
    summary: "Check how well a QR code scans",
    description: "Draws the code, damages the image step by step and tries to read it.",
    params: CodeParams,
    query: ScannabilityQuery,
    output: { description: "The result.", shape: Scannability },
    example: { answer: EXAMPLE },
    async handle(request) {
      const code = await codes.find(request.workspaceId, request.params.id);
      return images.verdict(code, request.query.encode);
    },
  });
}
