/** A node of its own: many clients on one key, and the true times of what was admitted. */
import { setTimeout as sleep } from "node:timers/promises";
import { createSystemClock } from "../../src/shared/clock.ts";
import { openStore } from "../../src/store/open.ts";

const [dataDir, databaseUrl, keyId, limit, windowMs, runMs, clients] = process.argv.slice(2);
const store = await openStore(
  { dataDir: dataDir!, databaseUrl: databaseUrl || undefined, codeLifetimeMs: 1 },
  createSystemClock(),
);
/** One clock for every process of the machine. */
const trueMs = () => Number(process.hrtime.bigint()) / 1e6;
const admitted: [asked: number, answered: number][] = [];

process.send!("ready");
await new Promise((resolve) => process.once("message", resolve));
const end = trueMs() + Number(runMs);
await Promise.all(
  Array.from({ length: Number(clients) }, async () => {
    while (trueMs() < end) {
      const asked = trueMs();
      const answer = await store.admit(keyId!, Number(limit), Number(windowMs));
      if (answer.admitted) admitted.push([asked, trueMs()]);
      else await sleep(5);
    }
  }),
);
await store.close();
process.send!(admitted, () => process.disconnect!());
