/** Statements for creating codes. Any number is created at once, by each engine in its own way. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { writeActor } from "../shared/actor.ts";
import type { Idempotency } from "../shared/idempotency.ts";
import { categoryKey } from "../tags/code-tags.queries.ts";
import { auditRow } from "../workspaces/audit.queries.ts";
import type { NewCode } from "./code.ts";
import { codeTables } from "./codes.table.ts";

export const KEY_TAKEN = "key-taken";
export const NO_WORKSPACE = "no-workspace";
export const NO_SLUGS = "too-many-slugs";

/**
 * Creates and announces all codes, all of one workspace, or none of them. Returns why nothing was created: the workspace
 * is removed or suspended, the key was used, or the workspaces of its creator would have taken more than `mostSlugs`.
 */
export type MakeCodes = (
  codes: readonly NewCode[],
  once: Idempotency | undefined,
  mostSlugs: number,
) => Promise<typeof KEY_TAKEN | typeof NO_WORKSPACE | typeof NO_SLUGS | null>;

/** The workspace, if active; a concurrent removal waits for the caller, and with slugs so do others who take some. */
export function activeWorkspace(db: Kysely<Tables>, workspaceId: string, slugs = 0) {
  const active = db
    .selectFrom("workspaces")
    .select(["id", "slugs_taken", "made_by"])
    .where("id", "=", workspaceId)
    .where("suspended", "=", 0);
  return slugs > 0 ? active.forNoKeyUpdate() : active.forShare();
}

/** Adds them to those of the workspace, and with the other statement to those of its creator. */
export const takeSlugs = (db: Kysely<Tables>, workspaceId: string, slugs: number) => {
  const set = { slugs_taken: sql<number>`slugs_taken + ${slugs}` };
  const maker = db.selectFrom("workspaces").select("made_by").where("id", "=", workspaceId);
  return {
    ofWorkspace: db.updateTable("workspaces").set(set).where("id", "=", workspaceId),
    ofMaker: db.updateTable("user").set(set).where("id", "=", maker),
  };
};

/** A row of `codes`. Of codes created together, either all have their own look or none has. */
export const codeRow = (code: NewCode) => ({
  ...codeTables.codes.write(code),
  style: code.style,
  is_slug: Number(code.isSlug ?? false),
  made_by: writeActor(code.madeBy),
});

/** Its row of `code_counters`, with the code's id instead of its number. */
export const counterRow = (code: NewCode) => ({
  id: code.id,
  scan_count: 0,
  expires_at: code.expiresAt,
  expires_fixed: Number(code.expiresFixed ?? false),
  renewed_at: code.createdAt,
});

/** The codes with a category, each with the key of its tag. */
export const categorised = (codes: readonly NewCode[]): { id: string; key: string }[] =>
  codes.flatMap(({ id, category }) => (categoryKey(category) === null ? [] : [{ id, key: categoryKey(category)! }]));

/** One entry of the audit log for codes created together. */
export const createdEntry = (codes: readonly NewCode[]) => {
  const [{ workspaceId, createdAt: at, id, name }] = codes as [NewCode];
  return auditRow({ workspaceId, at, action: "code.created", subject: { id, name }, count: codes.length });
};

/** `name, content`, or with `from` each qualified by it. */
export const columnList = (row: object, from: (name: string) => RawBuilder<unknown> = sql.ref) =>
  sql.join(Object.keys(row).map(from));

/** Values for the columns of `codeRow`: a code without its own look gets the workspace's default. */
export const codeValues = (
  db: Kysely<Tables>,
  { workspaceId, style }: NewCode,
  from: (name: string) => RawBuilder<unknown> = sql.ref,
) => {
  // A named plain look is stored as {}.
  const plainIsNull = sql<string | null>`nullif(style, '{}')`.as("style");
  const lookOf = db.selectFrom("styles").select(plainIsNull).where("workspace_id", "=", workspaceId);
  return (name: string): RawBuilder<unknown> =>
    name === "style" && style === undefined ? sql`(${lookOf.where("is_default", "=", 1)})` : from(name);
};
