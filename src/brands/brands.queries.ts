/** Brands of workspaces. */
import type { Kysely, Transaction } from "kysely";
import { holdLogoById } from "../codes/held-logos.queries.ts";
import type { Tables } from "../database/tables.ts";
import { type Brand, NO_BRAND, NO_BRAND_LOGO } from "../looks/look.ts";
import { lookTables } from "../looks/looks.table.ts";
import { writeChange } from "../workspaces/audit.queries.ts";
import { holdWorkspace } from "../workspaces/workspaces.queries.ts";

const { brands } = lookTables;

interface BrandQueriesOptions {
  db: Kysely<Tables>;
  /** Notifies every node of the change, in its transaction. */
  announce: (trx: Transaction<Tables>) => Promise<void>;
  changed: () => void;
}

export function createBrandQueries({ db, announce, changed }: BrandQueriesOptions) {
  return {
    /** Null if none was set. */
    find: (workspaceId: string): Promise<Brand | null> => findBrand(db, workspaceId),

    /** Throws what `check` of the current brand throws. */
    async set(workspaceId: string, brand: Brand, now: number, check?: (current: Brand | null) => void): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await holdWorkspace(trx, workspaceId);
        const current = await findBrand(trx, workspaceId);
        check?.(current);
        if (brand.logoId !== null) await holdLogoById(trx, workspaceId, brand.logoId, NO_BRAND_LOGO);
        await putBrand(trx, workspaceId, brand);
        const entry = { workspaceId, at: now, action: "workspace.brand-changed" } as const;
        await writeChange(trx, entry, current ?? NO_BRAND, brand);
        await announce(trx);
      });
      changed();
    },
  };
}

async function findBrand(db: Kysely<Tables>, workspaceId: string): Promise<Brand | null> {
  const row = await db.selectFrom("brands").selectAll().where("workspace_id", "=", workspaceId).executeTakeFirst();
  return row ? brands.read(row) : null;
}

const putBrand = (trx: Transaction<Tables>, workspaceId: string, brand: Brand) => {
  const row = brands.write(brand);
  return trx
    .insertInto("brands")
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(row))
    .execute();
};
