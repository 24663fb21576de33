import type { Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { LogoMissing } from "./code.ts";

/** Locks the logo of a look that is about to be written, so that it cannot be deleted meanwhile. */
export async function holdLogo(
  trx: Transaction<Tables>,
  engine: EngineName,
  workspaceId: string,
  style: string | null | undefined,
): Promise<void> {
  const id = style && (JSON.parse(style) as { logo?: { id: string } | null }).logo?.id;
  if (id) await holdLogoById(trx, engine, workspaceId, id);
}

export async function holdLogoById(
  trx: Transaction<Tables>,
  engine: EngineName,
  workspaceId: string,
  id: string,
): Promise<void> {
  const found = await trx
    .selectFrom("logos")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .$if(engine === "postgres", (query) => query.forShare())
    .executeTakeFirst();
  if (!found) throw new LogoMissing();
}
