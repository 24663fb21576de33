/** The name, colour and logo that an account shows on its visitor pages. */
import { createHash } from "node:crypto";
import { type Brand, NO_BRAND, NO_BRAND_LOGO } from "../looks/look.ts";
import { afterwardsOf, type GivenAfterwards } from "../routing/afterwards.ts";
import type { createRouting } from "../routing/service.ts";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { Store } from "../store/store.ts";

export const BRAND_NAME_LENGTH = 100;

/** As a caller sends it. */
export interface GivenBrand extends Omit<Brand, "afterwards"> {
  afterwards: GivenAfterwards | null;
}

const STALE = { field: "If-Match", message: "is not the current version of the brand; read it again, then set it" };

/** The revisions in If-Match; undefined: any. */
type Revisions = readonly string[] | undefined;

/** Equal for equal brands. */
export const brandRevision = ({ name, color, logoId, website, afterwards, showFooter }: Brand): string =>
  createHash("sha256")
    .update(JSON.stringify([name, color, logoId, website, afterwards, showFooter]))
    .digest("base64url")
    .slice(0, 16);

const staleProblems = (current: Brand, revisions: Revisions): FieldProblem[] =>
  revisions && !revisions.includes(brandRevision(current)) ? [STALE] : [];

interface BrandsOptions {
  store: Pick<Store, "brands" | "logos">;
  clock: Clock;
  routing: ReturnType<typeof createRouting>;
}

export function createBrands({ store, clock, routing }: BrandsOptions) {
  const find = async (workspaceId: string): Promise<Brand> => (await store.brands.find(workspaceId)) ?? NO_BRAND;

  return {
    find,

    /** Why `set` would refuse these fields. */
    async problems(workspaceId: string, given: Partial<GivenBrand>, revisions: Revisions) {
      const { name, logoId, website } = given;
      const problems = await routing.afterwardsProblems(given.afterwards);
      const wrongSite = typeof website === "string" ? await routing.whyRefused(website) : null;
      if (wrongSite !== null) problems.push({ field: "website", message: wrongSite });
      const message = typeof name === "string" ? brandNameProblem(name) : null;
      if (message !== null) problems.push({ field: "name", message });
      if (typeof logoId === "string") {
        const isThere = isUuid(logoId) && (await store.logos.find(workspaceId, logoId)) !== null;
        if (!isThere) problems.push(NO_BRAND_LOGO);
      }
      return revisions ? [...problems, ...staleProblems(await find(workspaceId), revisions)] : problems;
    },

    async set(workspaceId: string, given: GivenBrand, revisions: Revisions): Promise<Brand> {
      const brand: Brand = { ...given, afterwards: afterwardsOf(given.afterwards) };
      const check = (current: Brand | null) => {
        const wrong = staleProblems(current ?? NO_BRAND, revisions);
        if (wrong.length > 0) throw invalid(wrong);
      };
      await store.brands.set(workspaceId, brand, clock.now(), check);
      return brand;
    },
  };
}

export const brandNameProblem = (name: string): string | null =>
  textProblem(name, BRAND_NAME_LENGTH) ?? lineProblem(name);
