import assert from "node:assert/strict";
import { it } from "node:test";
import { Client } from "pg";
import { DAY_MS } from "../../src/shared/days.ts";
import { until } from "../support/eventually.ts";
import { onEachEngine } from "../support/stores.ts";
import { TODAY } from "./counted-model.ts";
import { mixRequests } from "./placement-mix.ts";
import { freshCode, WORKSPACE } from "./support.ts";

onEachEngine("Moves among other changes", (engine) => {
  it("do not fail, and no scan is lost or doubled", () => mixRequests(engine, 200));

  it("wait without a deadlock for a settlement, which a change of the same codes waits for too", async () => {
    if (engine.name === "sqlite") return;
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const codes = [await freshCode(store), await freshCode(store)];
    const connect = async () => {
      const client = new Client({ connectionString: place.databaseUrl! });
      await client.connect();
      return client;
    };
    const clients = [await connect(), await connect(), await connect(), await connect()] as const;
    const [settling, updating, moving, watcher] = clients;
    const waiting = (count: number) =>
      until(async () => {
        const { rows } = await watcher.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return rows[0].n === count;
      });
    const lock = (client: Client, nums: readonly number[], strength: string) =>
      client.query(`SELECT 1 FROM code_counters WHERE code_num = ANY($1::bigint[]) ORDER BY code_num FOR ${strength}`, [
        `{${nums}}`,
      ]);
    const nums = codes.map(({ num }) => num);
    await Promise.all([settling, updating, moving].map((client) => client.query("BEGIN")));
    await lock(settling, nums, "KEY SHARE");
    await lock(updating, [nums[1]!], "NO KEY UPDATE");
    const moved = lock(moving, [nums[1]!], "UPDATE");
    await waiting(1);
    const ids = codes.map(({ id }) => id);
    const changed = store.codes.changeMany(WORKSPACE, ids, { isFavorite: true }, TODAY * DAY_MS);
    await waiting(2);
    await updating.query("COMMIT");
    const settled = lock(settling, nums, "NO KEY UPDATE").then(() => settling.query("COMMIT"));
    const ended = moved.then(() => moving.query("COMMIT"));
    const outcomes = await Promise.allSettled([settled, ended, changed]);
    await Promise.all(clients.map((client) => client.end()));
    assert.deepEqual(
      outcomes.filter(({ status }) => status === "rejected"),
      [],
    );
  });
});
