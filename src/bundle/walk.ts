import type { BundledCode, BundledOwner, BundledScan, BundleReader } from "../store/bundle-store.ts";

/** A code with whoever owns it. */
export interface OwnedCode {
  code: BundledCode;
  owner: BundledOwner;
}

const CODES_A_PAGE = 200;
/** Codes are taken together while they have no more scans than this, so that memory stays small. */
const SCANS_A_GROUP = 10_000;
const SCANS_A_PAGE = 5000;

/** One code with more scans than are read at once. */
export const isBusy = (group: readonly OwnedCode[]): boolean =>
  group.length === 1 && group[0]!.code.scanCount > SCANS_A_GROUP;

/** Codes in the order they were made, in groups; one with very many scans alone. */
export async function* groupsOf(reader: BundleReader, ownerId: string | undefined): AsyncGenerator<OwnedCode[]> {
  const owners = new Map<string, BundledOwner | null>();
  let after = 0;
  while (true) {
    const page = await reader.codes(ownerId, after, CODES_A_PAGE);
    if (page.length === 0) return;
    after = page.at(-1)!.num;
    const unknown = [...new Set(page.map((code) => code.ownerId))].filter((id) => !owners.has(id));
    const found = await reader.owners(unknown);
    for (const id of unknown) owners.set(id, found.find((owner) => owner.id === id) ?? null);
    let group: OwnedCode[] = [];
    let scans = 0;
    for (const code of page) {
      // Codes of somebody who is gone are on their way to be erased.
      const owner = owners.get(code.ownerId);
      if (!owner) continue;
      if (group.length > 0 && scans + code.scanCount > SCANS_A_GROUP) {
        yield group;
        group = [];
        scans = 0;
      }
      group.push({ code, owner });
      scans += code.scanCount;
    }
    if (group.length > 0) yield group;
  }
}

/** All scans of a group, by code, oldest first, page by page; those of the first code after the scan `after`. */
export async function* scansOf(
  reader: BundleReader,
  group: readonly OwnedCode[],
  after: string | undefined,
): AsyncGenerator<BundledScan[]> {
  const nums = group.filter(({ code }) => code.scanCount > 0).map(({ code }) => code.num);
  if (nums.length === 0) return;
  if (nums.length > 1 && after === undefined) {
    yield await reader.scansOfMany(nums);
    return;
  }
  for (const num of nums) {
    let last = num === group[0]!.code.num ? after : undefined;
    while (true) {
      const page = await reader.scans(num, SCANS_A_PAGE, last);
      if (page.length > 0) yield page;
      if (page.length < SCANS_A_PAGE) break;
      last = page.at(-1)!.id;
    }
  }
}
