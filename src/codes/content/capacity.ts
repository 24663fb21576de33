import type { Level } from "../../shared/vocabulary.ts";

/** UTF-8 bytes in the largest QR symbol at each level. */
export const CAPACITY: Record<Level, number> = { L: 2953, M: 2331, Q: 1663, H: 1273 };
