import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { PATH, useOwnApp } from "../api/support.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { onEachEntryPoint } from "./support.ts";

const NONE = { head: 0, prefetch: 0, preview: 0, crawler: 0, paused: 0, expired: 0, early: 0 };

onEachEntryPoint("what counts as a scan", (engine) => {
  const use = useOwnApp(engine);
  const visit = (token: string, headers: Record<string, string> = {}, method = "GET") =>
    use.app.request(method, `/r/${token}`, { headers: { "user-agent": PHONE, ...headers } });
  const traffic = async (id: string, days = 30) => (await use.ask("GET", `${PATH}/${id}/traffic?days=${days}`)).json;

  it("reports uncounted visits by reason, per day and in total", async () => {
    const { shareToken, id } = await use.code();
    const notCounted = (answer: { headers: Headers }) => assert.ok(!answer.headers.has("scan-id"));
    await visit(shareToken);
    notCounted(await visit(shareToken, {}, "HEAD"));
    notCounted(await visit(shareToken, { "sec-purpose": "prefetch" }));
    notCounted(await visit(shareToken, { "sec-purpose": "prefetch;prerender" }));
    notCounted(await visit(shareToken, { purpose: "prefetch" }));
    notCounted(await visit(shareToken, { "x-moz": "prefetch" }));
    notCounted(await visit(shareToken, { "user-agent": "Twitterbot/1.0" }));
    notCounted(await visit(shareToken, { "user-agent": "Googlebot/2.1" }));
    use.clock.move(DAY_MS);
    await visit(shareToken);
    await visit(shareToken);
    await use.ask("PATCH", `${PATH}/${id}`, { json: { isPublic: false } });
    notCounted(await visit(shareToken));
    await use.ask("PATCH", `${PATH}/${id}`, { json: { isPublic: true } });
    await use.expire(id);
    notCounted(await visit(shareToken));
    notCounted(await visit(shareToken, {}, "HEAD"));

    const first = { ...NONE, head: 1, prefetch: 4, preview: 1, crawler: 1 };
    const second = { ...NONE, paused: 1, expired: 2 };
    await eventually(async () => {
      const { counted, missed: sum, timeline } = await traffic(id, 3);
      assert.deepEqual(sum, { ...first, paused: 1, expired: 2 });
      assert.equal(counted, 3);
      assert.deepEqual(
        timeline.map((day: { counted: number; missed: object }) => [day.counted, day.missed]),
        [
          [0, NONE],
          [1, first],
          [2, second],
        ],
      );
    });
    const today = await traffic(id, 1);
    assert.deepEqual([today.counted, today.missed], [2, second]);
    assert.equal((await use.ask("GET", `${PATH}/${id}/analytics`)).json.totalScans, 3);
  });

  it("adds up visits to unknown tokens", async () => {
    const total = async () => {
      const { text } = await use.app.request("GET", "/metrics");
      return Number(/^tessera_visits_missed_total (\d+)$/m.exec(text)?.[1]);
    };
    const before = await total();
    for (const token of ["abcdefghjkmn", "abcdefghjkmm", "nonsense"]) await visit(token);
    assert.equal(await total(), before + 3);
    await eventually(async () => {
      const rows = await use.app.store.scans.traffic(0, 0, 1e6);
      const counts = rows.map(({ reason, count }) => [reason, count]);
      assert.deepEqual(counts, [["unknown-token", 3]]);
    });
  });
});
