/** The name, colour and logo that an account shows on its visitor pages. */
import { createHash } from "node:crypto";
import { LogoMissing } from "../codes/code.ts";
import { type Brand, NO_BRAND } from "../looks/look.ts";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, invalid, workspaceGone } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import type { Store } from "../store/store.ts";

export type Brands = ReturnType<typeof createBrands>;

export const BRAND_NAME_LENGTH = 100;

const NO_LOGO = { field: "logoId", message: "must be the id of a logo of yours, or null" };

const STALE = { field: "If-Match", message: "is not the current version of the brand; read it again, then set it" };

interface Findings {
  /** Problems found in the request so far. The fields they name are not checked again. */
  problems?: readonly FieldProblem[];
  /** The revisions in If-Match; undefined: any. */
  revisions?: readonly string[] | undefined;
}

/** Equal for equal brands. */
export const brandRevision = ({ name, color, logoId, showFooter }: Brand): string =>
  createHash("sha256")
    .update(JSON.stringify([name, color, logoId, showFooter]))
    .digest("base64url")
    .slice(0, 16);

export function createBrands({ store, clock }: { store: Pick<Store, "brands" | "logos">; clock: Clock }) {
  return {
    find: async (workspaceId: string): Promise<Brand> => (await store.brands.find(workspaceId)) ?? NO_BRAND,

    async set(workspaceId: string, brand: Brand, { problems: found = [], revisions }: Findings = {}): Promise<Brand> {
      const { name, logoId } = brand;
      const problems = [...found];
      const add = (field: string, message: string | null) => {
        const isTold = found.some((problem) => problem.field === field || problem.field === "body");
        if (message !== null && !isTold) problems.push({ field, message });
      };
      if (typeof name === "string") add("name", brandNameProblem(name));
      if (typeof logoId === "string") {
        const isThere = isUuid(logoId) && (await store.logos.find(workspaceId, logoId)) !== null;
        if (!isThere) add(NO_LOGO.field, NO_LOGO.message);
      }
      const check = (current: Brand | null) => {
        const isStale = revisions && !revisions.includes(brandRevision(current ?? NO_BRAND));
        const wrong = isStale ? [...problems, STALE] : problems;
        if (wrong.length > 0) throw invalid(wrong);
      };
      const isSet = await store.brands.set(workspaceId, brand, clock.now(), check).catch((error) => {
        // Deleted a moment ago.
        throw error instanceof LogoMissing ? invalid([NO_LOGO]) : error;
      });
      if (!isSet) throw workspaceGone();
      return brand;
    },
  };
}

export const brandNameProblem = (name: string): string | null =>
  textProblem(name, BRAND_NAME_LENGTH) ?? lineProblem(name);
