import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { LogoMissing } from "./code.ts";

/** Locks the logo of a look that is about to be written, so that it cannot be deleted meanwhile. */
export async function holdLogo(
  trx: Transaction<Tables>,
  workspaceId: string,
  style: string | null | undefined,
): Promise<void> {
  const id = style && (JSON.parse(style) as { logo?: { id: string } | null }).logo?.id;
  if (id) await holdLogoById(trx, workspaceId, id);
}

export async function holdLogoById(trx: Transaction<Tables>, workspaceId: string, id: string): Promise<void> {
  const found = await trx
    .selectFrom("logos")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  if (!found) throw new LogoMissing();
}
