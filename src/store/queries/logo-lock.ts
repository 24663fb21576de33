import type { Transaction } from "kysely";
import { LogoMissing } from "../look-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";

/**
 * The logo of a look that is about to be written: it must be there, and stays until the change is done.
 * Who deletes it at the same moment waits, and finds it in use.
 */
export async function holdLogo(
  trx: Transaction<Tables>,
  engine: EngineName,
  ownerId: string,
  style: string | null | undefined,
): Promise<void> {
  const id = style && (JSON.parse(style) as { logo?: { id: string } | null }).logo?.id;
  if (!id) return;
  const found = await trx
    .selectFrom("logos")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .$if(engine === "postgres", (query) => query.forShare())
    .executeTakeFirst();
  if (!found) throw new LogoMissing();
}
