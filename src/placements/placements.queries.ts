/** Copies of codes in different places. */
import { type Kysely, sql, type Transaction } from "kysely";
import { countLinks, takeTokens } from "../codes/taken-tokens.queries.ts";
import type { EngineName } from "../database/engine.ts";
import { firstAnswer, keepAnswer } from "../database/idempotency.ts";
import type { Tables } from "../database/tables.ts";
import { notFound } from "../shared/errors.ts";
import type { Idempotency, KeptAnswer } from "../shared/idempotency.ts";
import type { Reports } from "../store/reports.ts";
import type { RunStep } from "../store/steps.ts";
import { changedFields, changesOf, writeAudit } from "../workspaces/audit.queries.ts";
import { holdWorkspace } from "../workspaces/workspaces.queries.ts";
import { forgottenScans, moveScans } from "./move.queries.ts";
import {
  type LinkCounts,
  type LinkRefusal,
  MAX_PLACEMENTS,
  type NewPlacement,
  notMoved,
  type Placement,
  type PlacementChange,
  type PlacementFilter,
  tooManyPlacements,
} from "./placement.ts";
import { contains, isAfter, nameKey, ordered, type PlacementRow, placementRow, toPlacement } from "./rows.queries.ts";

type Trx = Transaction<Tables>;

interface PlacementQueriesOptions {
  db: Kysely<Tables>;
  listDb: Kysely<Tables>;
  engine: EngineName;
  announce: (trx: Trx, tokens: readonly string[]) => Promise<void>;
  changed: (token: string) => void;
  reports: Reports;
  step: RunStep;
}

/** The code that placements belong to. */
interface OfCode {
  workspaceId: string;
  codeId: string;
}

interface LockedCode {
  num: number;
  id: string;
  name: string;
}

interface Gift {
  workspaceId: string;
  from: LockedCode;
  to: LockedCode;
  now: number;
}

interface FieldsChange {
  workspaceId: string;
  code: LockedCode;
  change: PlacementChange;
  now: number;
}

/** A blank copy is known by the end of its link. */
const shownName = ({ name, token }: PlacementRow): string => name ?? token;

/** Rolls back a creation. */
class Taken extends Error {
  readonly taken: ReadonlySet<string>;
  constructor(taken: ReadonlySet<string>) {
    super("Tokens are taken.");
    this.taken = taken;
  }
}

export function createPlacementQueries(options: PlacementQueriesOptions) {
  const { db, listDb, engine, announce, changed, reports, step } = options;
  /** A change of placements waits for others of the same codes, and for their deletion. Codes are locked in order. */
  async function lockCodes(trx: Trx, workspaceId: string, codeIds: readonly string[]) {
    const rows = await trx
      .selectFrom("codes")
      .select(["num", "id", "name"])
      .where("id", "in", codeIds)
      .where("workspace_id", "=", workspaceId)
      .where("deleted_at", "is", null)
      .orderBy("num")
      .forNoKeyUpdate()
      .execute();
    return codeIds.map((id) => rows.find((row) => row.id === id));
  }

  const listed = (codeNum: number, q: string | undefined) => {
    const query = listDb.selectFrom("placements").where("code_num", "=", codeNum);
    return q === undefined ? query : query.where(contains(engine, q));
  };

  /** Runs a change of placements and tells every node. Null if there is none of them. */
  async function changing<T>(
    of: OfCode,
    placementIds: readonly string[],
    work: (
      trx: Trx,
      rows: readonly [PlacementRow, ...PlacementRow[]],
      code: LockedCode,
      other: LockedCode | undefined,
    ) => Promise<T>,
    /** Locked too. */
    otherId = of.codeId,
  ): Promise<T | null> {
    const done = await db.transaction().execute(async (trx) => {
      const [code, other] = await lockCodes(trx, of.workspaceId, [of.codeId, otherId]);
      if (!code) return null;
      const rows = await trx
        .selectFrom("placements")
        .selectAll()
        .where("id", "in", placementIds)
        .where("code_num", "=", code.num)
        // Locked in the order of settling, to avoid deadlocks.
        .orderBy("num")
        .forUpdate()
        .execute();
      if (rows.length === 0) return null;
      const result = await work(trx, rows as [PlacementRow, ...PlacementRow[]], code, other);
      const tokens = rows.map(({ token }) => token);
      await announce(trx, tokens);
      return { tokens, result };
    });
    for (const token of done?.tokens ?? []) changed(token);
    return done?.result ?? null;
  }

  /** Gives a locked placement to another code. */
  async function give(trx: Trx, row: PlacementRow, { workspaceId, from, to, now }: Gift): Promise<PlacementRow> {
    // Forgotten scans that stayed there when it was moved away before.
    const stayed = await forgottenScans(trx, engine, to.num, row.num);
    const moved = { code_num: to.num, moving_from: from.num, scan_count: stayed };
    await trx.updateTable("placements").set(moved).where("num", "=", row.num).execute();
    await trx
      .insertInto("placement_moves")
      .values({ placement_id: row.id, from_num: from.num, code_num: to.num })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const entry = { workspaceId, at: now, action: "code.placement-moved", subject: to } as const;
    await writeAudit(trx, { ...entry, detail: row.name ?? undefined });
    return { ...row, ...moved };
  }

  /** Changes locked placements of a code. */
  async function setFields(
    trx: Trx,
    rows: readonly PlacementRow[],
    { workspaceId, code, change, now }: FieldsChange,
  ): Promise<Placement[]> {
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
    const entry = { workspaceId, at: now, subject: code } as const;
    const [first] = differing as [Placement];
    const before = toPlacement(rows.find(({ num }) => num === first.num)!);
    const names = rows.filter(({ num }) => differing.some((each) => each.num === num)).map(shownName);
    await writeAudit(
      trx,
      differing.length === 1
        ? {
            ...entry,
            action: "code.placement-changed",
            detail: changedFields(before, first),
            changes: changesOf(before, first),
            names,
          }
        : {
            ...entry,
            action: "code.placements-changed",
            detail: String(differing.length),
            // The same of all of them; their names are not.
            changes: changesOf({ isPaused: before.isPaused }, { isPaused: first.isPaused }),
            names,
          },
    );
    return after;
  }

  async function create(of: OfCode, placements: readonly NewPlacement[], once?: Idempotency, most?: LinkCounts) {
    const { workspaceId } = of;
    const slugs = placements.filter(({ isSlug }) => isSlug).length;
    const [{ createdAt: at }] = placements as [NewPlacement];
    return db.transaction().execute(async (trx): Promise<KeptAnswer | LinkRefusal | null> => {
      // Keys are claimed under this lock, as for looks and webhooks.
      await holdWorkspace(trx, workspaceId, notFound);
      const [code] = await lockCodes(trx, workspaceId, [of.codeId]);
      if (!code) throw notFound();
      const earlier = once && (await firstAnswer(trx, workspaceId, once));
      if (earlier) return earlier;
      if ((await countOf(trx, code.num)) + placements.length > MAX_PLACEMENTS) throw tooManyPlacements();
      const over = await countLinks(trx, workspaceId, { slugs, placements: placements.length }, most);
      if (over) return { over };
      const tokens = placements.map(({ token }) => token);
      const taken = await takeTokens(trx, tokens);
      if (taken.size > 0) throw new Taken(taken);
      const rows = placements.map((each) => placementRow(code.num, { ...each, isPaused: false, scanCount: 0 }));
      await trx.insertInto("placements").values(rows).execute();
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
    ): Promise<KeptAnswer | LinkRefusal | null> {
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
    daily: reports.placementDays,

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
        return setFields(trx, rows, { workspaceId: of.workspaceId, code, change, now });
      })) ?? [],

    /**
     * Gives it to another code of the workspace, and changes it: both or neither. Scans from now on count there;
     * `moveScans` moves the earlier ones. `scansStayed`: forgotten scans, which stay. Null if there is no such placement.
     */
    move: (of: OfCode, id: string, toId: string, now: number, change: PlacementChange = {}) =>
      changing<Placement & { scansStayed: number }>(
        of,
        [id],
        async (trx, [row], code, to) => {
          if (!to) throw notMoved("no target");
          const { workspaceId } = of;
          const isSame = to.num === code.num;
          if (!isSame && row.moving_from !== null) throw notMoved("moving");
          if (!isSame && (await countOf(trx, to.num)) >= MAX_PLACEMENTS) throw notMoved("full");
          const moved = isSame ? row : await give(trx, row, { workspaceId, from: code, to, now });
          const scansStayed = isSame ? 0 : await forgottenScans(trx, engine, code.num, row.num);
          const [placement] = await setFields(trx, [moved], { workspaceId, code: to, change, now });
          return { ...placement!, scansStayed };
        },
        toId,
      ),

    /** The numbers of those whose earlier scans still follow them. */
    moving: async (codeNum: number, ids: readonly string[]): Promise<number[]> => {
      const query = db.selectFrom("placements").select("num").where("code_num", "=", codeNum);
      const rows = await query.where("moving_from", "is not", null).where("id", "in", ids).execute();
      return rows.map(({ num }) => num);
    },

    /** Goes on with the earlier scans of a placement that was moved. */
    moveScans: (num: number, signal?: AbortSignal): Promise<void> => moveScans({ db, step }, num, signal),

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
        const entry = { workspaceId: of.workspaceId, at: now, subject: code } as const;
        await writeAudit(
          trx,
          rows.length === 1
            ? { ...entry, action: "code.placement-deleted", detail: rows[0].name ?? undefined }
            : {
                ...entry,
                action: "code.placements-deleted",
                detail: String(rows.length),
                names: rows.map(shownName),
              },
        );
        return rows.length;
      })) ?? 0,
  };
}

async function countOf(trx: Trx, codeNum: number): Promise<number> {
  const { count } = await trx
    .selectFrom("placements")
    .select(sql<number>`count(*)`.as("count"))
    .where("code_num", "=", codeNum)
    .executeTakeFirstOrThrow();
  return Number(count);
}
