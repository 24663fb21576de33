import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { Registry } from "prom-client";
import { PLAIN_BRAND } from "../../src/brands/known-brands.ts";
import type { Code } from "../../src/codes/code.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createShareResponses } from "../../src/sharing/responses.ts";
import { createScanHandler, type ScanHandlerParts } from "../../src/sharing/scan.ts";
import { createVisitSeconds } from "../../src/sharing/visit-seconds.ts";

const CODE = {
  num: 1,
  type: "url",
  content: "https://example.com/",
  isPublic: true,
  expiresAt: 1e15,
  routing: null,
} as Code;
const RESPONSES = createShareResponses({
  drawJoin: () => "",
  brandOf: async () => PLAIN_BRAND,
});
const VISIT = { uncounted: null, agent: { os: "iOS" } };

/** A scan handler with one broken part. */
function brokenServer(broken: Partial<Record<keyof ScanHandlerParts, unknown>>, errors: unknown[]) {
  const parts: Partial<Record<keyof ScanHandlerParts, unknown>> = {
    codeFinder: { peek: () => CODE, find: async () => CODE },
    visits: { ready: () => null, read: () => VISIT },
    recorder: {
      recordUncounted() {},
      record: (_num: number, _visit: unknown, _tag: unknown, _route: unknown, done: (id: string) => void) => done("id"),
    },
    visitorTags: { ready: () => null, tagOf: () => null },
    clock: createSystemClock(),
    responses: RESPONSES,
    visitSeconds: createVisitSeconds(new Registry()),
    claimPage: async () => null,
    addressOf: () => "",
    siteOf: () => undefined,
    baseUrl: () => "",
    ownAddresses: { of: () => null, version: () => "" },
    onError: (error: unknown) => errors.push(error),
    ...broken,
  };
  return createScanHandler(parts as unknown as ScanHandlerParts);
}

const breaks = () => {
  throw new Error("broken");
};

describe("an error for one visitor", () => {
  const errors: unknown[] = [];
  let handler: ReturnType<typeof createScanHandler>;
  const server = createServer((request, response) => void handler(request, response));
  before(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
  after(() => server.close());

  for (const [part, broken] of [
    ["reading the visit", { visits: { ready: () => null, read: breaks } }],
    ["the visitor's tag", { visitorTags: { ready: () => null, tagOf: breaks } }],
    ["the cached code", { codeFinder: { peek: breaks } }],
    ["the lookup of the code", { codeFinder: { peek: () => undefined, find: async () => breaks() } }],
    ["the answer", { responses: { ...RESPONSES, redirect: breaks } }],
    ["the address", { addressOf: breaks }],
  ] as const) {
    it(`is answered 503 and reported when ${part} fails, and the server continues`, async () => {
      errors.length = 0;
      handler = brokenServer(broken, errors);
      const { port } = server.address() as { port: number };
      const url = `http://127.0.0.1:${port}/r/abcdefghjkmn`;
      const answer = await fetch(url, { redirect: "manual" });
      assert.equal(answer.status, 503);
      assert.match(String(errors), /broken/);
      const isRecorded = part === "the answer";
      assert.equal(answer.headers.get("scan-id"), isRecorded ? "id" : null);
      handler = brokenServer({}, errors);
      assert.equal((await fetch(url, { redirect: "manual" })).status, 302);
    });
  }
});
