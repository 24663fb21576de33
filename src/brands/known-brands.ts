import { type Brand, NO_BRAND } from "../looks/look.ts";
import { actAs } from "../shared/audit.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import type { Clock } from "../shared/clock.ts";
import { FRESH_MS, HEARD_FRESH_MS } from "../shared/follow.ts";
import { withTimeout } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";

/** A brand as a page shows it. */
export interface ShownBrand extends Omit<Brand, "logoId"> {
  /** A data: URL, so that an account's logos have no public path and a page needs no second request. */
  logo: string | null;
}

/** A small picture of a logo as a data: URL; null if there is none. */
export type LogoPicture = (workspaceId: string, logoId: string) => Promise<string | null>;

export async function showBrand(workspaceId: string, brand: Brand, pictureOf: LogoPicture): Promise<ShownBrand> {
  const { logoId, ...shown } = brand;
  return { ...shown, logo: logoId && (await pictureOf(workspaceId, logoId)) };
}

export interface KnownBrandsOptions {
  store: Pick<Store, "brands" | "onBrandChanged" | "hearsChanges"> & {
    workspaces: Pick<Store["workspaces"], "find">;
  };
  clock: Clock;
  pictureOf: LogoPicture;
  onError: (error: unknown) => void;
  /** The longest wait for the store, and then for a logo. */
  queryMs?: number | undefined;
}

interface Entry {
  shown: ShownBrand;
  logoId: string | null;
  /** False if the logo could not be drawn in time. */
  isComplete: boolean;
  readAt: number;
  epoch: number;
}

const WORKSPACES_KEPT = 1_000;
/** After a failure of the store, no visitor waits for it for this long. A logo that failed is drawn again after it. */
const BACK_OFF_MS = 5_000;
const QUERY_MS = 1_000;

const { logoId: _, ...SHOWN_WITHOUT } = NO_BRAND;
export const PLAIN_BRAND: ShownBrand = { ...SHOWN_WITHOUT, logo: null };

/** Caches the brands of workspaces. If a brand cannot be read, the page is shown without it. */
export function createKnownBrands({ store, clock, pictureOf, onError, queryMs = QUERY_MS }: KnownBrandsOptions) {
  const known = createBoundedMap<Entry>(WORKSPACES_KEPT);
  const reading = new Map<string, Promise<ShownBrand>>();
  /** Incremented when any brand may have changed: older entries are read again before they are shown. */
  let epoch = 0;
  let failedAt = Number.NEGATIVE_INFINITY;

  store.onBrandChanged(() => {
    epoch += 1;
    // A running read may have started before the change.
    reading.clear();
  });

  function report(error: unknown): null {
    onError(error);
    return null;
  }

  /** For visitors, at the cost of the creator, who is looked up only then. */
  async function draw(workspaceId: string, logoId: string): Promise<string | null> {
    const person = (await store.workspaces.find(workspaceId))?.madeBy ?? workspaceId;
    return actAs({ actor: undefined, agent: null, person }, () => pictureOf(workspaceId, logoId));
  }

  async function read(workspaceId: string): Promise<ShownBrand> {
    const [asOf, readAt] = [epoch, clock.steady()];
    const before = known.get(workspaceId);
    const brand = (await withTimeout(store.brands.find(workspaceId), queryMs)) ?? NO_BRAND;
    const isSame = before !== undefined && before.logoId === brand.logoId;
    const shown = await showBrand(workspaceId, brand, async (...logo) =>
      isSame ? before.shown.logo : withTimeout(draw(...logo), queryMs).catch(report),
    );
    // A picture that could not be drawn is retried with the next read.
    const logoId = shown.logo === null ? null : brand.logoId;
    known.set(workspaceId, { shown, logoId, isComplete: logoId === brand.logoId, readAt, epoch: asOf });
    return shown;
  }

  function ask(workspaceId: string): Promise<ShownBrand> {
    const begun = reading.get(workspaceId);
    if (begun) return begun;
    const asked = read(workspaceId)
      .catch((error) => {
        // Logged once per back-off, not once per visitor.
        if (clock.steady() - failedAt >= BACK_OFF_MS) onError(error);
        failedAt = clock.steady();
        return known.get(workspaceId)?.shown ?? PLAIN_BRAND;
      })
      .finally(() => {
        if (reading.get(workspaceId) === asked) reading.delete(workspaceId);
      });
    reading.set(workspaceId, asked);
    return asked;
  }

  /** Never rejects. */
  return async (workspaceId: string): Promise<ShownBrand> => {
    const entry = known.get(workspaceId);
    const now = clock.steady();
    const isAway = now - failedAt < BACK_OFF_MS;
    if (isAway) return entry?.shown ?? PLAIN_BRAND;
    if (entry?.epoch !== epoch) return ask(workspaceId);
    const freshMs = !entry.isComplete ? BACK_OFF_MS : store.hearsChanges() ? HEARD_FRESH_MS : FRESH_MS;
    // An older entry is shown and refreshed in the background.
    if (now - entry.readAt > freshMs) void ask(workspaceId);
    return entry.shown;
  };
}
