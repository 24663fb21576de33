import assert from "node:assert/strict";
import { it } from "node:test";
import { newCode } from "../support/fixtures.ts";
import { addOwnerWithKey } from "../support/owner.ts";
import { createService, type ServedCode } from "../support/service.ts";
import { onEachEngine } from "../support/stores.ts";
import type { ExpiredReport, ExpiredTask } from "./support/expired-process.ts";
import { attack, visit } from "./support/neighbours.ts";

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 5);
const VISITS = Number(process.env.FAULT_VISITS ?? 500);
const PER_SECOND = 1_000;

onEachEngine("1,000 visits a second of an expired code", (engine) => {
  it("cost at most half as much processor time again as scans of an active code", async () => {
    const { databaseUrl } = await engine.place();
    const node = await createService({ settings: { DATABASE_URL: databaseUrl } });
    try {
      const { expired, others } = await node.withStore(async (store) => {
        const owner = await addOwnerWithKey(store);
        node.key = owner.key;
        const now = Date.now();
        const over = newCode(owner.id, now - 1000, { expiresAt: now - 500 });
        const made = Array.from({ length: (3 * ROUNDS + 1) * VISITS }, () => newCode(owner.id, now));
        await store.codes.createAll([over]);
        for (let i = 0; i < made.length; i += 500) await store.codes.createAll(made.slice(i, i + 500));
        return { expired: over.token, others: made.map(({ id, token }) => ({ id, shareToken: token })) };
      });
      await node.start();
      const some = () => others.splice(0, VISITS);
      const [{ shareToken: active }] = others as [ServedCode];
      const cpuMs = async () => 1000 * (await node.metric("process_cpu_seconds_total"));
      /** Others' p99, and the service's processor time for each of these answers with those of others. */
      async function beside(token: string, status: string) {
        const task: ExpiredTask = { url: node.url, token, perSecond: PER_SECOND };
        const before = await cpuMs();
        const end = await attack<ExpiredReport>("expired-process.ts", task, true);
        const p99 = await visit(node, some());
        const { statuses, seconds } = await end();
        assert.deepEqual(Object.keys(statuses), [status]);
        const count = statuses[status]!;
        return { p99, cpu: ((await cpuMs()) - before) / count, rate: count / seconds };
      }
      await visit(node, some());
      const best = { scans: Number.POSITIVE_INFINITY, expired: Number.POSITIVE_INFINITY };
      for (let round = 0; round < ROUNDS; round++) {
        const calm = await visit(node, some());
        const found = { scans: await beside(active, "302"), expired: await beside(expired, "410") };
        console.log(`${engine.name}, round ${round + 1}: others' p99 ${calm.toFixed(1)} ms calm`);
        for (const name of ["scans", "expired"] as const) {
          const { p99, cpu, rate } = found[name];
          console.log(
            `  beside ${rate.toFixed(0)} a second, ${name}: ${p99.toFixed(1)} ms; ${cpu.toFixed(2)} ms of processor time each`,
          );
          best[name] = Math.min(best[name], cpu);
        }
      }
      assert.ok(best.expired <= 1.5 * best.scans, JSON.stringify(best));
    } finally {
      await node.kill();
    }
  });
});
