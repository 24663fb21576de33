import { createHash } from "node:crypto";
import { BadLogo, LOGO_FAULTS } from "../rendering/errors.ts";
import type { Renderer } from "../rendering/renderer.ts";
import { confirmRights } from "../shared/audit.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { callerNow } from "../shared/caller.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import type { SavedLogo } from "./look.ts";
import { pageOf } from "./pages.ts";

export interface LogosOptions {
  store: Pick<Store, "logos">;
  styled: Pick<Renderer, "readLogo">;
  clock: Clock;
  createId: () => string;
}

export type Logos = ReturnType<typeof createLogos>;

const MAX_LOGOS = 200;
/** For cached logo images; 32 MB in total. */
const PIECE_BYTES = 32 * 1024;
const PIECES_KEPT = 1024;

/** Logo images. A stored logo never changes. */
export function createLogos({ store, styled, clock, createId }: LogosOptions) {
  const kept = createBoundedMap<Uint8Array>(PIECES_KEPT, (bytes) => Math.ceil(bytes.length / PIECE_BYTES));

  return {
    list: (workspaceId: string, limit: number, cursor?: string) => pageOf(store.logos, workspaceId, limit, cursor),

    async find(workspaceId: string, id: string): Promise<SavedLogo> {
      const logo = isUuid(id) ? await store.logos.find(workspaceId, id) : null;
      if (!logo) throw notFound();
      return logo;
    },

    /** Decodes and re-encodes the image; uploading the same image again returns the existing logo. */
    async add(workspaceId: string, file: Uint8Array): Promise<SavedLogo> {
      const { png, width, height } = await styled.readLogo(file, { caller: callerNow(workspaceId) }).catch(refuseLogo);
      await confirmRights();
      const hash = createHash("sha256").update(png).digest("hex");
      const logo = { id: createId(), workspaceId, width, height, hash, bytes: png };
      return store.logos.create({ ...logo, createdAt: clock.now() }, MAX_LOGOS);
    },

    /** Refused while in use; the message says by how many. */
    async remove(workspaceId: string, id: string): Promise<void> {
      const uses = isUuid(id) ? await store.logos.remove(workspaceId, id, clock.now()) : null;
      if (!uses) throw notFound();
      if (uses.codes + uses.styles + uses.brands === 0) {
        kept.delete(`${workspaceId} ${id}`);
        return;
      }
      // Not kept: the first one loads 10 MB of locale data.
      const users = new Intl.ListFormat("en-GB").format([
        ...(uses.codes > 0 ? [count(uses.codes, "code")] : []),
        ...(uses.styles > 0 ? [count(uses.styles, "style")] : []),
        ...(uses.brands > 0 ? ["your brand"] : []),
      ]);
      const inBin = uses.codes > 0 ? " Codes in the bin count too." : "";
      const message = `The logo is used by ${users}. Remove it there first.${inBin}`;
      throw invalid([{ field: "id", message: `is used by ${users}` }], message);
    },

    /** As PNG, for its workspace. */
    async image(workspaceId: string, id: string): Promise<Uint8Array> {
      const bytes = isUuid(id) ? await store.logos.bytes(workspaceId, id) : null;
      if (!bytes) throw notFound();
      return bytes;
    },

    /** Reads the store before a look is saved: another node may have deleted the logo. */
    async current(workspaceId: string, id: string): Promise<Uint8Array | null> {
      const isThere = isUuid(id) && (await store.logos.find(workspaceId, id)) !== null;
      return isThere ? bytes(workspaceId, id) : null;
    },

    /** For drawing; null if it does not exist. A logo in use cannot be deleted. */
    bytes,
  };

  async function bytes(workspaceId: string, id: string): Promise<Uint8Array | null> {
    const key = `${workspaceId} ${id}`;
    const known = kept.get(key);
    if (known) return known;
    const found = isUuid(id) ? await store.logos.bytes(workspaceId, id) : null;
    return found && kept.set(key, found);
  }
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

function refuseLogo(error: unknown): never {
  if (!(error instanceof BadLogo)) throw error;
  throw invalid([{ field: "logo", message: LOGO_FAULTS[error.fault] }], error.message);
}

/** Logos for the pages that visitors see: small, as data: addresses; null when there is no such logo. */
export const logoPictures =
  (styled: Pick<Renderer, "shrinkLogo">, logoOf: (workspaceId: string, id: string) => Promise<Uint8Array | null>) =>
  async (workspaceId: string, id: string): Promise<string | null> => {
    const png = await logoOf(workspaceId, id);
    return png && styled.shrinkLogo(png, { caller: callerNow(workspaceId), isUrgent: true });
  };
