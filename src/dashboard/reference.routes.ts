import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { takesGzip } from "../server/compression.ts";
import { createStaticAnswer } from "../server/etag.ts";
import { LOGO } from "../server/logo.ts";
import type { Server } from "../server/server.ts";
import { html, raw } from "../shared/html.ts";
import { NOT_BUILT, WEB_ASSETS } from "./pages.dashboard.ts";

/** Scalar's script, written compressed by scripts/build-web.ts, with a hash in its name. */
const SCRIPT_NAME = /^reference-[\w-]+\.js\.gz$/;
const unzip = promisify(gunzip);

/** No requests to other hosts: no fonts, telemetry, proxy, hosted client or assistant. */
const OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: "direct",
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
};

/** /docs: the reference page, rendered in the browser by Scalar from the OpenAPI document. */
export function referenceRoute(server: Server, basePath: string, documentPath: string): void {
  const zipped = existsSync(WEB_ASSETS) ? readdirSync(WEB_ASSETS).find((name) => SCRIPT_NAME.test(name)) : undefined;
  const script = zipped && `/docs/${zipped.slice(0, -".gz".length)}`;
  const start = `Scalar.createApiReference("#app", ${JSON.stringify({ url: basePath + documentPath, ...OPTIONS })})`;
  const headers = {
    "Content-Security-Policy": [
      "default-src 'none'",
      `script-src 'self' 'sha256-${createHash("sha256").update(start).digest("base64")}'`,
      // Scalar writes style elements and attributes at run time (docs/decisions/0022-one-openapi-document.md).
      "style-src 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  };
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tessera API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(LOGO)}">
</head>
<body>
<div id="app"></div>
<noscript><p>This page needs JavaScript. You can also read the
<a href="${basePath}${documentPath}">OpenAPI document</a>.</p></noscript>
<script src="${basePath}${script ?? ""}"></script>
<script>${raw(start)}</script>
</body>
</html>
`.markup;
  const send = createStaticAnswer(() => (script ? page : NOT_BUILT), "text/html; charset=utf-8");
  server.get("/docs", { schema: { hide: true } }, async (request, reply) =>
    send(request, reply.code(script ? 200 : 503).headers(headers)),
  );
  if (!script) return;
  server.get(script, { schema: { hide: true } }, async (request, reply) =>
    sendZipped(request, reply, join(WEB_ASSETS, zipped)),
  );
}

/** Only the compressed file is shipped: the script has four megabytes. */
async function sendZipped({ headers }: FastifyRequest, reply: FastifyReply, file: string) {
  reply.headers({
    "Content-Type": "text/javascript; charset=utf-8",
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept-Encoding",
  });
  const bytes = await readFile(file);
  if (!takesGzip(headers["accept-encoding"])) return reply.send(await unzip(bytes));
  return reply.header("Content-Encoding", "gzip").send(bytes);
}
