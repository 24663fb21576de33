/** Which variant of a split a visitor gets. */
import type { Variant } from "./shape.ts";

/** The last ones, of base64url, 48 bits: shares are exact to one part in 10^14. A tag begins with the number of its salt. */
const TAG_CHARACTERS = 8;
const TAG_RANGE = 64 ** TAG_CHARACTERS;

/** From 0 to below 1, and the same for the same tag. */
const shareOf = (tag: string): number =>
  Number.parseInt(Buffer.from(tag.slice(-TAG_CHARACTERS), "base64url").toString("hex"), 16) / TAG_RANGE;

/**
 * `tag`: the hash that visitors of the day are counted by, which is as good as random; null: visitors are not told apart,
 * so that each scan is on its own.
 */
export function variantFor(variants: readonly Variant[], tag: string | null, random = Math.random): Variant {
  let left = (tag === null ? random() : shareOf(tag)) * variants.reduce((sum, { weight }) => sum + weight, 0);
  for (const variant of variants) {
    left -= variant.weight;
    if (left < 0) return variant;
  }
  return variants.at(-1)!;
}
