import assert from "node:assert/strict";
import { it } from "node:test";
import { badWeather, databaseRestarts } from "../nodes/database-away.ts";
import { failOver } from "../nodes/failover.ts";
import { revokeUnderLoad } from "../nodes/revoke.ts";

it("F4: PostgreSQL stops and comes back ten times", async () => {
  const { refusedMs, settledMs, heardMs } = await databaseRestarts(10, 5000);
  assert.ok(refusedMs < 5000, `the API said that the database is away after ${refusedMs} ms`);
  assert.ok(settledMs < 30_000, `the journals were empty after ${settledMs} ms`);
  assert.ok(heardMs < 1500, `a pause was heard on the other node after ${heardMs} ms`);
});
it("F5: the primary is killed, the standby promoted", () => failOver(10));
it("F6: a slow, silent and cut network", async () => {
  const { usual, worst } = await badWeather(30);
  assert.ok(worst < Math.max(50, 3 * usual), `p99 was ${worst} ms, in fair weather ${usual} ms`);
});
it("F14: keys revoked under load", () => revokeUnderLoad(10));
