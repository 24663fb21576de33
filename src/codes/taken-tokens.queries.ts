/**
 * No two tokens that a visitor could mix up: a slug is valid in any case, so it must differ from every other token in
 * lower case. `taken_tokens` has slugs, tokens of placements and imported tokens. Tokens that codes were created with
 * are only in `codes`: they are random, so that no row for each is needed.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { LinkAccount, LinkCounts } from "../placements/placement.ts";
import { isNativeToken } from "../shared/ids.ts";

/** Those of these tokens, in lower case, that cannot be chosen. */
export async function takenTokens(db: Kysely<Tables>, tokens: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("taken_tokens")
    .select("token")
    .where("token", "in", tokens)
    .union(db.selectFrom("codes").select("token").where("token", "in", tokens))
    .execute();
  return new Set(rows.map(({ token }) => token));
}

/** Takes the tokens that are free. Returns the others. */
export async function takeTokens(db: Kysely<Tables>, tokens: readonly string[]): Promise<Set<string>> {
  if (tokens.length === 0) return new Set();
  // In order, so that two nodes cannot deadlock.
  const rows = tokens.toSorted().map((token) => ({ token, is_slug: 1 }));
  const inserted = await db
    .insertInto("taken_tokens")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("token")
    .execute();
  const ofCodes = await db.selectFrom("codes").select("token").where("token", "in", tokens).execute();
  const free = new Set(inserted.map(({ token }) => token));
  for (const { token } of ofCodes) free.delete(token);
  return new Set(tokens.filter((token) => !free.has(token)));
}

/**
 * Takes links from what the creator of a workspace may have, or none of them: then returns what there would be too many
 * of. The caller has locked the workspace: the creator's row is locked after all workspaces, to avoid deadlocks.
 */
export async function countLinks(
  trx: Transaction<Tables>,
  workspaceId: string,
  { slugs, placements }: LinkCounts,
  most?: LinkCounts,
): Promise<keyof LinkCounts | null> {
  const found = trx.selectFrom("workspaces").select("made_by").where("id", "=", workspaceId);
  const { made_by: maker } = await found.executeTakeFirstOrThrow();
  const add = async (table: "workspaces" | "user", id: string, limit?: LinkCounts): Promise<boolean> => {
    // Those who take none are not refused: the limit may have been lowered.
    const ofSlugs = limit && slugs > 0 ? sql`slugs_taken <= ${limit.slugs - slugs}` : sql`true`;
    const ofPlacements = limit && placements > 0 ? sql`placements_made <= ${limit.placements - placements}` : sql`true`;
    const { rows } = await sql`UPDATE ${sql.table(table)}
      SET slugs_taken = slugs_taken + ${slugs}, placements_made = placements_made + ${placements}
      WHERE id = ${id} AND ${ofSlugs} AND ${ofPlacements} RETURNING id`.execute(trx);
    return rows.length > 0;
  };
  const isCounted = maker === null ? await add("workspaces", workspaceId, most) : await add("user", maker, most);
  if (!isCounted) {
    const { taken } = (await linkCounts(trx, workspaceId))!;
    return slugs > 0 && taken.slugs + slugs > most!.slugs ? "slugs" : "placements";
  }
  if (maker !== null) await add("workspaces", workspaceId);
  return null;
}

/** Counts the placements of codes that become visible. */
export async function countPlacements(
  trx: Transaction<Tables>,
  workspaceId: string,
  codeNums: readonly number[],
): Promise<void> {
  const { slugs, placements } = await trx
    .selectFrom("placements")
    .select([sql<number>`coalesce(sum(is_slug), 0)`.as("slugs"), sql<number>`count(*)`.as("placements")])
    .where("code_num", "in", codeNums)
    .executeTakeFirstOrThrow();
  await countLinks(trx, workspaceId, { slugs: Number(slugs), placements: Number(placements) });
}

/** What counts with the links of a workspace: those of all workspaces of its creator. Without a creator, its own. */
export async function linkCounts(db: Kysely<Tables>, workspaceId: string): Promise<LinkAccount | null> {
  const row = await db
    .selectFrom("workspaces")
    .leftJoin("user", "user.id", "made_by")
    .select(({ fn }) => [
      fn.coalesce("user.plan", "workspaces.plan").as("plan"),
      fn.coalesce("user.slugs_taken", "workspaces.slugs_taken").as("slugs"),
      fn.coalesce("user.placements_made", "workspaces.placements_made").as("placements"),
    ])
    .where("workspaces.id", "=", workspaceId)
    .executeTakeFirst();
  return row ? { plan: row.plan, taken: { slugs: Number(row.slugs), placements: Number(row.placements) } } : null;
}

/** A code to import, as far as its token is concerned. */
interface Imported {
  token: string;
  isSlug?: boolean | undefined;
}

/** Whether its token is a name: somebody chose it, here or elsewhere. */
export const hasName = ({ token, isSlug }: Imported): boolean => isSlug || !isNativeToken(token);

/** Those of these tokens that another slug, placement or imported code has, in this or another case. */
export async function clashesOf(db: Kysely<Tables>, codes: readonly Imported[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const lower = [...new Set(codes.map(({ token }) => token.toLowerCase()))];
  const rows = await db.selectFrom("taken_tokens").selectAll().where("token", "in", lower).execute();
  const held = new Map(rows.map(({ token, is_slug }) => [token, is_slug === 1]));
  return new Set(
    codes
      .filter((code) => {
        const holder = held.get(code.token.toLowerCase());
        // Several imported tokens may differ only in case.
        return holder === true || (holder === false && code.isSlug);
      })
      .map(({ token }) => token),
  );
}

/**
 * For codes that are imported, in their transaction. Several tokens may differ only in case, unless one is a slug.
 * Returns those that somebody else took since `clashesOf` was asked.
 */
export async function takeImported(trx: Transaction<Tables>, codes: readonly Imported[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = new Map(codes.map(({ token, isSlug }) => [token.toLowerCase(), Number(isSlug ?? false)]));
  const inserted = await trx
    .insertInto("taken_tokens")
    .values([...rows].sort().map(([token, is_slug]) => ({ token, is_slug })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("token")
    .execute();
  const own = new Set(inserted.map(({ token }) => token));
  // Those in `codes` need no row. It was inserted so that a slug of the same word waits for this transaction.
  const others = codes.filter((code) => !hasName(code) && own.has(code.token)).map(({ token }) => token);
  if (others.length > 0) await trx.deleteFrom("taken_tokens").where("token", "in", others).execute();
  return clashesOf(
    trx,
    codes.filter(({ token }) => !own.has(token.toLowerCase())),
  );
}
