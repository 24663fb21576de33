import type { ValuesOf } from "../database/table.ts";
import type { lookTables } from "./looks.table.ts";

/** What visitor pages show of an account. */
export type Brand = ValuesOf<typeof lookTables.brands>;

export const NO_BRAND_LOGO = { field: "logoId", message: "must be the id of a logo of yours, or null" };

export const NO_BRAND: Brand = {
  name: null,
  color: null,
  logoId: null,
  website: null,
  afterwards: null,
  showFooter: true,
};

/** A named look. */
export type SavedStyle = ValuesOf<typeof lookTables.styles>;

export type SavedLogo = ValuesOf<typeof lookTables.logos>;

export interface NewLogo extends SavedLogo {
  /** Of the content: the same picture is stored once. */
  hash: string;
  bytes: Uint8Array;
}
