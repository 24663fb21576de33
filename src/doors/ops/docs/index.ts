import { createHash } from "node:crypto";
import type { Server } from "../../http/server.ts";
import type { OpenApiDocument } from "./document.ts";
import { docsPage } from "./page.ts";
import { STYLE } from "./style.ts";

export type { OpenApiDocument } from "./document.ts";

export interface DocsParts {
  /** Asked for at the first visit, when every route is known. */
  document: () => OpenApiDocument;
  baseUrl: string;
}

const sha256 = (text: string) => createHash("sha256").update(text);

const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${sha256(STYLE).digest("base64")}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** The reference page, made once from the document that the schemas give. */
export function docsRoutes(server: Server, { document, baseUrl }: DocsParts): void {
  let made: { page: string; etag: string } | undefined;
  function pageOnce() {
    if (made) return made;
    const page = docsPage(document(), baseUrl);
    made = { page, etag: `"${sha256(page).digest("base64url").slice(0, 22)}"` };
    return made;
  }

  server.get("/docs", { schema: { hide: true } }, async (request, reply) => {
    const { page, etag } = pageOnce();
    reply.headers({ ...HEADERS, ETag: etag });
    const held = request.headers["if-none-match"] ?? "";
    if (held.split(/\s*,\s*/).some((tag) => tag.replace("W/", "") === etag)) {
      return reply.code(304).send();
    }
    return reply.type("text/html; charset=utf-8").send(page);
  });
}
