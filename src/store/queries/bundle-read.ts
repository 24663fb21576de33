import { type Kysely, sql } from "kysely";
import type { BundledCode, BundledScan, BundleReader } from "../bundle-store.ts";
import type { MetaName, Tables } from "../tables.ts";
import { toBrand } from "./brands.ts";
import { createHistoryReader } from "./bundle-history.ts";
import type { CodeRow } from "./code-rows.ts";
import type { ScanIdCodec } from "./scans.ts";

type Row = CodeRow & { from_day: number | null };

/** `db` is in a snapshot transaction. */
export function createBundleReader(db: Kysely<Tables>, ids: ScanIdCodec): BundleReader {
  const codes = (workspaceId: string | undefined) => {
    const query = db
      .selectFrom("codes")
      .innerJoin("code_counters", "code_counters.code_num", "codes.num")
      .where("codes.erased_at", "is", null);
    return workspaceId === undefined ? query : query.where("codes.workspace_id", "=", workspaceId);
  };
  const scans = () =>
    db
      .selectFrom("scans")
      .innerJoin("agents", "agents.id", "scans.agent_id")
      .innerJoin("places", "places.id", "scans.place_id")
      .select(["scans.code_num as codeNum", "scans.id", "at", "device", "browser", "os"])
      .select(["country", "city", "latitude", "longitude"]);
  const scanOf = (row: Omit<BundledScan, "id"> & { id: string | Uint8Array }): BundledScan => ({
    ...row,
    id: ids.fromColumn(row.id),
  });

  return {
    async marks() {
      const rows = await db.selectFrom("meta").select(["name", "value"]).execute();
      const mark = (name: MetaName) => Number(rows.find((row) => row.name === name)?.value ?? 0);
      return { rawFromDay: mark("raw_from_day"), valuesFromDay: mark("values_from_day") };
    },

    async totals(workspaceId) {
      const row = await codes(workspaceId)
        .select([sql<number>`count(*)`.as("codes"), sql<number>`coalesce(sum(scan_count), 0)`.as("scans")])
        .executeTakeFirstOrThrow();
      return { codes: Number(row.codes), scans: Number(row.scans) };
    },

    async workspaces(ids) {
      if (ids.length === 0) return [];
      const firstOwner = sql<string>`(SELECT m.user_id FROM members m
        WHERE m.workspace_id = workspaces.id AND m.role = 'owner' ORDER BY m.joined_at, m.user_id LIMIT 1)`;
      const rows = await db
        .selectFrom("workspaces")
        .innerJoin("user", (join) => join.on("user.id", "=", firstOwner))
        .select(["workspaces.id", "email", "user.name", "contact", "plan", "workspaces.suspended"])
        .where("workspaces.id", "in", ids)
        .execute();
      const brands = await db.selectFrom("brands").selectAll().where("workspace_id", "in", ids).execute();
      const brandOf = new Map(brands.map((row) => [row.workspace_id, toBrand(row)]));
      return rows.map((row) => ({ ...row, suspended: Boolean(row.suspended), brand: brandOf.get(row.id) ?? null }));
    },

    async people(ids) {
      return ids.length === 0 ? [] : db.selectFrom("user").select(["id", "email"]).where("id", "in", ids).execute();
    },

    async branded(workspaceId, after, limit) {
      let query = db.selectFrom("brands").select("workspace_id as id").where("workspace_id", ">", after);
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
      return query.orderBy("workspace_id").limit(limit).execute();
    },

    async codes(workspaceId, after, limit) {
      const rows = await codes(workspaceId)
        .leftJoin("imported_raw", "imported_raw.code_num", "codes.num")
        .selectAll("codes")
        .selectAll("code_counters")
        .select("from_day")
        .where("codes.num", ">", after)
        .orderBy("codes.num")
        .limit(limit)
        .execute();
      return rows.map((row) => toBundled(row as Row));
    },

    async erased(workspaceId, after, limit) {
      let query = db
        .selectFrom("codes")
        .select(["num", "token"])
        .where("erased_at", "is not", null)
        .where("num", ">", after);
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
      return query.orderBy("num").limit(limit).execute();
    },

    async styles(workspaceId, after, limit) {
      let query = db.selectFrom("styles").selectAll().where("id", ">", after);
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
      const rows = await query.orderBy("id").limit(limit).execute();
      return rows.map(({ workspace_id, is_default, created_at, ...row }) => ({
        ...row,
        workspaceId: workspace_id,
        isDefault: is_default === 1,
        createdAt: created_at,
      }));
    },

    async logos(workspaceId, after, limit) {
      let query = db.selectFrom("logos").selectAll().where("id", ">", after);
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId);
      const rows = await query.orderBy("id").limit(limit).execute();
      return rows.map(({ workspace_id, created_at, ...row }) => ({
        ...row,
        workspaceId: workspace_id,
        createdAt: created_at,
      }));
    },

    async versions(nums) {
      const rows = await db
        .selectFrom("code_versions")
        .selectAll()
        .where("code_num", "in", nums)
        .orderBy("code_num")
        .orderBy("n")
        .execute();
      return rows.map(({ code_num: codeNum, n, content, ...row }) => ({
        codeNum,
        n,
        content,
        replacedAt: row.replaced_at,
        replacedBy: row.replaced_by,
        scansUntil: Number(row.scans_until),
      }));
    },

    ...createHistoryReader(db),

    async scans(num, limit, after) {
      let query = scans().where("scans.code_num", "=", num);
      if (after !== undefined) query = query.where("scans.id", ">", ids.toColumn(after));
      const rows = await query.orderBy("scans.id").limit(limit).execute();
      return rows.map(scanOf);
    },

    async scansOfMany(nums) {
      const rows = await scans()
        .where("scans.code_num", "in", nums)
        .orderBy("scans.code_num")
        .orderBy("scans.id")
        .execute();
      return rows.map(scanOf);
    },
  };
}

const toBundled = (row: Row): BundledCode => ({
  num: row.num,
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  type: row.type,
  content: row.content,
  token: row.token,
  foreground: row.foreground,
  background: row.background,
  size: row.size,
  level: row.level,
  category: row.category,
  isPublic: row.is_public === 1,
  isFavorite: row.is_favorite === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
  style: row.style,
  page: row.page,
  scanCount: row.scan_count,
  expiresAt: row.expires_at,
  expiresFixed: row.expires_fixed === 1,
  expiresBefore: row.expires_before,
  renewedAt: row.renewed_at,
  foldedBefore: row.folded_before,
  madeBy: row.made_by,
  rawFromDay: Number(row.from_day ?? 0),
});
