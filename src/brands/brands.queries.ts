/** Brands of workspaces. */
import type { Kysely, Selectable, Transaction } from "kysely";
import { holdLogoById } from "../codes/held-logos.queries.ts";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { type Brand, NO_BRAND } from "../looks/look.ts";
import { writeChange } from "../workspaces/audit.queries.ts";
import { lockWorkspace } from "../workspaces/workspaces.queries.ts";

interface BrandQueriesOptions {
  db: Kysely<Tables>;
  engine: EngineName;
  /** Notifies every node of the change, in its transaction. */
  announce: (trx: Transaction<Tables>) => Promise<void>;
  changed: () => void;
}

export function createBrandQueries({ db, engine, announce, changed }: BrandQueriesOptions) {
  return {
    /** Null if none was set. */
    find: (workspaceId: string): Promise<Brand | null> => findBrand(db, workspaceId),

    /** False if the workspace was removed. Throws LogoMissing if the logo was, and what `check` of the current brand throws. */
    async set(
      workspaceId: string,
      brand: Brand,
      now: number,
      check?: (current: Brand | null) => void,
    ): Promise<boolean> {
      const isSet = await db.transaction().execute(async (trx) => {
        if (!(await lockWorkspace(trx, engine, workspaceId))) return false;
        const current = await findBrand(trx, workspaceId);
        check?.(current);
        if (brand.logoId !== null) await holdLogoById(trx, engine, workspaceId, brand.logoId);
        await putBrand(trx, workspaceId, brand);
        const entry = { workspaceId, at: now, action: "workspace.brand-changed" } as const;
        await writeChange(trx, entry, current ?? NO_BRAND, brand);
        await announce(trx);
        return true;
      });
      if (isSet) changed();
      return isSet;
    },
  };
}

async function findBrand(db: Kysely<Tables>, workspaceId: string): Promise<Brand | null> {
  const row = await db.selectFrom("brands").selectAll().where("workspace_id", "=", workspaceId).executeTakeFirst();
  return row ? toBrand(row) : null;
}

const putBrand = (trx: Transaction<Tables>, workspaceId: string, { name, color, logoId, showFooter }: Brand) => {
  const row = { name, color, logo_id: logoId, show_footer: Number(showFooter) };
  return trx
    .insertInto("brands")
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(row))
    .execute();
};

export const toBrand = (
  row: Pick<Selectable<Tables["brands"]>, "name" | "color" | "logo_id" | "show_footer">,
): Brand => ({
  name: row.name,
  color: row.color,
  logoId: row.logo_id,
  showFooter: row.show_footer === 1,
});
