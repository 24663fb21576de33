import { Type } from "typebox";
import { createImageZip } from "../../codes/image-zip.ts";
import type { CodeImages } from "../../codes/images.ts";
import { MOST_SELECTED, type Selections } from "../../codes/selection.ts";
import type { Clock } from "../../shared/clock.ts";
import { enumOf, withRequired } from "../api/schemas.ts";
import { contentDisposition } from "../server/file-name.ts";
import { leavingOf } from "../server/leaving.ts";
import type { Server } from "../server/server.ts";
import { createOneAtATime } from "./one-at-a-time.ts";
import { idsUpTo, refuseOtherThanIds, SELECTION_BYTES } from "./selection.ts";

export interface SelectionImagesParts {
  selections: Selections;
  images: CodeImages;
  clock: Clock;
  config: { baseUrl: string };
}

const encode = Type.Unsafe<"share" | "content">({
  ...enumOf(["share", "content"], "What the pictures hold."),
  default: "share",
});

const ZipBody = withRequired(
  ["ids"],
  Type.Object({
    ids: idsUpTo(MOST_SELECTED),
    format: Type.Unsafe<"png" | "svg" | "pdf">({ ...enumOf(["png", "svg", "pdf"], "What to draw."), default: "png" }),
    size: Type.Integer({ minimum: 128, maximum: 2048, default: 1024 }),
    encode,
  }),
);

/** The pictures of the codes that are marked in the list, as one file. */
export function selectionImageRoutes(server: Server, parts: SelectionImagesParts): void {
  const { selections, images, clock, config } = parts;
  const zipOf = createImageZip({ selections, images, clock, baseUrl: config.baseUrl });
  const begin = createOneAtATime("A file of pictures is being made for you. Wait for its end.");

  server.post(
    "/selection/images",
    { bodyLimit: SELECTION_BYTES, schema: { body: ZipBody } },
    async (request, reply) => {
      const { ids, ...options } = request.body;
      refuseOtherThanIds(ids);
      const end = begin(request.ownerId);
      reply.raw.once("close", end);
      const zip = zipOf(request.ownerId, ids, options, leavingOf(reply));
      return reply
        .type("application/zip")
        .header("Content-Disposition", contentDisposition("attachment", "codes.zip"))
        .send(zip);
    },
  );
}
