import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createAgentReader } from "../../src/visits/agent.ts";
import { createClassifier } from "../../src/visits/classify.ts";
import { readTable } from "./tables.ts";

const DEVICES = ["mobile", "tablet", "desktop", "tv", "wearable", "console", "Unknown"];
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

describe("agent reader", () => {
  const read = createAgentReader({ cacheSize: 1000 });
  const traits = (...args: Parameters<typeof read>): string[] => {
    const { device, browser, os } = read(...args);
    return [device, browser, os];
  };

  it("recognises the user agents of the table", () => {
    const rows = readTable("agents.txt");
    assert.ok(rows.length >= 60, `${rows.length} rows`);
    for (const [device, browser, os, agent = ""] of rows) {
      assert.deepEqual(traits(agent), [device, browser, os], agent);
    }
  });

  it("names command-line tools and libraries, which have no device", () => {
    const rows = readTable("machines.txt").filter(([judged]) => judged === "counted");
    assert.ok(rows.length >= 20, `${rows.length} rows`);
    for (const [, agent = "", name] of rows) {
      const { device, browser } = read(agent);
      assert.equal(browser, name, agent);
      if (!/Dalvik|CFNetwork/.test(agent)) assert.equal(device, "Unknown", agent);
    }
  });

  it("never passes more than 512 characters of a user agent to the parsers", () => {
    const agent = `${"x".repeat(512)} Firefox/120.0`;
    assert.equal(read(agent).browser, "Unknown");
    assert.equal(read(agent.slice(2)).browser, "Unknown", "cut within the name");
    const crawler = `${"x".repeat(512)} Googlebot/2.1`;
    assert.equal(createClassifier({ cacheSize: 2 })({ method: "GET", userAgent: crawler, headers: {} }), null);
  });

  it("returns Unknown for a blank user agent", () => {
    assert.deepEqual(traits(""), ["Unknown", "Unknown", "Unknown"]);
  });

  it("treats a Mac as a Mac, though it may be an iPad's Safari", () => {
    const safari =
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
    assert.deepEqual(traits(safari), ["desktop", "Safari", "macOS"]);
  });

  it("fills in from client hints what the user agent hides", () => {
    const brands = '"Not/A)Brand";v="8", "Chromium";v="126", "Brave";v="126"';
    assert.deepEqual(traits(ANDROID, { brands }), ["mobile", "Brave", "Android"]);
    assert.deepEqual(traits(LINUX, { mobile: "?0", platform: '"Chrome OS"' }), ["desktop", "Chrome", "ChromeOS"]);
    assert.deepEqual(traits(LINUX, { mobile: "?0", platform: '"Android"' }), ["tablet", "Chrome", "Android"]);
    assert.deepEqual(traits("", { mobile: "?1", platform: '"Android"' }), ["mobile", "Unknown", "Android"]);
  });

  it("does not let client hints override the user agent", () => {
    const hints = { mobile: "?0", platform: '"Windows"', brands: '"Google Chrome";v="126"' };
    assert.deepEqual(traits(ANDROID, hints), ["mobile", "Chrome", "Android"]);
    assert.deepEqual(traits(ANDROID, { platform: '"Hal 9000"' }), ["mobile", "Chrome", "Android"]);
  });

  it("returns one frozen object per user agent, with its JSON text", () => {
    assert.equal(read(ANDROID), read(ANDROID));
    assert.equal(read(ANDROID, { mobile: "?1" }), read(ANDROID));
    assert.ok(Object.isFrozen(read(ANDROID)));
    assert.equal(read(ANDROID).text, '["mobile","Chrome","Android"]');
  });

  it("reads only the beginning of an extremely long user agent", () => {
    assert.equal(read(ANDROID + " x".repeat(100_000)), read(ANDROID));
  });

  it("uses the vendors' spelling of names, and no unknown names", () => {
    assert.equal(read(ANDROID.toUpperCase()).browser, "Chrome");
    assert.equal(read("Mozilla/5.0 (X11; ferbsd x) akoTi browser/9").browser, "Unknown");
    assert.equal(read("Mozilla/5.0 (X11; ferbsd x) akoTi browser/9").os, "Unknown");
  });

  it("caches a bounded number", () => {
    const small = createAgentReader({ cacheSize: 10 });
    for (let n = 0; n < 1000; n++) small(`${ANDROID} ${n}`, { platform: `"${n}"` });
    assert.equal(small(ANDROID).text, '["mobile","Chrome","Android"]');
  });

  it("returns well-formed values for any text", () => {
    const names = new Set<string>();
    const agents = readTable("agents.txt").map((row) => row[3]!);
    const anything = fc.oneof(
      fc.string({ maxLength: 700 }),
      fc
        .tuple(fc.constantFrom(...agents), fc.string(), fc.nat(200))
        .map(([agent, noise, at]) => agent.slice(0, at) + noise + agent.slice(at)),
    );
    fc.assert(
      fc.property(anything, fc.option(fc.string(), { nil: undefined }), (text, hint) => {
        const agent = read(text, { mobile: hint, platform: hint, brands: hint });
        assert.ok(DEVICES.includes(agent.device));
        assert.ok(agent.browser !== "" && agent.os !== "");
        assert.deepEqual(JSON.parse(agent.text), [agent.device, agent.browser, agent.os]);
        names.add(agent.browser).add(agent.os);
      }),
      { numRuns: 200 },
    );
    assert.ok(names.size < 300, `${names.size} names`);
  });
});
