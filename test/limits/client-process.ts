/** A node of its own: many clients on one key, and the true times of what was admitted. */
import { setTimeout as sleep } from "node:timers/promises";
import { createSystemClock } from "../../src/shared/clock.ts";
import { openStore } from "../../src/store/open.ts";

const [dataDir, databaseUrl, keyId, limit, windowMs, refusals, clients] = process.argv.slice(2);
const store = await openStore(
  { dataDir: dataDir!, databaseUrl: databaseUrl || undefined, codeLifetimeMs: 1 },
  createSystemClock(),
);
/** One clock for every process of the machine. */
const trueMs = () => Number(process.hrtime.bigint()) / 1e6;
const PAUSE_MS = 5;
const admitted: [asked: number, answered: number][] = [];

process.send!("ready");
await new Promise((resolve) => process.once("message", resolve));
await Promise.all(
  Array.from({ length: Number(clients) }, async () => {
    for (let refused = 0; refused < Number(refusals); ) {
      const asked = trueMs();
      const answer = await store.admit(keyId!, Number(limit), Number(windowMs));
      if (answer.admitted) admitted.push([asked, trueMs()]);
      else {
        refused += 1;
        await sleep(PAUSE_MS);
      }
    }
  }),
);
await store.close();
process.send!(admitted, () => process.disconnect!());
