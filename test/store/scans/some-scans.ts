/** Scans of any kind, for property tests. */
import fc from "fast-check";
import type { OneScan } from "../../../src/scans/columns.ts";
import { DAY_MS, firstDayOf, HOUR_MS, QUARTER_MS } from "../../../src/shared/days.ts";

export const MONTH = 2026 * 12 + 4;
export const BEGIN = firstDayOf(MONTH) * DAY_MS;
export const END = firstDayOf(MONTH + 1) * DAY_MS;

const ENDINGS = [0x80, 0x9f, 0xbf].map((first) => Uint8Array.of(first, 1, 2, 3, 4, 5, 6, first));

/** As nodes make them. */
export function idOf(time: number, counter: number, ending: Uint8Array): Uint8Array {
  const id = new Uint8Array(16);
  let left = time;
  for (let byte = 5; byte >= 0; byte--) {
    id[byte] = left % 256;
    left = Math.floor(left / 256);
  }
  id[6] = 0x70 | (counter >> 8);
  id[7] = counter % 256;
  id.set(ending, 8);
  return id;
}

/** Anywhere in the month, at its edges, and close together. */
export const momentOf = (begin: number, end: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: begin, max: end - 1 }),
    fc.constantFrom(begin, begin + 1, begin + DAY_MS - 1, begin + DAY_MS, end - 1),
    fc.integer({ min: 0, max: 5 }).map((n) => begin + 3 * DAY_MS + n * QUARTER_MS),
    fc.integer({ min: 0, max: 3 }).map((n) => begin + 2 * DAY_MS + 7 * HOUR_MS + n),
  );

const ahead = fc.oneof(
  { arbitrary: fc.constant(0), weight: 4 },
  fc.integer({ min: -3 * DAY_MS, max: 40 * DAY_MS }),
  fc.constantFrom(1, -1, 900_000),
);
const anyEnding = fc.uint8Array({ minLength: 8, maxLength: 8 });
const madeId = (at: number) =>
  fc
    .tuple(
      ahead,
      fc.integer({ min: 0, max: 4095 }),
      fc.oneof({ arbitrary: fc.constantFrom(...ENDINGS), weight: 4 }, anyEnding),
    )
    .map(([by, counter, ending]) => idOf(at + by, counter, ending));
/** Of another version, as in an imported bundle. */
const foreignId = fc.uint8Array({ minLength: 16, maxLength: 16 });

const value = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2 ** 31 - 1 }));
const placement = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 ** 31 }));

export const scanBetween = (begin: number, end: number): fc.Arbitrary<OneScan> =>
  momentOf(begin, end).chain((at) =>
    fc.record({
      at: fc.constant(at),
      id: fc.oneof({ arbitrary: madeId(at), weight: 4 }, foreignId),
      agent: value,
      place: value,
      placement,
      route: placement,
    }),
  );

export const someScans = (most = 60): fc.Arbitrary<OneScan[]> =>
  fc.array(scanBetween(BEGIN, END), { maxLength: most, size: "max" });

/** Midnight of a day of the month, or of the next. */
export const midnight: fc.Arbitrary<number> = fc.integer({ min: 0, max: 31 }).map((n) => BEGIN + n * DAY_MS);
