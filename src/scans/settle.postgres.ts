import { sql } from "kysely";
import { list } from "../database/postgres/list.ts";
import type { InTransaction, Pipeline } from "../database/postgres/pipeline.ts";
import { DAY_MS, quarterOf } from "../shared/days.ts";
import { noteStatements } from "../webhooks/scan-events.postgres.ts";
import { createSettleWith, type Settle, type SettleStatements } from "./settle.ts";
import { lookUps, names, storedScans } from "./settle-lookups.postgres.ts";
import { addedToCounters, SettleAgain } from "./settlement.ts";
import { addVisitors } from "./visitors.postgres.ts";

/** Options of the settling connection. */
export const SETTLING = { pipeline: true, prepares: () => true, hasOnePlan: true };

/** Readers wait for settling, so independent statements are pipelined. */
export const createSettle = (inTransaction: InTransaction, lifetimeMs: number): Settle =>
  createSettleWith({
    inTransaction: (work) => inTransaction((trx) => work(statementsOf(trx, lifetimeMs))),
    isContentError,
  });

/** PostgreSQL error classes caused by values, and an entry too long for an index. */
const CONTENT_ERROR = /^(21|22|23)...$|^54000$/;

const isContentError = (error: unknown): boolean => CONTENT_ERROR.test(String((error as { code?: unknown }).code));

const statementsOf = (trx: Pipeline, lifetimeMs: number): SettleStatements => ({
  ...lookUps(trx),
  ...names(trx),
  ...storedScans(trx),
  ...writes(trx),
  ...counts(trx, lifetimeMs),
  ...noteStatements(trx),
  addVisitors: (visits) => addVisitors(trx, visits),
});

type Writes = "moveMarks" | "lockCodes" | "addUncounted" | "storeRejected" | "addToMeta" | "addScans";

const writes = ({ send }: Pipeline): Pick<SettleStatements, Writes> => ({
  /** If nobody else has: a copy of the same journal may be settled concurrently. */
  async moveMarks(marks) {
    const moved = await send(sql`
      INSERT INTO journal_marks (run, settled, previous)
      SELECT * FROM unnest(
        ${list(marks, ({ run }) => run)}::text[], ${list(marks, ({ last }) => last)}::bigint[],
        ${list(marks, ({ before }) => before)}::bigint[])
      ON CONFLICT (run) DO UPDATE SET settled = excluded.settled, previous = excluded.previous
      WHERE journal_marks.settled = excluded.previous
      RETURNING run`);
    if (moved.length < marks.length) throw new SettleAgain("Its journal was settled further in the meantime");
  },
  /** The keys of their counters, which packing, moving and erasing wait for. */
  async lockCodes(nums) {
    const locked = await send(sql`SELECT 1 FROM code_counters
      WHERE code_num = ANY(${list(nums, Number)}::bigint[]) ORDER BY code_num FOR KEY SHARE`);
    if (locked.length < nums.length) throw new SettleAgain("A code was erased in the meantime");
  },
  addUncounted: (lines) =>
    send(sql`
      INSERT INTO uncounted_daily (code_num, day, reason, count)
      SELECT code_num, day, reason, sum(count) FROM unnest(
        ${list(lines, (line) => line.codeNum)}::bigint[], ${list(lines, (line) => line.day)}::integer[],
        ${list(lines, (line) => line.reason)}::text[], ${list(lines, (line) => line.count)}::bigint[]
      ) AS n(code_num, day, reason, count) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (code_num, day, reason) DO UPDATE SET count = uncounted_daily.count + excluded.count`),
  storeRejected: (lines) =>
    send(sql`
      INSERT INTO set_aside (id, line, reason, set_aside_at)
      SELECT id, line, reason, ${Date.now()}::bigint FROM unnest(
        ${list(lines, (line) => line.id)}::text[], ${list(lines, (line) => line.line)}::text[],
        ${list(lines, (line) => line.reason)}::text[]) AS n(id, line, reason)
      ON CONFLICT DO NOTHING`),
  addToMeta: (name, value) =>
    send(sql`INSERT INTO meta (name, value) VALUES (${name}, greatest(0, ${value}::bigint))
      ON CONFLICT (name) DO UPDATE SET value = greatest(0, meta.value + ${value}::bigint)`),
  addScans: (scans, { agents, places, routes }) =>
    send(sql`
      INSERT INTO scans (code_num, id, at, agent_id, place_id, placement_num, route_id)
      SELECT * FROM unnest(
        ${list(scans, (scan) => scan.codeNum)}::bigint[], ${list(scans, (scan) => scan.id)}::uuid[],
        ${list(scans, (scan) => scan.at)}::bigint[], ${list(scans, (scan) => agents.get(scan.agent.key)!)}::integer[],
        ${list(scans, (scan) => places.get(scan.place.key)!)}::integer[],
        ${list(scans, (scan) => scan.placementNum)}::bigint[],
        ${list(scans, ({ route }) => (route === null ? null : routes.get(route.key)!))}::integer[])`),
});

const ADDED = { count: "n.count", at: "n.at", day: `n.at / ${DAY_MS}`, last: "n.last" };

const counts = ({ send }: Pipeline, lifetimeMs: number): Pick<SettleStatements, "addToCodes" | "addToPlacements"> => ({
  /** Locked late, so that owners hardly wait to change a code, and before placements, as everywhere; in order. */
  addToCodes(perCode) {
    const nums = list(perCode, ({ codeNum }) => codeNum);
    return Promise.all([
      send(
        sql`SELECT 1 FROM code_counters WHERE code_num = ANY(${nums}::bigint[]) ORDER BY code_num FOR NO KEY UPDATE`,
      ),
      send(sql`
        UPDATE code_counters SET ${sql.raw(addedToCounters(ADDED, "greatest", lifetimeMs))},
          last_quarter = greatest(last_quarter, n.quarter)
        FROM unnest(
          ${nums}::bigint[], ${list(perCode, ({ count }) => count)}::bigint[],
          ${list(perCode, ({ firstOfLastDay }) => firstOfLastDay)}::bigint[],
          ${list(perCode, ({ last }) => quarterOf(last))}::integer[],
          ${list(perCode, ({ last }) => last)}::bigint[]) AS n(code_num, count, at, quarter, last)
        WHERE code_counters.code_num = n.code_num`),
    ]);
  },
  /** Locks rows in order, after those of codes. One that was deleted or moved since it was read is looked up again. */
  async addToPlacements(perPlacement) {
    const nums = list(perPlacement, ({ num }) => num);
    const [, counted] = await Promise.all([
      send(sql`SELECT 1 FROM placements WHERE num = ANY(${nums}::bigint[]) ORDER BY num FOR NO KEY UPDATE`),
      send(sql`
        UPDATE placements SET scan_count = scan_count + n.count
        FROM unnest(${nums}::bigint[], ${list(perPlacement, ({ codeNum }) => codeNum)}::bigint[],
          ${list(perPlacement, ({ count }) => count)}::bigint[]) AS n(num, code_num, count)
        WHERE placements.num = n.num AND placements.code_num = n.code_num RETURNING placements.num`),
    ]);
    if (counted.length < perPlacement.length) throw new SettleAgain("A placement was deleted or moved in the meantime");
  },
});
