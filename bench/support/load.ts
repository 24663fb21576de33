/** Fills a store by settling, like real scans. */

import { scanLine, tagText } from "../../src/scans/lines.ts";
import { newRun } from "../../src/scans/run-lines.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS, dayOf, QUARTERS_PER_DAY } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { openStore } from "../../src/store/open.ts";
import { createAgentReader } from "../../src/visits/agent.ts";
import { createPlaceReader } from "../../src/visits/place.ts";
import { visitors } from "./wrk.ts";

export interface Target {
  dataDir: string;
  databaseUrl?: string | undefined;
}

export interface Plan {
  /** Tokens, and the number of scans of each. */
  scans: ReadonlyMap<string, number>;
  days: number;
  /** Placements of the codes by their ids: scans come through one of them, or through the code's own link. */
  placements?: ReadonlyMap<string, readonly string[]>;
}

const BATCH = 20_000;

/** Scans in order of time, with codes mixed. Returns scans per second. */
export async function loadScans({ dataDir, databaseUrl }: Target, plan: Plan): Promise<number> {
  const clock = createSystemClock();
  const store = await openStore({ dataDir, databaseUrl, codeLifetimeMs: 365 * DAY_MS }, clock);
  const codes = await store.codes.findByTokens([...plan.scans.keys()]);
  if (codes.length < plan.scans.size) throw new Error("Not every token has a code.");
  const total = [...plan.scans.values()].reduce((sum, n) => sum + n, 0);
  const seen = await recognised();
  const lottery = codes.flatMap((code) => {
    const share = Math.max(1, Math.round((plan.scans.get(code.token)! / total) * 10_000));
    return new Array<string>(share).fill(code.id);
  });
  const left = new Map(codes.map((code) => [code.id, plan.scans.get(code.token)!]));
  const begin = Date.now() - (plan.days - 1) * DAY_MS;
  // The codes were just created, and a scan must not be older than its code.
  await store.auth.db.updateTable("codes").set({ created_at: begin }).where("created_at", ">", begin).execute();
  let now = begin;
  const createId = createIds(() => now);
  const begun = performance.now();
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  let day = 0;
  let salt = 0;
  let lines = "";
  let inBatch = 0;
  const settle = async () => {
    if (inBatch > 0) await store.settleScans([newRun(lines)]);
    lines = "";
    inBatch = 0;
  };
  for (let i = 0; i < total; i++) {
    now = begin + Math.floor((i / total) * (Date.now() - begin));
    let code = lottery[Math.floor(random() * lottery.length)]!;
    if (left.get(code)! === 0) code = [...left].find(([, n]) => n > 0)![0];
    left.set(code, left.get(code)! - 1);
    const visitor = Math.floor(random() * seen.length);
    const { agent, place } = seen[visitor]!;
    if (dayOf(now) !== day) {
      await settle();
      day = dayOf(now);
      // As every hour: removes the tags of the days before, and with those of two days ago a salt of this day.
      await store.maintain(now);
      const [salted] = await store.visitors.salts([{ from: day * QUARTERS_PER_DAY, quarters: QUARTERS_PER_DAY }]);
      salt = salted!.id;
    }
    const links = [null, ...(plan.placements?.get(code) ?? [])];
    const link = links[Math.floor(random() * links.length)]!;
    lines += scanLine(createId(), code, now, agent, place, tagText(salt, `v${visitor}`.padEnd(11, "_")), link);
    inBatch += 1;
    if (inBatch === BATCH || i === total - 1) {
      await settle();
      if (process.stderr.isTTY) process.stderr.write(`\r  loaded ${i + 1} of ${total} `);
    }
  }
  const perSecond = total / ((performance.now() - begun) / 1000);
  await store.close();
  return perSecond;
}

let known: Promise<{ agent: string; place: string }[]> | undefined;

/** Once per process: most of the time is loading the geolocation data. */
const recognised = () => (known ??= recognise());

async function recognise(): Promise<{ agent: string; place: string }[]> {
  const readAgent = createAgentReader({ cacheSize: 2000 });
  const places = createPlaceReader({ cacheSize: 2000 });
  const all = visitors(1000);
  await places.ready(all[0]!.address);
  const found = all.map(({ agent, address }) => ({ agent: readAgent(agent).text, place: places.lookup(address).text }));
  return found;
}
