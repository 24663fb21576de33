/** Copies of codes in different places. */
import { type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type { Idempotency, KeptAnswer } from "../../shared/idempotency.ts";
import { foldLetters } from "../../shared/text.ts";
import { DIMENSION } from "../dimensions.ts";
import type { EngineName } from "../migrations/types.ts";
import {
  type LinkCounts,
  MOST_PLACEMENTS,
  type NewPlacement,
  type Placement,
  type PlacementChange,
  type PlacementFilter,
  type PlacementRefusal,
  type PlacementSort,
} from "../placement-store.ts";
import { folded } from "../schema/codes.ts";
import type { Tables } from "../tables.ts";
import { changedFields, changesOf, writeAudit } from "./audit.ts";
import { firstAnswer, keepAnswer } from "./idempotency.ts";
import { moveScans } from "./placement-move.ts";
import type { ScanIdCodec } from "./scans.ts";
import { countLinks, takeTokens } from "./taken-tokens.ts";
import { lockWorkspace } from "./workspaces.ts";

type Trx = Transaction<Tables>;
type PlacementRow = Selectable<Tables["placements"]>;

interface PlacementQueriesOptions {
  db: Kysely<Tables>;
  listing: Kysely<Tables>;
  engine: EngineName;
  announce: (trx: Trx, tokens: readonly string[]) => Promise<void>;
  changed: (token: string) => void;
  ids: ScanIdCodec;
}

/** The code that placements belong to. */
interface OfCode {
  workspaceId: string;
  codeId: string;
}

const PLACEMENT = DIMENSION.placement;

/** Rolls back a creation. */
class Taken extends Error {
  readonly taken: ReadonlySet<string>;
  constructor(taken: ReadonlySet<string>) {
    super("Tokens are taken.");
    this.taken = taken;
  }
}

export function createPlacementQueries(options: PlacementQueriesOptions) {
  const { db, listing, engine, announce, changed, ids } = options;
  const ofCode = (from: Kysely<Tables>, { workspaceId, codeId }: OfCode) =>
    from
      .selectFrom("codes")
      .select(["num", "id", "name"])
      .where("id", "=", codeId)
      .where("workspace_id", "=", workspaceId)
      .where("deleted_at", "is", null);

  /** A change of placements waits for others of the same code, and for its deletion. */
  const lockCode = (trx: Trx, of: OfCode) =>
    ofCode(trx, of)
      .$if(engine === "postgres", (query) => query.forNoKeyUpdate())
      .executeTakeFirst();

  const listed = (codeNum: number, q: string | undefined) => {
    const query = listing.selectFrom("placements").where("code_num", "=", codeNum);
    return q === undefined ? query : query.where(contains(engine, q));
  };

  /** Runs a change of placements and tells every node. Null if there is none of them. */
  async function changing<T>(
    of: OfCode,
    placementIds: readonly string[],
    work: (
      trx: Trx,
      rows: readonly [PlacementRow, ...PlacementRow[]],
      code: { num: number; id: string; name: string },
    ) => Promise<T>,
    /** Locks two codes: then one after the other in a workspace, to avoid deadlocks. */
    isMove = false,
  ): Promise<T | null> {
    const done = await db.transaction().execute(async (trx) => {
      if (isMove) await lockWorkspace(trx, engine, of.workspaceId);
      const code = await lockCode(trx, of);
      if (!code) return null;
      const rows = await trx
        .selectFrom("placements")
        .selectAll()
        .where("id", "in", placementIds)
        .where("code_num", "=", code.num)
        // Locked in the order of settling, to avoid deadlocks.
        .orderBy("num")
        .$if(engine === "postgres", (query) => query.forUpdate())
        .execute();
      if (rows.length === 0) return null;
      const result = await work(trx, rows as [PlacementRow, ...PlacementRow[]], code);
      const tokens = rows.map(({ token }) => token);
      await announce(trx, tokens);
      return { tokens, result };
    });
    for (const token of done?.tokens ?? []) changed(token);
    return done?.result ?? null;
  }

  async function create(of: OfCode, placements: readonly NewPlacement[], once?: Idempotency, most?: LinkCounts) {
    const { workspaceId } = of;
    const slugs = placements.filter(({ isSlug }) => isSlug).length;
    const [{ createdAt: at }] = placements as [NewPlacement];
    return db.transaction().execute(async (trx): Promise<KeptAnswer | PlacementRefusal | null> => {
      // Keys are claimed under this lock, as for looks and webhooks.
      if (!(await lockWorkspace(trx, engine, workspaceId))) return "no-code";
      const code = await lockCode(trx, of);
      if (!code) return "no-code";
      const earlier = once && (await firstAnswer(trx, workspaceId, once));
      if (earlier) return earlier;
      const { count } = await trx
        .selectFrom("placements")
        .select(sql<number>`count(*)`.as("count"))
        .where("code_num", "=", code.num)
        .executeTakeFirstOrThrow();
      if (Number(count) + placements.length > MOST_PLACEMENTS) return "too-many";
      const over = await countLinks(trx, workspaceId, { slugs, placements: placements.length }, most);
      if (over) return { over };
      const tokens = placements.map(({ token }) => token);
      const taken = await takeTokens(trx, tokens);
      if (taken.size > 0) throw new Taken(taken);
      const rows = placements.map((each) => placementRow(code.num, { ...each, isPaused: false, scanCount: 0 }));
      await trx.insertInto("placements").values(rows).execute();
      await keepPlacementWords(trx, engine, [code.num]);
      if (once) await keepAnswer(trx, workspaceId, once, at);
      const entry = { workspaceId, at, action: "code.placements-added", subject: code } as const;
      await writeAudit(trx, { ...entry, detail: String(placements.length) });
      await announce(trx, tokens);
      return null;
    });
  }

  return {
    /** All or none, in order. The first answer if the key of `once` was used before; then nothing is created. */
    async create(
      of: OfCode,
      placements: readonly NewPlacement[],
      once?: Idempotency,
      most?: LinkCounts,
    ): Promise<KeptAnswer | PlacementRefusal | null> {
      try {
        const refusal = await create(of, placements, once, most);
        if (refusal === null) for (const { token } of placements) changed(token);
        return refusal;
      } catch (error) {
        if (error instanceof Taken) return { taken: error.taken };
        throw error;
      }
    },

    async find(codeNum: number, id: string): Promise<Placement | null> {
      const query = db.selectFrom("placements").selectAll().where("id", "=", id).where("code_num", "=", codeNum);
      const row = await query.executeTakeFirst();
      return row ? toPlacement(row) : null;
    },

    /** A blank copy with the code and the workspace that it belongs to. */
    async findBlank(token: string) {
      const row = await db
        .selectFrom("placements")
        .innerJoin("codes", "codes.num", "placements.code_num")
        .select(["placements.id as placementId", "workspace_id as workspaceId"])
        .select(["codes.id as codeId", "codes.name as codeName"])
        .where("placements.token", "=", token)
        .where("placements.name", "is", null)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row ?? null;
    },

    /** In order, after the placement `after`. */
    async page(codeNum: number, { sort, q }: PlacementFilter, limit: number, after?: Placement): Promise<Placement[]> {
      let query = listed(codeNum, q).selectAll();
      if (after !== undefined) query = query.where(isAfter(sort, after));
      const rows = await ordered(query, sort).limit(limit).execute();
      return rows.map(toPlacement);
    },

    async browse(codeNum: number, { sort, q }: PlacementFilter, page: { offset: number; limit: number }) {
      const { total } = await listed(codeNum, q).select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
      const query = ordered(listed(codeNum, q).selectAll(), sort);
      const rows = await query.offset(page.offset).limit(page.limit).execute();
      return { total: Number(total), placements: rows.map(toPlacement) };
    },

    /** Scans per placement and day. */
    async daily(codeNum: number, ids: readonly string[], days: readonly number[]) {
      if (ids.length === 0 || days.length === 0) return [];
      return listing
        .selectFrom("scan_daily")
        .select(["value as id", "day", "count"])
        .where("code_num", "=", codeNum)
        .where("dimension", "=", PLACEMENT)
        .where("day", "in", days)
        .where("value", "in", ids)
        .execute();
    },

    /** Those of them that the code has, as they are now; `onlyBlank`: those without a name. */
    change: async (
      of: OfCode,
      placementIds: readonly string[],
      change: PlacementChange,
      now: number,
      onlyBlank = false,
    ) =>
      (await changing(of, placementIds, async (trx, all, code) => {
        const rows = onlyBlank ? all.filter(({ name }) => name === null) : all;
        const after = rows.map((row) => ({ ...toPlacement(row), ...change }));
        const differing = after.filter((each, i) => changedFields(toPlacement(rows[i]!), each) !== "");
        if (differing.length === 0) return after;
        const { name, isPaused } = change;
        await trx
          .updateTable("placements")
          .set({
            ...(name !== undefined && { name, name_key: nameKey(name) }),
            ...(isPaused !== undefined && { is_paused: Number(isPaused) }),
          })
          .where(
            "num",
            "in",
            differing.map(({ num }) => num),
          )
          .execute();
        if (name !== undefined) await keepPlacementWords(trx, engine, [code.num]);
        const entry = { workspaceId: of.workspaceId, at: now, subject: code } as const;
        const [first] = differing as [Placement];
        const before = toPlacement(rows.find(({ num }) => num === first.num)!);
        await writeAudit(
          trx,
          differing.length === 1
            ? {
                ...entry,
                action: "code.placement-changed",
                detail: changedFields(before, first),
                changes: changesOf(before, first),
              }
            : {
                ...entry,
                action: "code.placements-changed",
                detail: String(differing.length),
                // The same of all of them; their names are not.
                changes: changesOf({ isPaused: before.isPaused }, { isPaused: first.isPaused }),
              },
        );
        return after;
      })) ?? [],

    /**
     * Gives it to another code of the workspace. Scans from now on count there; `moveScans` moves the earlier ones.
     * `scansStayed`: scans of before raw scans are kept, which stay. Null if there is no such placement.
     */
    move: (of: OfCode, id: string, toId: string, now: number) =>
      changing<(Placement & { scansStayed: number }) | "no-target" | "too-many" | "moving">(
        of,
        [id],
        async (trx, [row], code) => {
          const to = await lockCode(trx, { workspaceId: of.workspaceId, codeId: toId });
          if (!to) return "no-target";
          if (to.num === code.num) return { ...toPlacement(row), scansStayed: 0 };
          if (row.moved_from !== null) return "moving";
          const { count } = await trx
            .selectFrom("placements")
            .select(sql<number>`count(*)`.as("count"))
            .where("code_num", "=", to.num)
            .executeTakeFirstOrThrow();
          if (Number(count) >= MOST_PLACEMENTS) return "too-many";
          // Days that stayed there when it was moved away before.
          const stayed = await scansOfDays(trx, to.num, id);
          const moved = { code_num: to.num, moved_from: code.num, scan_count: stayed };
          await trx.updateTable("placements").set(moved).where("num", "=", row.num).execute();
          await keepPlacementWords(trx, engine, [code.num, to.num]);
          await trx
            .insertInto("placement_moves")
            .values({ placement_id: id, from_num: code.num, code_num: to.num })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          const entry = { workspaceId: of.workspaceId, at: now, action: "code.placement-moved", subject: to } as const;
          await writeAudit(trx, { ...entry, detail: row.name ?? undefined });
          const scansStayed = await scansOfDays(trx, code.num, id, HAS_NO_RAW);
          return { ...toPlacement({ ...row, ...moved }), scansStayed };
        },
        true,
      ),

    /** Goes on with the earlier scans of a placement that was moved. */
    moveScans: (num: number, signal?: AbortSignal): Promise<void> => moveScans({ db, engine, ids }, num, signal),

    /** Their tokens stay taken, and their scans stay the code's. Returns how many were deleted. */
    remove: async (of: OfCode, placementIds: readonly string[], now: number): Promise<number> =>
      (await changing(of, placementIds, async (trx, rows, code) => {
        const tokens = rows.map(({ token }) => token);
        await trx.deleteFrom("moved_links").where("token", "in", tokens).execute();
        await trx
          .deleteFrom("placements")
          .where(
            "num",
            "in",
            rows.map(({ num }) => num),
          )
          .execute();
        await keepPlacementWords(trx, engine, [code.num]);
        const entry = { workspaceId: of.workspaceId, at: now, subject: code } as const;
        await writeAudit(
          trx,
          rows.length === 1
            ? { ...entry, action: "code.placement-deleted", detail: rows[0].name ?? undefined }
            : { ...entry, action: "code.placements-deleted", detail: String(rows.length) },
        );
        return rows.length;
      })) ?? 0,
  };
}

/** Updates what lists find codes by, after a change of names or slugs of their placements. */
export async function keepPlacementWords(trx: Trx, engine: EngineName, codeNums: readonly number[]): Promise<void> {
  const name = sql.raw(folded(engine === "sqlite" ? "p.name" : `p.name COLLATE "und-x-icu"`));
  const words = sql`coalesce(${name}, '') || CASE WHEN p.is_slug = 1 THEN '\n' || p.token ELSE '' END`;
  const all = sql<string>`coalesce((SELECT string_agg(${words}, '\n') FROM placements AS p
    WHERE p.code_num = codes.num AND (p.name IS NOT NULL OR p.is_slug = 1)), '')`;
  await trx.updateTable("codes").set({ placement_words: all }).where("num", "in", codeNums).execute();
}

/** Of a day of scan_daily. */
const HAS_NO_RAW = sql<boolean>`(day < (SELECT value FROM meta WHERE name = 'raw_from_day')
  OR day < (SELECT from_day FROM imported_raw i WHERE i.code_num = scan_daily.code_num))`;

/** Scans through a placement on the days of a code. */
async function scansOfDays(trx: Trx, codeNum: number, id: string, isMeant = sql<boolean>`true`): Promise<number> {
  const { sum } = await trx
    .selectFrom("scan_daily")
    .select(sql<number>`coalesce(sum(count), 0)`.as("sum"))
    .where("code_num", "=", codeNum)
    .where("dimension", "=", PLACEMENT)
    .where("value", "=", id)
    .where(isMeant)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

/** A row of `placements`. */
export const placementRow = (codeNum: number, placement: Omit<Placement, "num" | "isMoving">) => ({
  id: placement.id,
  code_num: codeNum,
  name: placement.name,
  name_key: nameKey(placement.name),
  token: placement.token,
  is_slug: Number(placement.isSlug),
  is_paused: Number(placement.isPaused),
  created_at: placement.createdAt,
  scan_count: placement.scanCount,
});

export const toPlacement = (row: PlacementRow): Placement => ({
  num: row.num,
  id: row.id,
  name: row.name,
  token: row.token,
  isSlug: row.is_slug === 1,
  isPaused: row.is_paused === 1,
  createdAt: row.created_at,
  scanCount: Number(row.scan_count),
  isMoving: row.moved_from !== null,
});

const LONGEST_NUMBER = 12;

/** Sorts "Table 2" before "Table 10". Blank copies come last. */
const nameKey = (name: string | null): string =>
  name === null ? "\u{10ffff}" : foldLetters(name).replaceAll(/\d+/g, (digits) => digits.padStart(LONGEST_NUMBER, "0"));

const NAME_KEY = sql<string>`name_key`;

/** A shorter text is in many random tokens by chance. */
const SHORTEST_IN_TOKEN = 4;

/** In the name, or in the token: blank copies have no name. */
function contains(engine: EngineName, q: string): RawBuilder<boolean> {
  const part = foldLetters(q);
  const isIn = sql.raw(engine === "sqlite" ? "instr" : "strpos");
  const name = sql.raw(folded(engine === "sqlite" ? "name" : `name COLLATE "und-x-icu"`));
  const inName = sql<boolean>`${isIn}(${name}, ${part}) > 0`;
  return q.length < SHORTEST_IN_TOKEN ? inName : sql<boolean>`(${inName} OR ${isIn}(token, ${part}) > 0)`;
}

type Listed<T> = SelectQueryBuilder<Tables, "placements", T>;

const ordered = <T>(query: Listed<T>, sort: PlacementSort): Listed<T> => {
  if (sort === "name") return query.orderBy(NAME_KEY).orderBy("num");
  return sort === "scans" ? query.orderBy("scan_count", "desc").orderBy("num", "desc") : query.orderBy("num", "desc");
};

function isAfter(sort: PlacementSort, { num, name, scanCount }: Placement): RawBuilder<boolean> {
  if (sort === "name") return sql<boolean>`(${NAME_KEY}, num) > (${nameKey(name)}, ${num})`;
  return sort === "scans" ? sql<boolean>`(scan_count, num) < (${scanCount}, ${num})` : sql<boolean>`num < ${num}`;
}
