import type { FastifyReply, FastifyRequest } from "fastify";
import type { CodeImage } from "../codes/images.ts";
import { fileStem } from "../shared/file-name.ts";
import { isHeld } from "./etag.ts";

/** In ASCII. Transliteration may produce dots and slashes, so the name is cleaned again. */
function plainName(fileName: string): string {
  const end = fileName.lastIndexOf(".");
  const letters = fileName
    .slice(0, end)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%]/gu, "_");
  return fileStem(letters, "code") + fileName.slice(end);
}

/** The header of RFC 6266: an ASCII name for old clients, plus the full name if it differs. */
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
  /** The value of Cache-Control. */
  caching: string;
  fileName: string;
  /** Saved as a file instead of shown. */
  download: boolean;
}

/** A logo is embedded in the SVG as a data: image. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** Sends an image, or 304 if the client has it. */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  image: CodeImage,
  { caching, fileName, download }: ImageAnswer,
): Promise<FastifyReply> {
  const etag = `"${image.etag}"`;
  const isKept = isHeld(request.headers["if-none-match"], etag);
  // Draw before setting headers: an error must not be cached.
  const bytes = isKept ? null : await image.draw();
  reply.header("ETag", etag).header("Cache-Control", caching);
  if (bytes === null) return reply.code(304).send();
  return reply
    .type(image.contentType)
    .header("Content-Disposition", contentDisposition(download ? "attachment" : "inline", fileName))
    .header("Content-Security-Policy", POLICY)
    .send(bytes);
}
