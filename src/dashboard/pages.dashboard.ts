import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyReply } from "fastify";
import type { Server } from "../server/server.ts";

const BUILT = fileURLToPath(new URL("../../web/dist", import.meta.url));
export const WEB_ASSETS = join(BUILT, "assets");
const PLACE_FOR_NONCE = "__NONCE__";
export const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tessera</title>
<p>The web pages are not built yet. Run <code>npm run build</code>, then start again.</p></html>`;

export interface PageParts {
  isHttps: () => boolean;
  /** The path of BASE_URL, which a proxy strips; "" if it has none. */
  basePath: string;
}

/** Serves the dashboard under /app/. File names contain a hash, so they are cached for ever. */
export async function pageRoutes(server: Server, { isHttps, basePath }: PageParts): Promise<void> {
  const index = join(BUILT, "index.html");
  const page = existsSync(index) ? below(basePath, readFileSync(index, "utf8")) : null;

  async function sendPage(reply: FastifyReply) {
    const nonce = createNonce();
    sendSafetyHeaders(reply, isHttps(), nonce);
    reply.header("Cache-Control", "no-cache").type("text/html; charset=utf-8");
    if (page === null) return reply.code(503).send(NOT_BUILT);
    return reply.send(page.replaceAll(PLACE_FOR_NONCE, nonce));
  }

  for (const path of ["/", "/app"]) {
    // Keep the query string of a bookmark.
    server.get(path, async ({ url }, reply) => {
      sendSafetyHeaders(reply, isHttps());
      return reply.redirect(`${basePath}/app/${/\?.*/s.exec(url)?.[0] ?? ""}`);
    });
  }
  server.get("/app/*", async (_request, reply) => sendPage(reply));
  if (page === null) return;

  await server.register(
    async (assets: Server) => {
      // A script or style removed by an upgrade: a plain 404, not cached.
      assets.setNotFoundHandler(async (_request, reply) => {
        sendSafetyHeaders(reply, isHttps());
        reply.code(404).header("Cache-Control", "no-store").type("text/plain; charset=utf-8");
        return reply.send("There is no such file.\n");
      });
      await assets.register(fastifyStatic, {
        // Nobody needs parts of files this small, and a range beyond the end would be answered as an internal error.
        acceptRanges: false,
        root: WEB_ASSETS,
        decorateReply: false,
        immutable: true,
        maxAge: "365d",
        preCompressed: true,
        setHeaders: (response) => void response.setHeader("X-Content-Type-Options", "nosniff"),
      });
    },
    { prefix: "/app/assets/" },
  );
}

/** Absolute paths, because all pages load the same files; the app reads its base path from a meta tag. */
const below = (basePath: string, page: string): string =>
  page
    .replaceAll('="/app/assets/', `="${basePath}/app/assets/`)
    .replace('name="base-path" content=""', `name="base-path" content="${basePath}"`);

/** A nonce per response, for styles that components write at run time. No other inline style or script is allowed. */
const createNonce = (): string => randomBytes(16).toString("base64");

const policy = (nonce: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? "" : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

export function sendSafetyHeaders(reply: FastifyReply, https: boolean, nonce?: string): void {
  reply.headers({
    "Content-Security-Policy": policy(nonce),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(https ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  });
}
