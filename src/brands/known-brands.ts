import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";
import { withTimeout } from "../shared/timeout.ts";
import { type Brand, NO_BRAND } from "../store/look-store.ts";
import type { Store } from "../store/store.ts";

/** A brand as a page shows it. */
export interface ShownBrand extends Omit<Brand, "logoId"> {
  /** A data: address, so that no path leads to the logos of an account and a page needs no second request. */
  logo: string | null;
}

/** A small picture of a logo as a data: address; null when there is none. */
export type LogoPicture = (ownerId: string, logoId: string) => Promise<string | null>;

export async function showBrand(ownerId: string, brand: Brand, pictureOf: LogoPicture): Promise<ShownBrand> {
  const { logoId, ...shown } = brand;
  return { ...shown, logo: logoId && (await pictureOf(ownerId, logoId)) };
}

export interface KnownBrandsOptions {
  store: Pick<Store, "brands" | "onBrandChanged" | "hearsChanges">;
  clock: Clock;
  pictureOf: LogoPicture;
  onError: (error: unknown) => void;
  /** Longer than this no visitor waits. */
  queryMs?: number | undefined;
}

interface Entry {
  shown: ShownBrand;
  logoId: string | null;
  readAt: number;
  epoch: number;
}

const OWNERS_KEPT = 1_000;
/** As of known codes: an older entry is served and read again in the background, which bounds the harm of a lost notice. */
const FRESH_MS = 5_000;
const HEARD_FRESH_MS = 60_000;
/** For so long after a failure no visitor waits for the store. */
const BACK_OFF_MS = 5_000;
const QUERY_MS = 1_000;

export const PLAIN_BRAND: ShownBrand = { name: null, color: null, logo: null, showFooter: true };

/** The brands of owners whose pages were seen lately. A page is shown without one rather than not at all. */
export function createKnownBrands({ store, clock, pictureOf, onError, queryMs = QUERY_MS }: KnownBrandsOptions) {
  const known = createBoundedMap<Entry>(OWNERS_KEPT);
  const reading = new Map<string, Promise<ShownBrand>>();
  /** Moves on when any brand may have changed; what was read before is read again before it is shown. */
  let epoch = 0;
  let failedAt = Number.NEGATIVE_INFINITY;

  store.onBrandChanged(() => {
    epoch += 1;
    // A read under way may have begun before the change.
    reading.clear();
  });

  function report(error: unknown): null {
    onError(error);
    return null;
  }

  async function read(ownerId: string): Promise<ShownBrand> {
    const [asOf, readAt] = [epoch, clock.steady()];
    const before = known.get(ownerId);
    const brand = (await store.brands.find(ownerId)) ?? NO_BRAND;
    const isSame = before !== undefined && before.logoId === brand.logoId;
    const shown = await showBrand(ownerId, brand, async (...logo) =>
      isSame ? before.shown.logo : pictureOf(...logo).catch(report),
    );
    // A picture that could not be made is tried again with the next read.
    const logoId = shown.logo === null ? null : brand.logoId;
    known.set(ownerId, { shown, logoId, readAt, epoch: asOf });
    return shown;
  }

  function ask(ownerId: string): Promise<ShownBrand> {
    const begun = reading.get(ownerId);
    if (begun) return begun;
    const asked = withTimeout(read(ownerId), queryMs)
      .catch(() => {
        failedAt = clock.steady();
        return known.get(ownerId)?.shown ?? PLAIN_BRAND;
      })
      .finally(() => {
        if (reading.get(ownerId) === asked) reading.delete(ownerId);
      });
    reading.set(ownerId, asked);
    return asked;
  }

  /** Never rejects. */
  return async (ownerId: string): Promise<ShownBrand> => {
    const entry = known.get(ownerId);
    const now = clock.steady();
    const isAway = now - failedAt < BACK_OFF_MS;
    if (isAway) return entry?.shown ?? PLAIN_BRAND;
    if (entry?.epoch !== epoch) return ask(ownerId);
    if (now - entry.readAt > (store.hearsChanges() ? HEARD_FRESH_MS : FRESH_MS)) void ask(ownerId);
    return entry.shown;
  };
}
