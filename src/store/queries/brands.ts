/** Brands of owners. */
import type { Kysely, Selectable, Transaction } from "kysely";
import type { Brand } from "../look-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { Tables } from "../tables.ts";
import { holdLogoById } from "./looks.ts";
import { lockOwner } from "./users.ts";

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
    find: (ownerId: string): Promise<Brand | null> => findBrand(db, ownerId),

    /** False if the owner was removed. Throws LogoMissing if the logo was, and what `check` of the current brand throws. */
    async set(ownerId: string, brand: Brand, check?: (current: Brand | null) => void): Promise<boolean> {
      const isSet = await db.transaction().execute(async (trx) => {
        if (!(await lockOwner(trx, engine, ownerId))) return false;
        check?.(await findBrand(trx, ownerId));
        if (brand.logoId !== null) await holdLogoById(trx, engine, ownerId, brand.logoId);
        await putBrand(trx, ownerId, brand);
        await announce(trx);
        return true;
      });
      if (isSet) changed();
      return isSet;
    },
  };
}

async function findBrand(db: Kysely<Tables>, ownerId: string): Promise<Brand | null> {
  const row = await db.selectFrom("brands").selectAll().where("owner_id", "=", ownerId).executeTakeFirst();
  return row ? toBrand(row) : null;
}

const putBrand = (trx: Transaction<Tables>, ownerId: string, { name, color, logoId, showFooter }: Brand) => {
  const row = { name, color, logo_id: logoId, show_footer: Number(showFooter) };
  return trx
    .insertInto("brands")
    .values({ owner_id: ownerId, ...row })
    .onConflict((conflict) => conflict.column("owner_id").doUpdateSet(row))
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
