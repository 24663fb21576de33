/** How long it takes to list 10,000 placements of a code. The times are printed; a busy machine is slower. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { MAX_PLACEMENTS, PLACEMENT_SORTS } from "../../src/placements/placement.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import { signedIn, type Visitor } from "../dashboard/support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { onEachEngine } from "../support/stores.ts";

const TRIES = 7;
const AT_ONCE = 500;
const PAGE = 50;

onEachEngine("10,000 placements of a code", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let path = "";
  before(async () => {
    app = await startApp({ engine, settings: { DASHBOARD_LIMIT: "100000" } });
    owner = await signedIn(app, "owner@example.com");
    const { workspaceId } = (await app.store.users.findByEmail("owner@example.com"))!;
    const { id } = (await owner.request("POST", "/qrcodes", { name: "Menu", content: "https://example.com" })).json;
    const createId = createIds(Date.now);
    for (let made = 0; made < MAX_PLACEMENTS; made += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, i) => {
        const name = `Table ${made + i + 1}, ${["Bar", "Terrace", "Garden"][i % 3]}`;
        return { id: createId(), name, token: createToken(), isSlug: false, createdAt: Date.now() };
      });
      assert.equal(await app.store.placements.create({ workspaceId, codeId: id }, some), null);
    }
    const { db } = app.store.auth;
    await db
      .updateTable("placements")
      .set({ scan_count: (eb: { ref: (name: string) => unknown }) => eb.ref("num") })
      .execute();
    path = `/codes/${id}/placements`;
  });
  after(() => app.close());

  for (const sort of PLACEMENT_SORTS) {
    for (const [what, query, found] of [
      ["the first page", `page=1`, MAX_PLACEMENTS],
      ["the last page", `page=${MAX_PLACEMENTS / PAGE}`, MAX_PLACEMENTS],
      ["a search with many hits", "page=1&q=terrace", 3_340],
      ["a search with one hit", "page=1&q=table%201234,", 1],
      ["a search without a hit", "page=1&q=cellar", 0],
    ] as const) {
      it(`by ${sort}: ${what}`, async (t) => {
        const times: number[] = [];
        for (let i = 0; i < TRIES; i++) {
          const begun = performance.now();
          const { status, json } = await owner.request("GET", `${path}?limit=${PAGE}&sort=${sort}&${query}`);
          times.push(performance.now() - begun);
          assert.deepEqual([status, json.total, json.placements.length], [200, found, Math.min(found, PAGE)]);
        }
        const sorted = times.toSorted((a, b) => a - b);
        t.diagnostic(`${sorted[TRIES >> 1]!.toFixed(0)} ms, at most ${sorted.at(-1)!.toFixed(0)} ms`);
      });
    }
  }
});
