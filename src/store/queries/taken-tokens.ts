/**
 * No two tokens that a visitor could mix up: a slug is valid in any case, so it must differ from every other token in
 * lower case. `taken_tokens` has slugs, tokens of placements and imported tokens. Tokens that codes were created with
 * are only in `codes`: they are random, so that no row for each is needed.
 */
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

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

/** For imported tokens, of which several may differ only in case. */
export async function takeTokens(db: Kysely<Tables>, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  const rows = [...new Set(tokens.map((token) => token.toLowerCase()))].sort().map((token) => ({ token }));
  await db
    .insertInto("taken_tokens")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
