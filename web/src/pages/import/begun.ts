import { hashOf, randomKey } from "../../api/kept-key.ts";

/**
 * Unfinished imports, in local storage by a hash of their content, for as long as the service keeps their idempotency
 * keys. The same file then continues where it stopped.
 */
export interface Begun {
  mark: string;
  /** The prefix of its batches' idempotency keys. */
  importId: string;
  /** In milliseconds since 1970. */
  at: number;
  made: number;
  total: number;
  /** Indexes of the valid rows that were not selected. Positions in the file would change when it is edited. */
  leftOut: number[];
}

const PLACE = "tessera.imports";
/** The service keeps a key for 24 hours. */
const KEPT_MS = 23 * 3_600_000;
const MAX = 5;

type Place = Pick<Storage, "getItem" | "setItem">;

export function createBegunImports(place: () => Place, now = Date.now) {
  function read(): Begun[] {
    try {
      const kept = JSON.parse(place().getItem(PLACE) ?? "[]") as Begun[];
      return kept.filter(({ at }) => now() - at < KEPT_MS);
    } catch {
      return [];
    }
  }
  function write(all: Begun[]): void {
    try {
      place().setItem(PLACE, JSON.stringify(all.slice(0, MAX)));
    } catch {
      // Storage is unavailable: the import cannot be continued later.
    }
  }
  const find = (mark: string): Begun | null => read().find((each) => each.mark === mark) ?? null;
  const others = (importId: string) => read().filter((each) => each.importId !== importId);
  return {
    find,
    last: (): Begun | null => read()[0] ?? null,
    /** `ticks`: whether each valid row is selected. Joins an import of the same rows that another tab has begun. */
    begin(mark: string, ticks: readonly boolean[]): Begun {
      const other = find(mark);
      if (other) return other;
      const leftOut = ticks.flatMap((isTicked, i) => (isTicked ? [] : [i]));
      const total = ticks.length - leftOut.length;
      const begun = { mark, importId: `import-${randomKey()}`, at: now(), made: 0, total, leftOut };
      write([begun, ...read()]);
      return begun;
    },
    note: (begun: Begun, made: number): void => write([{ ...begun, made }, ...others(begun.importId)]),
    forget: ({ importId }: Begun): void => write(others(importId)),
  };
}

/** A hash of the rows and the user. */
export const importHash = (person: string, bodies: readonly object[]): string =>
  hashOf(JSON.stringify([person, bodies]));

/** The valid rows that were selected when it began. */
export function rowsOf<Row>({ leftOut }: Begun, right: readonly Row[]): Row[] {
  const left = new Set(leftOut);
  return right.filter((_, i) => !left.has(i));
}
