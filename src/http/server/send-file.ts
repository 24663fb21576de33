import type { FastifyReply, FastifyRequest } from "fastify";
import type { CodeImage } from "../../codes/images.ts";
import { fileStem } from "../../shared/file-name.ts";
import { isHeld } from "./etag.ts";

/** In plain letters. What those are made of may be dots and strokes, so it is cleaned once more. */
function plainName(fileName: string): string {
  const end = fileName.lastIndexOf(".");
  const letters = fileName
    .slice(0, end)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/gu, "_");
  return fileStem(letters, "code") + fileName.slice(end);
}

/** The header of RFC 6266: plain letters for old readers, and the name as it is where it has others. */
export function contentDisposition(kind: "inline" | "attachment", fileName: string): string {
  const plain = plainName(fileName);
  const header = `${kind}; filename="${plain}"`;
  if (plain === fileName) return header;
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${header}; filename*=UTF-8''${encoded}`;
}

export interface ImageAnswer {
  /** Who may keep it, and how long. */
  caching: string;
  fileName: string;
  /** To be kept as a file, rather than shown. */
  download: boolean;
}

/** A logo is inside of an SVG, as a picture of its own. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** Sends a picture, or 304 when the caller has it. */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  image: CodeImage,
  { caching, fileName, download }: ImageAnswer,
): Promise<FastifyReply> {
  const etag = `"${image.etag}"`;
  const isKept = isHeld(request.headers["if-none-match"], etag);
  // Before any header: what cannot be drawn is an error, which nobody should keep.
  const bytes = isKept ? null : await image.draw();
  reply.header("ETag", etag).header("Cache-Control", caching);
  if (bytes === null) return reply.code(304).send();
  return reply
    .type(image.contentType)
    .header("Content-Disposition", contentDisposition(download ? "attachment" : "inline", fileName))
    .header("Content-Security-Policy", POLICY)
    .send(bytes);
}
