/** The client in a page of another origin, as a browser runs it: modules by an import map, no bundler. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { after, describe, it } from "node:test";
import { unlessOpen } from "../support/browser.ts";
import { addOwnerWithKey } from "../support/owner.ts";
import { type Desk, openOwnDesk } from "./support.ts";

const CLIENT = new URL("../../client/src/", import.meta.url);
const MODULES = new URL("../../node_modules/", import.meta.url);
const OPENAPI_FETCH = new URL("openapi-fetch/dist/index.mjs", MODULES);
const PAGE = `<!doctype html><link rel="icon" href="data:,"><title>Page</title>
<script type="importmap">{"imports": {"openapi-fetch": "/openapi-fetch", "tessera-qr-client": "/client/index.ts"}}</script>`;

/** The page, and the client's modules with types stripped. */
function startPage(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const isPage = path === "/";
    response.setHeader("Content-Type", isPage ? "text/html" : "text/javascript");
    if (isPage) return response.end(PAGE);
    if (path === "/openapi-fetch") return response.end(readFileSync(OPENAPI_FETCH));
    const file = new URL(path.replace("/client/", ""), CLIENT);
    response.end(stripTypeScriptTypes(readFileSync(file, "utf8")));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      resolve({ server, origin: `http://127.0.0.1:${port}` });
    });
  });
}

/**
 * Runs in the page: every kind of call once, including the rate limit. As text, so that it contains nothing of Node.
 */
const PROGRAM = `async ({ url, key }) => {
  const { createClient, NotFoundError } = await import("tessera-qr-client");
  const pauses = [];
  const tessera = createClient({ url, key, onPause: ({ reason }) => pauses.push(reason) });
  const made = [];
  for (let i = 0; i < 3; i++) {
    made.push((await tessera.codes.create({ name: "Code " + i, content: "https://example.com" })).id);
  }
  const { code, etag } = await tessera.codes.getTagged(made[0]);
  const changed = await tessera.codes.update(code.id, { name: "Changed" }, { ifMatch: etag });
  const { bytes, contentType } = await tessera.codes.image(code.id, { format: "png" });
  const { modules } = await tessera.codes.setStyle(code.id, { modules: "dots" });
  const blob = new Blob([bytes], { type: contentType });
  const { width } = await createImageBitmap(blob);
  await tessera.codes.delete(made[2]);
  const lost = await tessera.codes.get(made[2]).catch((error) => error);
  const listed = [];
  for await (const { id } of tessera.codes.list({ limit: 1 })) listed.push(id);
  while (pauses.length === 0) {
    await Promise.all(Array.from({ length: 16 }, () => tessera.codes.list().next()));
  }
  return {
    made, listed, width, pauses, modules,
    name: changed.name,
    lost: [lost instanceof NotFoundError, lost.code, typeof lost.requestId],
  };
}`;

const { server, origin } = await startPage();
const desk = await openOwnDesk({ CORS_ORIGINS: origin, PLAN_LIMITS: "free=8,pro=8", RATE_WINDOW_SECONDS: "2" });
// Also without a desk, or the process would not exit.
after(() => {
  server.closeAllConnections();
  server.close();
});

interface Seen {
  made: string[];
  listed: string[];
  width: number;
  modules: string;
  pauses: string[];
  name: string;
  lost: unknown[];
}

describe("the client in a browser", { skip: unlessOpen(desk) }, () => {
  const { service, browser, close } = desk as Desk;
  after(close);

  it("creates, reads, changes, draws, deletes and lists, and waits for its rate limit", async () => {
    const { key } = await addOwnerWithKey(service.store);
    // Not the desk's own page: a 429 in the console is expected here.
    const page = await browser.newPage();
    await page.goto(origin);
    const seen: Seen = await page.evaluate(`(${PROGRAM})(${JSON.stringify({ url: service.url, key })})`);
    await page.close();
    assert.equal(seen.name, "Changed");
    assert.equal(seen.width, 512);
    assert.equal(seen.modules, "dots");
    assert.deepEqual(seen.lost, [true, "not_found", "string"]);
    assert.deepEqual(seen.listed, [seen.made[1], seen.made[0]]);
    assert.deepEqual([...new Set(seen.pauses)], ["limit"]);
  });
});
