import { type Kysely, sql } from "kysely";
import { CODE, codeTables } from "../codes/codes.table.ts";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import type { NewLogo, SavedStyle } from "../looks/look.ts";
import { lookTables } from "../looks/looks.table.ts";
import type { Placement } from "../placements/placement.ts";
import { toPlacement } from "../placements/rows.queries.ts";
import { readPresets } from "../workspaces/workspaces.queries.ts";
import { workspaceTables } from "../workspaces/workspaces.table.ts";
import type { BundledCode, BundledVersion, BundledWorkspace } from "./bundled.ts";
import { createHistoryReader } from "./history.queries.ts";
import { createBundleNames } from "./names.queries.ts";
import { createScanReader } from "./scans.queries.ts";

/** Reads a consistent snapshot: `db` is in its transaction. `workspaceId` undefined: all workspaces. */
export function createBundleReader(db: Kysely<Tables>, engine: EngineName) {
  const source = { db, engine };
  const names = createBundleNames(source);
  const codes = (workspaceId: string | undefined) => {
    const query = db
      .selectFrom("codes")
      .innerJoin("code_counters", "code_counters.code_num", "codes.num")
      .where("codes.erased_at", "is", null);
    return workspaceId === undefined ? query : query.where("codes.workspace_id", "=", workspaceId);
  };

  /**
   * Tags and views of workspaces. A view names its tags. Those that are gone keep their id, which is no tag's name, so
   * that the view finds nothing where it is imported too.
   */
  async function labelsOf(workspaceIds: readonly string[]) {
    const tags = await db
      .selectFrom("tags")
      .select(["id", "workspace_id", "name", "color"])
      .where("workspace_id", "in", workspaceIds)
      .where("merged_into", "is", null)
      .orderBy("num")
      .execute();
    const views = await db
      .selectFrom("views")
      .select(["workspace_id", "name", "query"])
      .where("workspace_id", "in", workspaceIds)
      .orderBy("id")
      .execute();
    const nameOf = new Map(tags.map(({ id, name }) => [id, name]));
    const named = views.map((view) => {
      const query = JSON.parse(view.query) as { tag?: string[] };
      const tag = query.tag?.map((id) => nameOf.get(id) ?? id);
      return { ...view, query: JSON.stringify({ ...query, tag }) };
    });
    return {
      tagsOf: Map.groupBy(tags, (row) => row.workspace_id),
      viewsOf: Map.groupBy(named, (row) => row.workspace_id),
    };
  }

  async function tagNames(nums: readonly number[]): Promise<Map<number, string[]>> {
    if (nums.length === 0) return new Map();
    const rows = await db
      .selectFrom("code_tags")
      .innerJoin("tags", "tags.num", "code_tags.tag_num")
      .select(["code_num", "name"])
      .where("code_num", "in", nums)
      .where("merged_into", "is", null)
      .orderBy("name_key")
      .execute();
    const byCode = Map.groupBy(rows, ({ code_num }) => code_num);
    return new Map(Array.from(byCode, ([num, tags]) => [num, tags.map(({ name }) => name)]));
  }

  return {
    async totals(workspaceId: string | undefined): Promise<{ codes: number; scans: number }> {
      const row = await codes(workspaceId)
        .select([sql<number>`count(*)`.as("codes"), sql<number>`coalesce(sum(scan_count), 0)`.as("scans")])
        .executeTakeFirstOrThrow();
      return { codes: Number(row.codes), scans: Number(row.scans) };
    },

    /** Workspaces by id, after `after`, without deleted ones. */
    async workspaces(workspaceId: string | undefined, after: string, limit: number): Promise<BundledWorkspace[]> {
      let query = db.selectFrom("workspaces").selectAll().where("id", ">", after).where("deleted_at", "is", null);
      if (workspaceId !== undefined) query = query.where("id", "=", workspaceId);
      const found = await query.orderBy("id").limit(limit).execute();
      const rows = found.map((row) => ({
        ...workspaceTables.workspaces.read(row),
        utmPresets: readPresets(row.utm_presets),
      }));
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      const brands = await db.selectFrom("brands").selectAll().where("workspace_id", "in", ids).execute();
      const brandOf = new Map(brands.map((row) => [row.workspace_id, lookTables.brands.read(row)]));
      const { tagsOf, viewsOf } = await labelsOf(ids);
      const domains = await db
        .selectFrom("domains")
        .select("workspace_id")
        .where("workspace_id", "in", ids)
        .where("verified_at", "is not", null)
        .execute();
      const withDomains = new Set(domains.map(({ workspace_id }) => workspace_id));
      const firstOwned = sql<string>`(SELECT o.workspace_id FROM members o JOIN workspaces w ON w.id = o.workspace_id
        WHERE o.user_id = members.user_id AND o.role = 'owner' AND w.deleted_at IS NULL ORDER BY o.joined_at, o.workspace_id LIMIT 1)`;
      const members = await db
        .selectFrom("members")
        .innerJoin("user", "user.id", "members.user_id")
        .select([
          "workspace_id",
          "user_id",
          "email",
          "name",
          "members.role",
          "suspended",
          "user.plan",
          firstOwned.as("firstOwned"),
        ])
        .where("workspace_id", "in", ids)
        .orderBy("joined_at")
        .orderBy("user_id")
        .execute();
      const membersOf = Map.groupBy(members, (row) => row.workspace_id);
      return rows.map(({ createdAt: _, ...workspace }) => {
        const people = membersOf.get(workspace.id) ?? [];
        const first = people.find(({ role }) => role === "owner");
        const isFirst = first?.firstOwned === workspace.id;
        return {
          ...workspace,
          account: isFirst ? first!.email : null,
          accountPlan: isFirst ? first!.plan : null,
          members: people.map(({ user_id: userId, email, name, role, suspended }) => ({
            userId,
            email,
            name,
            role,
            suspended: Boolean(suspended),
          })),
          brand: brandOf.get(workspace.id) ?? null,
          tags: (tagsOf.get(workspace.id) ?? []).map(({ name, color }) => ({ name, color })),
          views: (viewsOf.get(workspace.id) ?? []).map(({ name, query }) => ({ name, query })),
          hasDomain: withDomains.has(workspace.id),
        };
      });
    },

    /** In order of creation, after `after`. Includes deleted codes until they are erased. */
    async codes(workspaceId: string | undefined, after: number, limit: number): Promise<BundledCode[]> {
      const rows = await codes(workspaceId)
        .select(CODE.selection)
        .select(["codes.made_by", "renewed_at"])
        .where("codes.num", ">", after)
        .orderBy("codes.num")
        .limit(limit)
        .execute();
      const tags = await tagNames(rows.map(({ num }) => num));
      return rows.map((row) => ({
        ...CODE.read(row),
        renewedAt: row.renewed_at,
        madeBy: row.made_by,
        tags: tags.get(row.num) ?? [],
      }));
    },

    /** Erased codes, whose tokens stay taken, in order of creation. */
    async erased(workspaceId: string | undefined, after: number, limit: number) {
      let query = db
        .selectFrom("codes")
        .select(["num", "token"])
        .where("erased_at", "is not", null)
        .where("num", ">", after);
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
      return query.orderBy("num").limit(limit).execute();
    },

    /** Of deleted placements, which stay taken too, in order. */
    async deletedPlacements(after: string, limit: number): Promise<string[]> {
      const { rows } = await sql<{ token: string }>`
        SELECT token FROM taken_tokens AS t WHERE is_slug = 1 AND token > ${after}
          AND NOT EXISTS (SELECT 1 FROM codes WHERE codes.token = t.token)
          AND NOT EXISTS (SELECT 1 FROM placements WHERE placements.token = t.token)
        ORDER BY token LIMIT ${limit}`.execute(db);
      return rows.map(({ token }) => token);
    },

    /** Saved styles by id, after `after`. */
    async styles(workspaceId: string | undefined, after: string, limit: number): Promise<SavedStyle[]> {
      let query = db.selectFrom("styles").selectAll().where("id", ">", after);
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
      const rows = await query.orderBy("id").limit(limit).execute();
      return rows.map(lookTables.styles.read);
    },

    async logos(workspaceId: string | undefined, after: string, limit: number): Promise<NewLogo[]> {
      let query = db.selectFrom("logos").selectAll().where("id", ">", after);
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
      const rows = await query.orderBy("id").limit(limit).execute();
      return rows.map((row) => ({ ...lookTables.logos.read(row), hash: row.hash, bytes: row.bytes }));
    },

    async versions(nums: readonly number[]): Promise<BundledVersion[]> {
      const rows = await db
        .selectFrom("code_versions")
        .selectAll()
        .where("code_num", "in", nums)
        .orderBy("code_num")
        .orderBy("n")
        .execute();
      return rows.map(codeTables.code_versions.read);
    },

    /** In order of creation, after `after`. */
    async placements(codeNum: number, after: number, limit: number): Promise<Placement[]> {
      const query = db.selectFrom("placements").selectAll().where("code_num", "=", codeNum).where("num", ">", after);
      return (await query.orderBy("num").limit(limit).execute()).map(toPlacement);
    },

    /** The numbers of placements whose scans are being moved to them. */
    async movingPlacements(workspaceId: string | undefined): Promise<number[]> {
      let query = db
        .selectFrom("placements")
        .innerJoin("codes", "codes.num", "placements.code_num")
        .select("placements.num")
        .where("placements.moving_from", "is not", null);
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
      return (await query.orderBy("placements.num").execute()).map(({ num }) => num);
    },

    /** Those of these codes that have placements. */
    async withPlacements(nums: readonly number[]): Promise<Set<number>> {
      const rows = await db
        .selectFrom("placements")
        .select("code_num")
        .distinct()
        .where("code_num", "in", nums)
        .execute();
      return new Set(rows.map((row) => row.code_num));
    },

    ...createHistoryReader(source, names),
    ...createScanReader(source, names),
  };
}
