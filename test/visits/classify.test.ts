import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { list } from "isbot";
import { createClassifier, type Fields, LEFT_OUT } from "../../src/visits/classify.ts";
import { readTable } from "./tables.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

describe("classifier", () => {
  const classify = createClassifier({ cacheSize: 1000 });
  const judge = (userAgent: string, headers: Fields = {}, method = "GET") => classify({ method, userAgent, headers });

  for (const [judged, least] of [
    ["preview", 30],
    ["crawler", 40],
    ["counted", 40],
  ] as const) {
    it(`classifies the user agents of the table: ${judged}`, () => {
      const rows = readTable("machines.txt").filter((row) => row[0] === judged);
      assert.ok(rows.length >= least, `${rows.length} rows`);
      for (const [, agent = ""] of rows) assert.equal(judge(agent) ?? "counted", judged, agent);
    });
  }

  it("counts every browser, in-app browser and device of the table", () => {
    for (const [, , , agent = ""] of readTable("agents.txt")) {
      assert.equal(judge(agent), null, agent);
    }
  });

  it("counts a blank user agent", () => {
    assert.equal(judge(""), null);
  });

  it("never counts HEAD", () => {
    assert.equal(judge(IPHONE, {}, "HEAD"), "head");
    assert.equal(judge("Twitterbot/1.0", { purpose: "prefetch" }, "HEAD"), "head");
  });

  for (const [name, value] of [
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["sec-purpose", "prefetch;anonymous-client-ip"],
    ["purpose", "prefetch"],
    ["x-purpose", "preview"],
    ["x-moz", "prefetch"],
  ] as const) {
    it(`does not count prefetches: ${name}: ${value}`, () => {
      assert.equal(judge(IPHONE, { [name]: value }), "prefetch");
    });
  }

  it("counts other values of the purpose header", () => {
    assert.equal(judge(IPHONE, { purpose: "navigate", "x-moz": "" }), null);
  });

  it("does not count anything that identifies itself as a crawler, even a library or an app", () => {
    assert.equal(judge("curl/8.5.0 (compatible; examplebot/1.0)"), "crawler");
    assert.equal(judge(`${IPHONE} (compatible; ExampleSpider)`), "crawler");
  });

  it("excludes from isbot's list only entries that it contains", () => {
    for (const pattern of LEFT_OUT) assert.ok(list.includes(pattern), pattern);
  });

  it("returns a reason or none for any request", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 700 }),
        fc.dictionary(fc.constantFrom("purpose", "x-moz", "sec-purpose"), fc.string()),
        (agent, headers) => {
          const reason = judge(agent, headers);
          assert.ok([null, "prefetch", "preview", "crawler"].includes(reason));
        },
      ),
      { numRuns: 100 },
    );
  });
});
