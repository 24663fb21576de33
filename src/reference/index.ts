import { createHash } from "node:crypto";
import type { Server } from "../http/server/server.ts";
import { createStaticAnswer } from "../http/server/static-answer.ts";
import type { OpenApiDocument } from "./document.ts";
import { docsPage } from "./page.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

export type { OpenApiDocument } from "./document.ts";

export interface DocsParts {
  /** Asked for at the first visit, when every route is known. */
  document: () => OpenApiDocument;
  baseUrl: string;
}

const source = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Nothing may be fetched or sent: a key that the reader types cannot leave the page. */
const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src ${source(STYLE)}`,
    `script-src ${source(SCRIPT)}`,
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
  const sendPage = createStaticAnswer(() => docsPage(document(), baseUrl), "text/html; charset=utf-8");
  server.get("/docs", { schema: { hide: true } }, async (request, reply) => sendPage(request, reply.headers(HEADERS)));
}
