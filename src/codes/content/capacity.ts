import type { Level } from "../../shared/vocabulary.ts";

/** The bytes of UTF-8 that the largest QR symbol holds at each level. */
export const CAPACITY: Record<Level, number> = { L: 2953, M: 2331, Q: 1663, H: 1273 };
