/** A separate node: runs many clients for each key it receives, and returns the true times of admitted requests. */
import { setTimeout as sleep } from "node:timers/promises";
import { createSystemClock } from "../../src/shared/clock.ts";
import { openStore } from "../../src/store/open.ts";
import type { KeyAsVerified } from "../../src/workspaces/people.ts";
import { PATIENCE_MS } from "../support/stores.ts";

export type Interval = [asked: number, answered: number];

export interface Contention {
  key: KeyAsVerified;
  limit: number;
  windowMs: number;
  /** Each client stops after this many refusals. */
  refusals: number;
  clients: number;
}

const [dataDir, databaseUrl] = process.argv.slice(2);
const store = await openStore(
  { dataDir: dataDir!, databaseUrl: databaseUrl || undefined, codeLifetimeMs: 1 },
  createSystemClock(),
  { patienceMs: PATIENCE_MS },
);
/** One clock for all processes of the machine. */
const trueMs = () => Number(process.hrtime.bigint()) / 1e6;
const PAUSE_MS = 5;
/** Alternates between both ways to be admitted. */
let turn = 0;

async function contend(contention: Contention): Promise<Interval[]> {
  const { key, limit, windowMs, refusals, clients } = contention;
  const admitted: Interval[] = [];
  const client = async () => {
    for (let refused = 0; refused < refusals; ) {
      const asked = trueMs();
      const answer = await (turn++ % 2
        ? store.admit(key.id, limit, windowMs)
        : store.admitInForce(key, limit, windowMs));
      if (answer!.admitted) admitted.push([asked, trueMs()]);
      else {
        refused += 1;
        await sleep(PAUSE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return admitted;
}

process.on("message", async (told: Contention | "end") => {
  if (told !== "end") return process.send!(await contend(told));
  await store.close();
  process.disconnect!();
});
process.send!("ready");
