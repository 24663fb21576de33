/** The name, colour and logo that an account shows on its visitor pages. */
import { type FieldProblem, invalid, ownerGone } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import { type Brand, LogoMissing, NO_BRAND } from "../store/look-store.ts";
import type { Store } from "../store/store.ts";

export type Brands = ReturnType<typeof createBrands>;

export const BRAND_NAME_LENGTH = 100;

const NO_LOGO = { field: "logoId", message: "must be the id of a logo of yours, or null" };

export function createBrands({ store }: { store: Pick<Store, "brands" | "logos"> }) {
  return {
    find: async (ownerId: string): Promise<Brand> => (await store.brands.find(ownerId)) ?? NO_BRAND,

    /** `found`: what is wrong with the request already. Of `brand` the fields that it names are not judged again. */
    async set(ownerId: string, brand: Brand, found: readonly FieldProblem[] = []): Promise<Brand> {
      const { name, logoId } = brand;
      const problems = [...found];
      const add = (field: string, message: string | null) => {
        const isTold = found.some((problem) => problem.field === field || problem.field === "body");
        if (message !== null && !isTold) problems.push({ field, message });
      };
      if (typeof name === "string") add("name", brandNameProblem(name));
      if (typeof logoId === "string") {
        const isThere = isUuid(logoId) && (await store.logos.find(ownerId, logoId)) !== null;
        if (!isThere) add(NO_LOGO.field, NO_LOGO.message);
      }
      if (problems.length > 0) throw invalid(problems);
      const isSet = await store.brands.set(ownerId, brand).catch((error) => {
        // Deleted a moment ago.
        throw error instanceof LogoMissing ? invalid([NO_LOGO]) : error;
      });
      if (!isSet) throw ownerGone();
      return brand;
    },
  };
}

export const brandNameProblem = (name: string): string | null =>
  textProblem(name, BRAND_NAME_LENGTH) ?? lineProblem(name);
