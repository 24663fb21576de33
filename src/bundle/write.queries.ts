import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { codeTables } from "../codes/codes.table.ts";
import { clashesOf, countLinks, countPlacements, hasName, takeImported } from "../codes/taken-tokens.queries.ts";
import { removeSomeBy } from "../database/remove-by.ts";
import { otherId, RESERVED, reservedFor } from "../database/reserved.ts";
import type { Tables } from "../database/tables.ts";
import type { Brand, NewLogo, SavedStyle } from "../looks/look.ts";
import { lookTables } from "../looks/looks.table.ts";
import { edgeColumns } from "../scans/edges.queries.ts";
import { endOfForgotten, noteForgotten } from "../scans/pack.queries.ts";
import { foldLetters } from "../shared/text.ts";
import { takeTags } from "../tags/code-tags.queries.ts";
import { writeAudit } from "../workspaces/audit.queries.ts";
import type { UtmPreset } from "../workspaces/people.ts";
import { lockWorkspace } from "../workspaces/workspaces.queries.ts";
import { addDays, addScans } from "./blocks.queries.ts";
import {
  type BundledScan,
  type BundledWorkspace,
  type CodeData,
  type FoundCode,
  type ImportedCode,
  TokenTaken,
  TooManySlugs,
} from "./bundled.ts";
import { addCodeData, clearCodeData } from "./code-data.queries.ts";

type Trx = Transaction<Tables>;
type Labels = Pick<BundledWorkspace, "tags" | "views">;

interface BundleWriterOptions {
  db: Kysely<Tables>;
  /** Runs work while no other import of a bundle runs; the lock ends with the process. Throws ImportRunning otherwise. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Tells every node within the change that any code may have changed. */
  announce: (trx: Trx) => Promise<void>;
  changed: () => void;
}

/**
 * Imports a code of a bundle in steps: it is reserved with its id and token while still invisible; its codeData and scans
 * follow in any number of batches; then it becomes visible as a whole.
 */
export function createBundleWriter(options: BundleWriterOptions) {
  const { db, alone, announce, changed } = options;

  return {
    alone,

    async find(codeIds: readonly string[], tokens: readonly string[]): Promise<FoundCode[]> {
      const rows = await db
        .selectFrom("codes")
        .leftJoin("importing", "importing.code_num", "codes.num")
        .select(["num", "id", "token", "workspace_id", "importing.code_num as importing"])
        .select(["content", "deleted_at", "erased_at"])
        .where(({ eb, or }) =>
          or([
            ...(codeIds.length > 0 ? [eb("id", "in", codeIds)] : []),
            ...(tokens.length > 0 ? [eb("token", "in", tokens)] : []),
          ]),
        )
        .execute();
      return rows.map(({ workspace_id: workspace, importing, deleted_at, erased_at, ...row }) => {
        const workspaceId = workspace.startsWith(RESERVED) ? workspace.slice(RESERVED.length) : workspace;
        const isErased = erased_at !== null;
        const isInBin = deleted_at !== null && !isErased;
        return { ...row, workspaceId, isImporting: importing !== null, isErased, isInBin };
      });
    },

    /** Those of the tokens of new codes that are taken here by a slug or a placement, in any case. */
    clashes: (codes: readonly Pick<ImportedCode, "token" | "isSlug">[]): Promise<Set<string>> => clashesOf(db, codes),

    /** The codes of the workspace with these external IDs, also codes that are being imported. */
    async externalIds(workspaceId: string, ids: readonly string[]): Promise<{ id: string; externalId: string }[]> {
      const rows = await db
        .selectFrom("codes")
        .select(["id", "external_id as externalId"])
        .where("workspace_id", "in", [workspaceId, reservedFor(workspaceId)])
        .where("external_id", "in", ids)
        .execute();
      return rows.flatMap(({ id, externalId }) => (externalId === null ? [] : { id, externalId }));
    },

    /** Whether a deleted workspace has this id, or codes of a removed one, which would come back with it. */
    async hadWorkspace(id: string): Promise<boolean> {
      const deleted = db.selectFrom("workspaces").select("id").where("id", "=", id);
      const removed = db.selectFrom("removed_workspaces").select("workspace_id as id").where("workspace_id", "=", id);
      const codes = db.selectFrom("codes").select("workspace_id as id").where("workspace_id", "=", id);
      return (await deleted.unionAll(removed).unionAll(codes).limit(1).executeTakeFirst()) !== undefined;
    },

    /** Existing styles are not changed; a second default is ignored. */
    addStyles: (styles: readonly SavedStyle[]): Promise<void> =>
      db.transaction().execute(async (trx) => {
        for (const style of styles) {
          const { workspaceId } = style;
          const ofWorkspace = trx.selectFrom("styles").select("id").where("workspace_id", "=", workspaceId);
          const held = await ofWorkspace.where("is_default", "=", 1).executeTakeFirst();
          const row = lookTables.styles.write({ ...style, isDefault: style.isDefault && !held });
          const add = (id: string) =>
            trx
              .insertInto("styles")
              .values({ ...row, id })
              .onConflict((conflict) => conflict.doNothing())
              .execute();
          await add(style.id);
          const isThere = ofWorkspace.where(({ eb, or, and }) =>
            or([eb("id", "=", style.id), and([eb("name", "=", style.name), eb("style", "=", style.style)])]),
          );
          if (!(await isThere.executeTakeFirst())) await add(otherId(style.id));
        }
      }),

    /** The id of a workspace's logo by the SHA-256 of its bytes. */
    findLogo: async (workspaceId: string, hash: string): Promise<string | null> =>
      (await logoBy(db, workspaceId, hash).executeTakeFirst())?.id ?? null,

    /** Returns the stored id of each: a workspace has the same picture once. */
    addLogos: (logos: readonly NewLogo[]): Promise<string[]> =>
      db.transaction().execute(async (trx) => {
        const kept: string[] = [];
        for (const logo of logos) {
          const add = (id: string) =>
            trx
              .insertInto("logos")
              .values({ ...lookTables.logos.write(logo), id, hash: logo.hash, bytes: logo.bytes })
              .onConflict((conflict) => conflict.doNothing())
              .execute();
          const same = logoBy(trx, logo.workspaceId, logo.hash);
          await add(logo.id);
          if (!(await same.executeTakeFirst())) await add(otherId(logo.id));
          kept.push((await same.executeTakeFirstOrThrow()).id);
        }
        return kept;
      }),

    /**
     * Tags and views that the workspace does not have by name; `query` of a view has names of tags. Returns the names
     * of tags above the limit, which are left out.
     */
    addLabels: (workspaceId: string, { tags, views }: Labels, now: number): Promise<string[]> =>
      db.transaction().execute(async (trx) => {
        if (!(await lockWorkspace(trx, workspaceId))) return [];
        const made = tags.map((tag) => ({ ...tag, id: randomUUID(), createdAt: now }));
        await takeTags(trx, workspaceId, made);
        const rows = await trx
          .selectFrom("tags")
          .select(["id", "name_key"])
          .where("workspace_id", "=", workspaceId)
          .where("merged_into", "is", null)
          .execute();
        const idOf = new Map(rows.map(({ id, name_key }) => [name_key, id]));
        for (const { name, query } of views) {
          const read = JSON.parse(query) as { tag?: string[] };
          // Of a tag that is not there the view finds nothing. Without the tag it would show codes nobody asked for.
          const tag = read.tag?.map((named) => idOf.get(foldLetters(named)) ?? randomUUID());
          await trx
            .insertInto("views")
            .values({
              id: randomUUID(),
              workspace_id: workspaceId,
              name,
              name_key: foldLetters(name),
              query: JSON.stringify({ ...read, tag }),
              created_at: now,
            })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        return tags.flatMap(({ name }) => (idOf.has(foldLetters(name)) ? [] : [name]));
      }),

    /** For a workspace that has none. */
    async addBrand(workspaceId: string, brand: Brand): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto("brands")
          .values({ ...lookTables.brands.write(brand), workspace_id: workspaceId })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await announce(trx);
      });
      changed();
    },

    /** For a workspace that has none. */
    async addUtmPresets(workspaceId: string, presets: readonly UtmPreset[]): Promise<void> {
      await db
        .updateTable("workspaces")
        .set({ utm_presets: JSON.stringify(presets) })
        .where("id", "=", workspaceId)
        .where("utm_presets", "is", null)
        .execute();
    },

    /** One transaction for all. Returns the numbers in order. */
    reserve: (codes: readonly ImportedCode[]): Promise<number[]> =>
      db.transaction().execute((trx) => reserve(trx, codes)),

    /**
     * Few codes without scans, all at once: nothing is left behind if it fails. Throws if their creator would have more
     * than `mostSlugs` names.
     */
    async take(taken: readonly (CodeData & { code: ImportedCode })[], now: number, mostSlugs?: number): Promise<void> {
      const codes = taken.map(({ code }) => code);
      await db.transaction().execute(async (trx) => {
        const nums = await reserve(trx, codes, mostSlugs);
        for (const [i, { code: _, ...codeData }] of taken.entries()) {
          await addCodeData(trx, nums[i]!, codeData);
        }
        await finish(
          trx,
          codes.map((code, i) => ({ num: nums[i]!, code })),
          now,
        );
        await announce(trx);
      });
      changed();
    },

    /** Removes what an unfinished import left of reserved codes, which may differ from this bundle. */
    async clear(codes: readonly { num: number; code: ImportedCode }[]): Promise<void> {
      for (const { num, code } of codes) {
        const isReserved = sql<boolean>`code_num = ${num}
          AND EXISTS (SELECT 1 FROM importing i WHERE i.code_num = ${num})`;
        while (await removeSomeBy(db, "scan_blocks", "month", isReserved));
        await db.transaction().execute(async (trx) => {
          const reserved = await trx
            .selectFrom("importing")
            .select("code_num")
            .where("code_num", "=", num)
            .forUpdate()
            .executeTakeFirst();
          // Another import has finished it meanwhile.
          if (!reserved) return;
          await clearCodeData(trx, num);
          const { id: _, token: __, ...row } = rowOf(code);
          await trx.updateTable("codes").set(row).where("num", "=", num).execute();
        });
      }
    },

    /** One transaction for all. Adds each row once per `clear`. Returns the tokens of placements that are taken here. */
    addCodeData: (rows: readonly (CodeData & { num: number })[]): Promise<string[]> =>
      db.transaction().execute(async (trx) => {
        const taken: string[] = [];
        for (const { num, ...codeData } of rows) taken.push(...(await addCodeData(trx, num, codeData)));
        await addDays(
          trx,
          rows.map(({ num, history }) => ({ codeNum: num, days: history.days })),
        );
        return taken;
      }),

    /** One transaction. Adds each scan once per `clear`. */
    async addScans(scans: readonly BundledScan[]): Promise<void> {
      await db.transaction().execute((trx) => addScans(trx, scans));
    },

    /** One transaction for all, with an entry in the audit log. Finished codes are not changed. */
    async finish(codes: readonly { num: number; code: ImportedCode }[], now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await finish(trx, codes, now);
        await announce(trx);
      });
      changed();
    },

    /** Tokens that must never be assigned; taken ones are not changed. */
    async keepTokens(tokens: readonly string[], now: number): Promise<void> {
      const erased = tokens.map((token) => ({ token }));
      const taken = await clashesOf(db, erased);
      const free = erased.filter(({ token }) => !taken.has(token));
      if (free.length === 0) return;
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto("codes")
          .values(free.map(({ token }) => erasedRow(token, now)))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await takeImported(trx, free);
      });
    },

    /** The number of codes left by an unfinished import. */
    async unfinished(): Promise<number> {
      const row = await db.selectFrom("importing").select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}

/** Adds codes that nobody sees yet, and takes their tokens. */
async function reserve(trx: Trx, codes: readonly ImportedCode[], mostSlugs?: number): Promise<number[]> {
  const named = Map.groupBy(codes.filter(hasName), (code) => code.workspaceId);
  const most = mostSlugs === undefined ? undefined : { slugs: mostSlugs, placements: 0 };
  // Before the tokens and in order, to avoid deadlocks.
  for (const workspaceId of [...named.keys()].sort()) await lockWorkspace(trx, workspaceId, "deleted too");
  for (const [workspaceId, { length: slugs }] of named) {
    if (await countLinks(trx, workspaceId, { slugs, placements: 0 }, most)) throw new TooManySlugs();
  }
  // These first, which are taken in order: the codes keep theirs, since lists have them in the order of their numbers.
  const [taken] = await takeImported(trx, codes);
  if (taken !== undefined) throw new TokenTaken(taken);
  const nums: number[] = [];
  for (const code of codes) {
    const row = await trx
      .insertInto("codes")
      .values(rowOf(code))
      .onConflict((conflict) => conflict.column("token").doNothing())
      .returning("num")
      .executeTakeFirst();
    if (!row) throw new TokenTaken(code.token);
    await trx.insertInto("importing").values({ code_num: row.num }).execute();
    nums.push(row.num);
  }
  return nums;
}

/** Shows codes that are complete. */
async function finish(trx: Trx, codes: readonly { num: number; code: ImportedCode }[], now: number): Promise<void> {
  for (const workspaceId of new Set(codes.map(({ code }) => code.workspaceId))) {
    if (await lockWorkspace(trx, workspaceId)) continue;
    throw new Error("A workspace that codes belong to was removed during the import.");
  }
  const shown: { num: number; code: ImportedCode }[] = [];
  for (const { num, code } of codes) {
    const { numDeletedRows } = await trx.deleteFrom("importing").where("code_num", "=", num).executeTakeFirst();
    if (numDeletedRows === 0n) continue;
    await show(trx, num, code);
    await showTags(trx, num, code, now);
    shown.push({ num, code });
  }
  for (const [workspaceId, some] of Map.groupBy(shown, ({ code }) => code.workspaceId)) {
    await countPlacements(
      trx,
      workspaceId,
      some.map(({ num }) => num),
    );
    const entry = { workspaceId, at: now, action: "code.imported", subject: some[0]!.code } as const;
    await writeAudit(trx, { ...entry, count: some.length });
  }
}

const logoBy = (db: Kysely<Tables>, workspaceId: string, hash: string) =>
  db.selectFrom("logos").select("id").where("workspace_id", "=", workspaceId).where("hash", "=", hash);

const rowOf = (code: ImportedCode) => ({
  ...codeTables.codes.write(code),
  workspace_id: reservedFor(code.workspaceId),
  is_slug: Number(code.isSlug ?? false),
  made_by: code.madeBy,
  // A code whose time in the bin is over must not be erased while it is imported.
  deleted_at: null,
});

/** An erased code without a workspace. */
const erasedRow = (token: string, now: number) => ({
  id: randomUUID(),
  token,
  workspace_id: "",
  name: "",
  type: "url" as const,
  content: "",
  foreground: "#000000",
  background: "#ffffff",
  size: 512,
  level: "M" as const,
  is_public: 0,
  is_favorite: 0,
  created_at: now,
  updated_at: now,
  deleted_at: now,
  erased_at: now,
});

async function showTags(
  trx: Trx,
  num: number,
  { workspaceId, tags, deletedAt }: ImportedCode,
  now: number,
): Promise<void> {
  if (tags.length === 0) return;
  const numOf = await takeTags(
    trx,
    workspaceId,
    tags.map((name) => ({ id: randomUUID(), name, createdAt: now })),
  );
  const held = new Set(tags.flatMap((name) => numOf.get(foldLetters(name)) ?? []));
  if (held.size === 0) return;
  const is_listed = deletedAt === null ? 1 : 0;
  await trx
    .insertInto("code_tags")
    .values([...held].map((tag_num) => ({ code_num: num, tag_num, is_listed })))
    .execute();
}

/** With its workspace and counters, the code becomes visible. */
async function show(trx: Trx, num: number, code: ImportedCode): Promise<void> {
  const { workspaceId, externalId } = code;
  const holder = trx.selectFrom("codes").select("num").where("workspace_id", "=", workspaceId);
  if (externalId !== null && (await holder.where("external_id", "=", externalId).executeTakeFirst())) {
    const name = JSON.stringify(externalId);
    throw new Error(`During the import another code here got the external ID ${name}. Change it, then import again.`);
  }
  const binned = code.deletedAt === null ? {} : { deleted_at: code.deletedAt };
  const set = { workspace_id: code.workspaceId, ...binned };
  await trx.updateTable("codes").set(set).where("num", "=", num).execute();
  await trx
    .insertInto("code_counters")
    .values({
      code_num: num,
      ...codeTables.code_counters.write(code),
      renewed_at: code.renewedAt,
      ...(await edgeColumns(trx, num, code.createdAt)),
    })
    .execute();
  const end = await endOfForgotten(trx);
  if (code.createdAt < end) await noteForgotten(trx, [{ codeNum: num, end }]);
}
