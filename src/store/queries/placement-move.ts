/**
 * Moves the scans of a placement to the code that it belongs to now, in steps that are each a whole: raw scans, days,
 * months, quarters of an hour, cities, versions, counts of both codes and sums of their workspace agree after every one
 * of them. `moved_from` is set until nothing is left, and `moved_through` is the last scan that was looked at, so that
 * another node or maintenance can go on after a crash. Scans that are no longer stored one by one stay with the code
 * they were made of.
 */
import type { Kysely, Transaction } from "kysely";
import { dayOf } from "../../shared/days.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { type Move, type MovedScan, moveCounts } from "./moved-counts.ts";
import { forgetSomeTags } from "./moved-visitors.ts";
import type { ScanIdCodec } from "./scans.ts";
import { lockForSums } from "./workspace-sums.ts";

type Trx = Transaction<Tables>;

export interface MoveParts {
  db: Kysely<Tables>;
  engine: EngineName;
  ids: ScanIdCodec;
  /** Fewer only in tests. */
  scansAStep?: number;
  readAStep?: number;
}

/** Nobody else can write meanwhile on SQLite, and both codes are locked on PostgreSQL, so a step is short. */
const SCANS_A_STEP = 500;
const DAYS_A_STEP = 20;
/** Scans of the old code that are looked at: there is no index by placement, which every scan would have to pay for. */
const READ_A_STEP = 10_000;

/** Moves all that is left of a placement's scans. `signal`: stops between two steps. */
export async function moveScans(parts: MoveParts, placementNum: number, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await moveSome(parts, placementNum)));
}

/** Of all placements, after a crash or a stop. */
export async function moveAllScans(parts: MoveParts): Promise<void> {
  const left = await parts.db.selectFrom("placements").select("num").where("moved_from", "is not", null).execute();
  for (const { num } of left) await moveScans(parts, num);
}

/** One step. True if there may be more. */
async function moveSome(parts: MoveParts, num: number): Promise<boolean> {
  const { db, engine } = parts;
  return db.transaction().execute(async (trx) => {
    const seen = await trx.selectFrom("placements").selectAll().where("num", "=", num).executeTakeFirst();
    if (seen?.moved_from == null) return false;
    const [from, to] = [seen.moved_from, seen.code_num];
    // Locks the counters of both, which keeps settling out.
    await lockForSums(trx, engine, [from, to]);
    const placement = await trx
      .selectFrom("placements")
      .selectAll()
      .where("num", "=", num)
      .$if(engine === "postgres", (query) => query.forUpdate())
      .executeTakeFirst();
    if (placement?.moved_from !== from || placement.code_num !== to) return placement !== undefined;
    const walk = { from, num, after: placement.moved_through };
    const codes = await ofOneWorkspace(trx, from, to);
    const { scans, through } = codes ? await someScans(trx, parts, walk) : { scans: [], through: null };
    if (codes && scans.length > 0) {
      if (await forgetSomeTags(trx, engine, from, scans)) return true;
      await trx
        .updateTable("scans")
        .set({ code_num: to })
        .where("code_num", "=", from)
        .where(
          "id",
          "in",
          scans.map(({ id }) => id),
        )
        .execute();
      await moveCounts(trx, engine, parts.ids, { ...codes, placement: placement.id, scans });
    }
    await trx
      .updateTable("placements")
      .set(({ eb }) => ({
        scan_count: eb("scan_count", "+", scans.length),
        moved_from: through === null ? null : from,
        moved_through: through,
      }))
      .where("num", "=", num)
      .execute();
    return through !== null;
  });
}

/** Null if one of the codes was moved to another workspace, or erased. */
async function ofOneWorkspace(trx: Trx, from: number, to: number): Promise<Pick<Move, "from" | "to"> | null> {
  const rows = await trx
    .selectFrom("codes")
    .innerJoin("code_counters", "code_counters.code_num", "codes.num")
    .select(["num", "workspace_id", "created_at as createdAt", "summed_in as summedIn"])
    .where("num", "in", [from, to])
    .execute();
  const [one, other] = [from, to].map((num) => rows.find((row) => row.num === num));
  return one && other && one.workspace_id === other.workspace_id ? { from: one, to: other } : null;
}

interface Walk {
  from: number;
  num: number;
  /** The last scan that was looked at. */
  after: string | null;
}

/**
 * The next scans through a placement among some of its old code, and the last scan that was looked at; null if it was
 * the code's last one. Settling adds none behind it: a scan that is settled late counts for its code alone.
 */
async function someScans(trx: Trx, parts: MoveParts, { from, num, after }: Walk) {
  const { ids, scansAStep = SCANS_A_STEP, readAStep = READ_A_STEP } = parts;
  const rest = trx
    .selectFrom("scans")
    .where("scans.code_num", "=", from)
    .$if(after !== null, (query) => query.where("scans.id", ">", ids.toColumn(after!)))
    .orderBy("scans.id");
  const last = await rest
    .select("scans.id")
    .offset(readAStep - 1)
    .limit(1)
    .executeTakeFirst();
  const found: MovedScan[] = await rest
    .innerJoin("agents", "agents.id", "scans.agent_id")
    .innerJoin("places", "places.id", "scans.place_id")
    .select(["scans.id", "at", "agent_id", "place_id", "device", "browser", "os", "country", "city"])
    .where("placement_num", "=", num)
    .$if(last !== undefined, (query) => query.where("scans.id", "<=", last!.id))
    .limit(scansAStep)
    .execute();
  const days = new Set<number>();
  const scans = found.filter(({ at }) => days.add(dayOf(at)).size <= DAYS_A_STEP);
  const through = found.length === scansAStep || scans.length < found.length ? scans.at(-1)?.id : last?.id;
  return { scans, through: through === undefined ? null : ids.fromColumn(through) };
}
