/** /metrics: how long visits of /r/<token> took, by outcome. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { PATH, useOwnApp } from "../api/support.ts";
import { createAwayEngine, onEachEntryPoint } from "../share/support.ts";

const LINE = /^tessera_visit_seconds_(bucket|sum|count)\{([^}]*)\} (\S+)$/gm;
const DAY_MS = 86_400_000;

onEachEntryPoint("tessera_visit_seconds", (engine) => {
  const store = createAwayEngine(engine);
  const use = useOwnApp(store);
  const visit = async (token: string, method = "GET") => (await use.app.request(method, `/r/${token}`)).status;

  async function read() {
    const { text } = await use.app.request("GET", "/metrics");
    const series = { bucket: new Map<string, number[]>(), sum: {}, count: {} } as {
      bucket: Map<string, number[]>;
      sum: Record<string, number>;
      count: Record<string, number>;
    };
    const bounds: string[] = [];
    for (const [, kind, labels = "", value] of text.matchAll(LINE)) {
      const outcome = /outcome="([^"]+)"/.exec(labels)![1]!;
      if (kind === "bucket") {
        series.bucket.set(outcome, [...(series.bucket.get(outcome) ?? []), Number(value)]);
        if (outcome === "redirect") bounds.push(/le="([^"]+)"/.exec(labels)![1]!);
      } else series[kind as "sum" | "count"][outcome] = Number(value);
    }
    return { ...series, bounds, text };
  }

  it("is a histogram with a closed set of outcomes, all present from the start", async () => {
    const { text, bucket, bounds, count } = await read();
    assert.match(text, /^# TYPE tessera_visit_seconds histogram$/m);
    const outcomes = ["redirect", "page", "not-found", "expired", "unavailable"];
    assert.deepEqual([...bucket.keys()], outcomes);
    assert.deepEqual(count, Object.fromEntries(outcomes.map((outcome) => [outcome, 0])));
    assert.equal(bounds[0], "0.0001");
    assert.deepEqual(bounds.slice(-2), ["5", "+Inf"]);
    assert.deepEqual(
      bounds.slice(0, -1).map(Number),
      bounds
        .slice(0, -1)
        .map(Number)
        .sort((a, b) => a - b),
    );
  });

  it("counts every visit once, whatever the answer, and the last bucket is the total", async () => {
    const link = await use.code();
    const text = await use.code({ type: "text", content: "Hello" });
    const paused = await use.code();
    await use.ask("PATCH", `${PATH}/${paused.id}`, { json: { isPublic: false } });
    const short = await use.code();
    const expiresAt = new Date(use.clock.now() + DAY_MS).toISOString();
    await use.ask("PATCH", `${PATH}/${short.id}`, { json: { expiresAt } });

    assert.equal(await visit(link.shareToken), 302);
    assert.equal(await visit(link.shareToken, "HEAD"), 302);
    assert.equal(await visit(`${link.shareToken}?from=here`), 302);
    assert.equal(await visit(`%${link.shareToken.charCodeAt(0).toString(16)}${link.shareToken.slice(1)}`), 302);
    for (let i = 0; i < 2; i++) assert.equal(await visit(text.shareToken), 200);
    assert.equal(await visit("abcdefghjkmn"), 404);
    assert.equal(await visit("n!o"), 404, "not a visit: no code can have this token");
    assert.equal(await visit(paused.shareToken), 404);
    assert.equal(await visit(`${link.shareToken}.png`), 200, "not a visit");
    use.clock.move(2 * DAY_MS);
    assert.equal(await visit(short.shareToken), 410);
    const unknown = await use.code();
    store.be("fails");
    assert.equal(await visit(unknown.shareToken), 503);
    store.be("none");

    const { bucket, sum, count } = await read();
    assert.deepEqual({ ...count }, { redirect: 4, page: 2, "not-found": 2, expired: 1, unavailable: 1 });
    for (const [outcome, counts] of bucket) {
      assert.equal(counts.at(-1), count[outcome], outcome);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => a - b),
        `${outcome} is cumulative`,
      );
      assert.ok(sum[outcome]! > 0, outcome);
    }
  });
});
