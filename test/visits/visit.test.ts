import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAgentReader } from "../../src/visits/agent.ts";
import { createClassifier } from "../../src/visits/classify.ts";
import { createPlaceReader } from "../../src/visits/place.ts";
import { createVisitReader } from "../../src/visits/visit.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";

describe("visit reader", () => {
  const places = createPlaceReader({ cacheSize: 100 });
  const visits = createVisitReader({
    readAgent: createAgentReader({ cacheSize: 100 }),
    places,
    classify: createClassifier({ cacheSize: 100 }),
  });

  it("makes one immutable visit of an entry point's data", async () => {
    await visits.ready("212.58.244.20");
    const headers = { "user-agent": PHONE };
    const visit = visits.read({ at: 1, method: "GET", address: "212.58.244.20", headers });
    assert.ok(Object.isFrozen(visit));
    assert.deepEqual(Object.keys(visit), ["at", "agent", "place", "uncounted"]);
    assert.equal(visit.at, 1);
    assert.equal(visit.agent.text, '["mobile","Chrome","Android"]');
    assert.equal(visit.place.text, '["GB","London",51.5072,-0.1276]');
    assert.equal(visit.uncounted, null);
  });

  it("shares what it has recognised before", () => {
    const arrival = { at: 1, method: "GET", address: "212.58.244.20", headers: {} };
    const [one, two] = [visits.read(arrival), visits.read({ ...arrival, at: 2 })];
    assert.equal(one.agent, two.agent);
    assert.equal(one.place, two.place);
  });

  it("uses the client hints", () => {
    const headers = { "user-agent": PHONE, "sec-ch-ua": '"Brave";v="126", "Chromium";v="126"' };
    const visit = visits.read({ at: 1, method: "GET", address: "", headers });
    assert.equal(visit.agent.browser, "Brave");
  });

  it("says why a visit is not a scan", () => {
    const uncounted = (method: string, headers: Record<string, string | string[]>) =>
      visits.read({ at: 1, method, address: "", headers }).uncounted;
    assert.equal(uncounted("HEAD", {}), "head");
    assert.equal(uncounted("GET", { "sec-purpose": "prefetch" }), "prefetch");
    assert.equal(uncounted("GET", { "user-agent": "WhatsApp/2.23.20.0 A" }), "preview");
    assert.equal(uncounted("GET", { "user-agent": "Googlebot-Image/1.0" }), "crawler");
    assert.equal(uncounted("GET", {}), null);
    assert.equal(uncounted("GET", { purpose: ["x", "prefetch"], "user-agent": [] }), "prefetch");
  });

  it("keeps nothing of the address but the location", () => {
    const visit = visits.read({ at: 1, method: "GET", address: "212.58.244.20", headers: {} });
    assert.ok(!JSON.stringify(visit).includes("212.58"));
  });
});
