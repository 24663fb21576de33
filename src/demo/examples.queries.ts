/** Example codes. Nothing here writes events: no webhook hears of scans that never happened. */
import { type Kysely, sql, type Transaction } from "kysely";
import { EXAMPLE_MAKER, type NewCode } from "../codes/code.ts";
import { codeRow, counterRow } from "../codes/creation.queries.ts";
import { lockCodes } from "../codes/rows.queries.ts";
import { countPlacements, takeTokens } from "../codes/taken-tokens.queries.ts";
import type { EngineName } from "../database/engine.ts";
import { reservedFor } from "../database/reserved.ts";
import type { Tables } from "../database/tables.ts";
import type { NewPlacement } from "../placements/placement.ts";
import { placementRow } from "../placements/rows.queries.ts";
import { storedDay } from "../scans/visitors.ts";
import type { AuditAction } from "../shared/audit.ts";
import { lastErased } from "../shared/bin.ts";
import { tagCategories } from "../tags/code-tags.queries.ts";
import { writeAudit } from "../workspaces/audit.queries.ts";
import { lockWorkspace } from "../workspaces/workspaces.queries.ts";
import type { DemoVisitors } from "./scans.ts";

interface ExampleQueriesOptions {
  db: Kysely<Tables>;
  listDb: Kysely<Tables>;
  engine: EngineName;
  announce: (trx: Transaction<Tables>, tokens: readonly string[]) => Promise<void>;
  changed: (token: string) => void;
}

/** Within the number of values that a statement may have. */
const VISITORS_PER_STEP = 1000;
/** Longer than it takes to add the scans. */
const UNSEEN_MS = 3_600_000;

export function createExampleQueries({ db, listDb, engine, announce, changed }: ExampleQueriesOptions) {
  /** Those that nobody has changed: a changed one is a code like any other. */
  const examplesOf = (from: Kysely<Tables>, workspaceId: string) =>
    from
      .selectFrom("codes")
      .where("workspace_id", "=", workspaceId)
      .where("made_by", "=", sql.lit(EXAMPLE_MAKER))
      .where("deleted_at", "is", null)
      .whereRef("updated_at", "=", "created_at");

  async function names(from: Kysely<Tables>, workspaceId: string): Promise<string[]> {
    const rows = await examplesOf(from, workspaceId).select("name").execute();
    return rows.map(({ name }) => name);
  }

  async function change(
    workspaceId: string,
    action: AuditAction,
    at: number,
    work: (trx: Transaction<Tables>) => Promise<string[]>,
  ): Promise<number> {
    const tokens = await db.transaction().execute(async (trx) => {
      const done = await work(trx);
      await announce(trx, done);
      const entry = { workspaceId, at, action, detail: "examples", count: done.length };
      if (done.length > 0) await writeAudit(trx, entry);
      return done;
    });
    for (const token of tokens) changed(token);
    return tokens.length;
  }

  return {
    names: (workspaceId: string): Promise<string[]> => names(listDb, workspaceId),

    /**
     * Creates codes that nobody sees before `show`, so that their scans can be settled first. Maintenance erases
     * those that are never shown.
     */
    prepare: (
      codes: readonly NewCode[],
      now: number,
      placements: ReadonlyMap<string, readonly NewPlacement[]> = new Map(),
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        for (const code of codes) {
          const { id: _, ...counted } = counterRow(code);
          const hidden = { workspace_id: reservedFor(code.workspaceId), deleted_at: lastErased(now) + UNSEEN_MS };
          const row = { ...codeRow(code), ...hidden } as never;
          const { num } = await trx.insertInto("codes").values(row).returning("num").executeTakeFirstOrThrow();
          await trx
            .insertInto("code_counters")
            .values({ code_num: num, ...counted })
            .execute();
          const copies = placements.get(code.id) ?? [];
          if (copies.length === 0) continue;
          await takeTokens(
            trx,
            copies.map(({ token }) => token),
          );
          const rows = copies.map((copy) => placementRow(num, { ...copy, isPaused: false, scanCount: 0 }));
          await trx.insertInto("placements").values(rows).execute();
        }
      }),

    /** Numbers of visitors of prepared codes, on days on which they have no others. */
    async addVisitors(visitors: readonly DemoVisitors[]): Promise<void> {
      if (visitors.length === 0) return;
      const ids = [...new Set(visitors.map(({ code }) => code))];
      const rows = await db.selectFrom("codes").select(["id", "num"]).where("id", "in", ids).execute();
      const nums = new Map(rows.map(({ id, num }) => [id, num]));
      const values = visitors.map(({ code, salt, visitors, scans, ...span }) => ({
        ...{ code_num: nums.get(code)!, quarters: span.quarters, salt, visitors, scans },
        ...storedDay(span),
      }));
      await db.transaction().execute(async (trx) => {
        for (let i = 0; i < values.length; i += VISITORS_PER_STEP) {
          await trx
            .insertInto("scan_visitors")
            .values(values.slice(i, i + VISITORS_PER_STEP))
            .execute();
        }
      });
    },

    /** Shows prepared codes, all at once, except those the workspace has as examples. Returns how many are shown. */
    show: (workspaceId: string, ids: readonly string[], now: number): Promise<number> =>
      change(workspaceId, "code.created", now, async (trx) => {
        if (!(await lockWorkspace(trx, workspaceId))) return [];
        const there = await names(trx, workspaceId);
        const prepared = await trx.selectFrom("codes").select("num").where("id", "in", ids).execute();
        await lockCodes(
          trx,
          engine,
          prepared.map(({ num }) => num),
        );
        const shown = await trx
          .updateTable("codes")
          .set({ workspace_id: workspaceId, deleted_at: null })
          .where("id", "in", ids)
          .where("erased_at", "is", null)
          .$if(there.length > 0, (query) => query.where("name", "not in", there))
          .returning(["num", "token", "category"])
          .execute();
        const nums = shown.map(({ num }) => num);
        if (nums.length > 0) await countPlacements(trx, workspaceId, nums);
        await tagCategories(trx, workspaceId, shown, now);
        return shown.map(({ token }) => token);
      }),

    /** Moves them to the bin. Returns how many. */
    remove: (workspaceId: string, now: number): Promise<number> =>
      change(workspaceId, "code.deleted", now, async (trx) => {
        const nums = (await examplesOf(trx, workspaceId).select("num").execute()).map(({ num }) => num);
        if (nums.length === 0) return [];
        await lockCodes(trx, engine, nums);
        const removed = await trx
          .updateTable("codes")
          .set({ deleted_at: now })
          .where("num", "in", nums)
          .where("deleted_at", "is", null)
          .whereRef("updated_at", "=", "created_at")
          .returning("token")
          .execute();
        return removed.map(({ token }) => token);
      }),
  };
}
