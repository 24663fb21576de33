/** Changes of codes, placements and scans at the same time, on two nodes. */
import assert from "node:assert/strict";
import { eraseDeletedCodes } from "../../src/codes/removal.queries.ts";
import { moveAllScans } from "../../src/placements/move.queries.ts";
import { scanLine, tagText } from "../../src/scans/lines.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { DAY_MS, QUARTERS_PER_DAY } from "../../src/shared/days.ts";
import { DomainError } from "../../src/shared/errors.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { settleLines } from "../support/settle.ts";
import type { Engine } from "../support/stores.ts";
import { AGENTS, PLACES, TODAY } from "./counted-model.ts";
import { assertWhole, dbOf, stepsOf } from "./steps.ts";
import { freshCode, WORKSPACE } from "./support.ts";

const CREATED = (TODAY - 100) * DAY_MS;
const NOW = TODAY * DAY_MS;
const CODES = 6;
const PLACEMENTS = 18;
const AT_ONCE = 12;

/** A repeatable choice of numbers below `n`. */
function createDice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** None of so many requests may fail, and all counts are right at the end. */
export async function mixRequests(engine: Engine, requests: number): Promise<void> {
  const place = await engine.migratedPlace();
  const nodes = [await engine.open(place)];
  // With SQLite there is one node.
  nodes.push(engine.name === "postgres" ? await engine.open(place) : nodes[0]!);
  const createId = createIds(Date.now);
  const dice = createDice(requests);
  const codes: { id: string; num: number }[] = [];
  for (let i = 0; i < CODES; i++) codes.push(await freshCode(nodes[0]!, CREATED));
  const placements = Array.from({ length: PLACEMENTS }, () => createId());
  for (const [i, id] of placements.entries()) {
    const made = { id, name: "Door", token: createToken(), isSlug: false, createdAt: CREATED };
    const of = { workspaceId: WORKSPACE, codeId: codes[i % CODES]!.id };
    assert.equal(await nodes[0]!.placements.create(of, [made]), null);
  }
  const one = <T>(all: readonly T[]): T => all[dice(all.length)]!;
  /** In any order, some of them twice. */
  const some = <T>(all: readonly T[]): T[] => [...new Set(Array.from({ length: 1 + dice(4) }, () => one(all)))];
  const placeOf = async (node: Store, id: string) => {
    const { db } = node.auth;
    const row = await db.selectFrom("placements").select("code_num").where("id", "=", id).executeTakeFirst();
    return { workspaceId: WORKSPACE, codeId: codes.find(({ num }) => num === Number(row.code_num))!.id };
  };
  const [salt] = await nodes[0]!.visitors.salts([{ from: TODAY * QUARTERS_PER_DAY, quarters: QUARTERS_PER_DAY }]);
  let settled = 0;
  /** A node settles one batch after another. */
  const settlings = new Map<Store, Promise<unknown>>();
  const settle = (node: Store, lines: string[]) => {
    const settling = (settlings.get(node) ?? Promise.resolve()).then(() => settleLines(node, lines));
    settlings.set(
      node,
      settling.catch(() => {}),
    );
    return settling;
  };

  const kinds: ((node: Store, n: number) => Promise<unknown>)[] = [
    async (node, n) => {
      const id = one(placements);
      const change = { name: `Door ${n}` };
      const moved = await node.placements
        .move(await placeOf(node, id), id, one(codes).id, NOW, change)
        .catch((error) => {
          // While an earlier move is under way, or to a code that was deleted.
          if (error instanceof DomainError && error.details?.[0]?.field === "codeId") return null;
          throw error;
        });
      if (moved !== null) await node.placements.moveScans(moved.num);
    },
    async (node, n) => {
      const id = one(placements);
      await node.placements.change(await placeOf(node, id), some(placements), { name: `Roof ${n}` }, NOW);
    },
    async (node, n) =>
      node.placements.change(await placeOf(node, one(placements)), some(placements), { isPaused: n % 2 > 0 }, NOW),
    (node, n) => {
      const ids = some(codes).map(({ id }) => id);
      return node.codes.changeMany(WORKSPACE, ids, { isFavorite: n % 2 > 0 }, NOW);
    },
    (node, n) => node.codes.update(WORKSPACE, one(codes).id, NOW, () => ({ content: `https://example.com/${n}` })),
    async (node) => {
      const lines = Array.from({ length: 20 }, () => {
        const ago = dice(2) * dice(60);
        const at = NOW - ago * DAY_MS;
        // Each of today's visitors is one of a hundred.
        const tag = ago > 0 ? null : tagText(salt!.id, `tag-${dice(100)}`.padEnd(11, "0"));
        const texts = [JSON.stringify(one(AGENTS)), JSON.stringify(one(PLACES))] as const;
        return scanLine(createIds(() => at)(), one(codes).id, at, ...texts, tag, one(placements));
      });
      const { aside, dropped } = await settle(node, lines);
      assert.equal(aside.length + dropped, 0);
      settled += lines.length;
    },
    (node) => {
      const nums = some(codes).map(({ num }) => num);
      return stepsOf(node)("pack", nums, NOW - dice(40) * DAY_MS, 30);
    },
    async (node) => {
      const { id } = await freshCode(node, CREATED);
      const line = scanLine(createIds(() => NOW)(), id, NOW, JSON.stringify(AGENTS[0]), JSON.stringify(PLACES[0]));
      await settle(node, [line]);
      await node.codes.removeMany(WORKSPACE, [id], NOW);
      await eraseDeletedCodes(dbOf(node), node.engine, NOW + BIN_MS);
    },
  ];
  let next = 0;
  const failures: unknown[] = [];
  const worker = async (node: Store) => {
    for (let n = next++; n < requests; n = next++) {
      const kind = dice(kinds.length);
      await kinds[kind]!(node, n).catch((error) => failures.push({ kind, error }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => worker(nodes[i % 2]!)));
  assert.deepEqual(failures, []);
  await moveAllScans({ db: dbOf(nodes[0]!), step: stepsOf(nodes[0]!) });
  await assertWhole(nodes[0]!);
  assert.deepEqual(await nodes[0]!.scans.check(), []);
  const found = await Promise.all(codes.map(({ id }) => nodes[0]!.codes.find(WORKSPACE, id)));
  assert.equal(
    found.reduce((sum, code) => sum + code!.scanCount, 0),
    settled,
  );
}
