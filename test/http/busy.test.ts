/** Too many pictures to draw: refused with an explanation and Retry-After, and logged once a second. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { PLAIN_BRAND } from "../../src/brands/known-brands.ts";
import type { Code } from "../../src/codes/code.ts";
import { createImageRenderer } from "../../src/rendering/image-renderer.ts";
import { createLogger } from "../../src/server/log.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { shareFileRoutes } from "../../src/sharing/files.ts";
import { createShareResponses } from "../../src/sharing/responses.ts";
import { createBareServer } from "../support/bare-server.ts";

type Parts = Parameters<typeof shareFileRoutes>[1];

const CODE = { isPublic: true, expiresAt: 1e15, token: "abcdefghjkmn", name: "Menu", size: 512 } as Code;

describe("A full renderer", () => {
  const log: string[] = [];
  // A real one, without room in its queue.
  const renderer = createImageRenderer({ limit: 0 });
  const drawing = { text: "x", level: "M", size: 512, format: "png" } as const;
  const colors = { foreground: "#000000", background: "#ffffff" };
  const draw = () => renderer.render({ ...drawing, ...colors });
  const server = createBareServer(createLogger("info", { write: (line) => void log.push(line) }));
  before(() => {
    server.get("/api/v1/image", draw);
    const parts: Partial<Record<keyof Parts, unknown>> = {
      codeFinder: { peek: () => CODE, find: async () => CODE },
      recorder: { recordUncounted() {} },
      clock: createSystemClock(),
      images: { asDrawn: async (code: Code) => code, image: () => ({ contentType: "image/png", etag: "x", draw }) },
      responses: createShareResponses({
        drawJoin: () => "",
        brandOf: async () => PLAIN_BRAND,
      }),
      shareBase: () => "http://tessera.test",
      addressOf: () => "203.0.113.7",
      siteOf: () => undefined,
    };
    shareFileRoutes(server, parts as unknown as Parts, () => {});
  });
  after(() => server.close());

  it("is 503 with Retry-After on share links", async () => {
    const answer = await server.inject(`/r/${CODE.token}.png`);
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers["retry-after"], "5");
    assert.match(String(answer.headers["content-type"]), /^text\/html/);
    assert.equal(answer.headers["cache-control"], "no-store");
  });

  it("is 500 internal_error with Retry-After under /api/v1", async () => {
    const answer = await server.inject("/api/v1/image");
    assert.equal(answer.statusCode, 500);
    assert.equal(answer.headers["retry-after"], "5");
    assert.equal(answer.json().error, "internal_error");
    assert.match(answer.json().message, /again in a few seconds/);
  });

  it("is one warning a second without a stack, with the number of refusals", async (test) => {
    let now = Math.ceil(performance.now()) + 1000;
    test.mock.method(performance, "now", () => now);
    const refuse = async (times: number) => {
      for (let i = 0; i < times; i++) await server.inject("/api/v1/image");
    };
    await refuse(1);
    log.length = 0;
    await refuse(20);
    now += 999;
    await refuse(1);
    const warnings = () => log.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
    assert.deepEqual(warnings(), []);
    now += 1;
    await refuse(20);
    const [warning, ...more] = warnings();
    assert.deepEqual(more, []);
    assert.deepEqual([warning.level, warning.refused, warning.err], [40, 22, undefined]);
  });
});
