import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { noLogo } from "./refusals.ts";

/** Locks the logo of a look that is about to be written, so that it cannot be deleted meanwhile. `prefix`: see noLogo. */
export async function holdLogo(
  trx: Transaction<Tables>,
  workspaceId: string,
  style: string | null | undefined,
  prefix: string,
): Promise<void> {
  const id = style && (JSON.parse(style) as { logo?: { id: string } | null }).logo?.id;
  if (id) await holdLogoById(trx, workspaceId, id, noLogo(prefix));
}

/** Refused with `missing` if there is no such logo. */
export async function holdLogoById(
  trx: Transaction<Tables>,
  workspaceId: string,
  id: string,
  missing: FieldProblem,
): Promise<void> {
  const found = await trx
    .selectFrom("logos")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  if (!found) throw invalid([missing]);
}
