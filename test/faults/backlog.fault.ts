/** F25: a receiver that was down for a day, at 5 events a second, next to a healthy one. */
import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Store } from "../../src/store/store.ts";
import { MAX_NOTED_SCANS } from "../../src/webhooks/webhook.ts";
import { stopOwnServer } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { freePort } from "../support/free-port.ts";
import { addOwnerWithKey, type Owner } from "../support/owner.ts";
import { createService, type ServedCode } from "../support/service.ts";
import { onEachEngine } from "../support/stores.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { visit } from "./support/neighbours.ts";

const NOTES = 432_000;
const DELIVERIES = 20_000;
const MAX_WAITING = 10_000;
const ROUNDS = 5;
const VISITS = 300;
/** Few, so that the healthy receiver, which gets 10 requests a second, does not lag on its own. */
const CODES = 50;
/** Smaller differences are noise of the machine. */
const NOISE_MS = 10;

after(stopOwnServer);

const createCodes = async (store: Store, workspaceId: string, count: number): Promise<ServedCode[]> => {
  const codes = Array.from({ length: count }, () => newCode(workspaceId, Date.now()));
  for (let at = 0; at < count; at += 500) await store.codes.createAll(codes.slice(at, at + 500));
  return codes.map(({ id, token }) => ({ id, shareToken: token }));
};

/** As the day would have left it without a bound. */
async function addBacklog(store: Store, owner: Owner): Promise<void> {
  const { db } = store.auth;
  const numbers = (to: number) =>
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(to)})`;
  const note = JSON.stringify([[1, ["01890a5d-ac96-774b-bcce-b302099a8057"]]]);
  await sql`INSERT INTO webhook_notes (workspace_id, scan_to, scans, at, data) ${numbers(NOTES)}
    SELECT o.workspace_id, o.scan_total + i, 1, CAST(${Date.now()} AS bigint), CAST(${note} AS text)
    FROM n, webhook_workspaces o WHERE o.workspace_id = ${owner.id}`.execute(db);
  await sql`UPDATE webhook_workspaces SET scan_total = scan_total + ${sql.lit(NOTES)} WHERE workspace_id = ${owner.id}`.execute(
    db,
  );
  await sql`INSERT INTO webhook_deliveries (webhook_num, id, type, at, data) ${numbers(DELIVERIES)}
    SELECT d.webhook_num, 'delivery ' || n.i, d.type, d.at, d.data FROM n, (
      SELECT d.* FROM webhook_deliveries d JOIN webhooks w ON w.num = d.webhook_num
      WHERE w.workspace_id = ${owner.id} LIMIT 1) d`.execute(db);
}

const countOf = async (store: Store, workspaceId: string) => {
  const { rows } = await sql<{ notes: number; waiting: number }>`
    SELECT (SELECT count(*) FROM webhook_notes WHERE workspace_id = ${workspaceId}) AS notes,
      (SELECT count(*) FROM webhook_deliveries d JOIN webhooks w ON w.num = d.webhook_num
        WHERE w.workspace_id = ${workspaceId} AND d.is_waiting = 1) AS waiting`.execute(store.auth.db);
  return { notes: Number(rows[0]!.notes), waiting: Number(rows[0]!.waiting) };
};

onEachEngine("F25: a dead receiver with a day's backlog at 5 events a second", (engine) => {
  it("does not slow others' p99 or a healthy receiver, and the backlog is bounded and reported", async () => {
    const { databaseUrl } = await engine.place();
    const receiver = await startReceiver();
    const settings = { WEBHOOK_HTTP: "allow", WEBHOOK_PRIVATE: "allow", DATABASE_URL: databaseUrl };
    const node = await createService({ settings });
    try {
      const [live, dead] = await node.withStore((store) =>
        Promise.all([addOwnerWithKey(store), addOwnerWithKey(store)]),
      );
      const codes = await node.withStore((store) => createCodes(store, live.id, CODES));
      const addWebhook = async (key: string, url: string) => {
        node.key = key;
        return (await node.api("/webhooks", { method: "POST", json: { url } })) as { id: string; secret: string };
      };
      const visited = Array.from({ length: VISITS }, (_, i) => codes[i % CODES]!);
      let shareToken = "";
      /** The best of several rounds, with 5 events a second for the dead receiver meanwhile. */
      const rounds = async () => {
        let best = Number.POSITIVE_INFINITY;
        let isOver = false;
        const scanning = (async () => {
          while (!isOver) {
            await (await fetch(`${node.url}/r/${shareToken}`, { redirect: "manual" })).arrayBuffer();
            await sleep(200);
          }
        })();
        for (let round = 0; round < ROUNDS; round++) best = Math.min(best, await visit(node, visited));
        isOver = true;
        await scanning;
        return best;
      };
      await node.start();
      receiver.secret = (await addWebhook(live.key, receiver.url)).secret;
      const webhook = await addWebhook(dead.key, `http://127.0.0.1:${await freePort()}/`);
      const json = { name: "Dead", content: "https://example.com" };
      shareToken = ((await node.api("/qrcodes", { method: "POST", json })) as ServedCode).shareToken;
      node.key = live.key;
      const calm = await rounds();
      await node.stop();
      await node.withStore((store) => addBacklog(store, dead));
      await node.start();
      const trimming = await rounds();
      const left = await eventually(async () => {
        const kept = await node.withStore((store) => countOf(store, dead.id));
        assert.ok(kept.notes <= MAX_NOTED_SCANS && kept.waiting <= MAX_WAITING + 100, JSON.stringify(kept));
        return kept;
      });
      const busy = await rounds();
      const scans = 3 * ROUNDS * VISITS;
      const told = () =>
        new Set(receiver.taken.flatMap(({ data }) => (data.scans ?? []).map(({ id }: { id: string }) => id)));
      await eventually(() => assert.equal(told().size, scans));
      node.key = dead.key;
      const { dropped } = (await node.api(`/webhooks/${webhook.id}/deliveries?limit=1`)) as { dropped: number };
      console.log(
        `F25 on ${engine.name}: others' p99 ${calm.toFixed(1)} ms before, ${trimming.toFixed(1)} ms while the backlog is trimmed, ${busy.toFixed(1)} ms beside it; ${told().size} of ${scans} scans delivered; ${left.notes} notes and ${left.waiting} events kept, ${dropped} reported as dropped`,
      );
      assert.ok(busy <= Math.max(1.5 * calm, NOISE_MS), `${busy} ms, before ${calm} ms`);
      assert.ok(dropped >= NOTES + DELIVERIES - MAX_NOTED_SCANS - MAX_WAITING, `${dropped} dropped`);
    } finally {
      await node.kill();
      await receiver.close();
    }
  });
});
