/** Scans with visitors' tags, and whether their visitors are counted exactly. */
import assert from "node:assert/strict";
import { scanLine } from "../../src/scans/lines.ts";
import { createVisitorTags, type VisitorTags } from "../../src/scans/visitor-tags.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS, localDay, quarterOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { journalRows } from "../support/settle.ts";
import { type Engine, PATIENCE_MS } from "../support/stores.ts";
import { quartersOf, rowsOf } from "./insight-rows.ts";
import { freshCode, NOON } from "./support.ts";

export const START = NOON + DAY_MS;

interface Seen {
  code: { id: string; num: number };
  at: number;
  address: string;
  /** Its id. */
  placement?: string | null;
}

export const tagger = (store: Store): VisitorTags =>
  createVisitorTags({
    store,
    clock: createSystemClock(),
    isOn: true,
    waitMs: PATIENCE_MS,
    onError: (error) => assert.fail(String(error)),
  });

/** The line of a scan with its visitor's tag, as a node journals it. */
export async function lineOf(tags: VisitorTags, zone: string, seen: Seen): Promise<string> {
  const { code, at, address, placement } = seen;
  await tags.ready(zone, at);
  const tag = tags.tagOf({ zone, codeId: code.id, at, address, userAgent: "Mozilla/5.0" });
  assert.ok(tag !== null);
  const texts = ['["mobile","Safari","iOS"]', '["DE",null,null,null]'] as const;
  return scanLine(createIds(() => at)(), code.id, at, ...texts, tag, placement);
}

/** The visitors of a local day as a reader gets them. */
export async function visitorsOf(
  store: Store,
  nums: readonly number[],
  zone: string,
  at: number,
): Promise<number | null> {
  const { from, quarters } = localDay(zone, at);
  const to = from + quarters;
  let sum: number | null = 0;
  for (const num of nums) {
    const scans = (await quartersOf(store, num, from, to)).reduce((all, { count }) => all + count, 0);
    const day = (await rowsOf(store, num, from, to)).visitors.find((each) => each.from === from && each.to === to);
    const own = scans === 0 ? 0 : day?.scans === scans ? day.visitors : null;
    sum = sum === null || own === null ? null : sum + own;
  }
  return sum;
}

const addressOf = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

/** A repeatable choice of numbers below `n`. */
function createDice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Scans of two days by visitors who come again on either node, settled by both in any order and more than once. */
export async function countExactly(engine: Engine, zone: string, count: number, size = 700): Promise<void> {
  const nodes = await engine.emptiedPair();
  const tags = nodes.map(tagger) as [VisitorTags, VisitorTags];
  const codes: Seen["code"][] = [];
  for (let i = 0; i < 4; i++) codes.push(await freshCode(nodes[0]));
  await nodes[0].maintain(NOON);
  const dice = createDice(zone.length);
  const seen: Seen[] = Array.from({ length: count }, (_, i) => ({
    code: codes[dice(codes.length)]!,
    at: START + Math.floor((i / count) * 2 * DAY_MS),
    address: addressOf(dice(count / 4)),
  }));
  const lines: [string[], string[]] = [[], []];
  for (const each of seen) {
    const node = dice(2) as 0 | 1;
    lines[node].push(await lineOf(tags[node], zone, each));
  }
  for (const { close } of tags) close();
  const batches = lines.map((own) => {
    const texts = Array.from({ length: Math.ceil(own.length / size) }, (_, i) => own.slice(i * size, i * size + size));
    return journalRows(texts.map((text) => text.join("")));
  }) as [ReturnType<typeof journalRows>, ReturnType<typeof journalRows>];
  for (let i = 0; i < Math.max(...batches.map((rows) => rows.length)); i++) {
    const [one, other] = batches.map((rows) => rows.slice(i, i + 1)) as typeof batches;
    await Promise.all([
      nodes[0].settleScans(one),
      nodes[1].settleScans([...other, ...batches[0].slice(Math.max(0, i - 1), i)]),
    ]);
  }
  await nodes[0].settleScans(batches[1].toReversed());
  for (const at of [START, START + DAY_MS, START + 2 * DAY_MS - 1]) {
    const { from, quarters } = localDay(zone, at);
    const ofDay = seen.filter((each) => quarterOf(each.at) >= from && quarterOf(each.at) < from + quarters);
    const distinct = (some: readonly Seen[]) => new Set(some.map(({ code, address }) => `${code.id} ${address}`)).size;
    for (const { num } of codes) {
      const own = ofDay.filter(({ code }) => code.num === num);
      assert.equal(await visitorsOf(nodes[1], [num], zone, at), distinct(own));
      if (count > 10_000) assert.ok(distinct(own) < own.length);
    }
    const nums = codes.map(({ num }) => num);
    assert.equal(await visitorsOf(nodes[0], nums, zone, at), distinct(ofDay), "added up over codes");
  }
  assert.deepEqual(await nodes[0].scans.check(), []);
}
