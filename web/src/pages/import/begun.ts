import { markOf, randomKey } from "../../api/kept-key.ts";

/**
 * Imports that have not come to their end. The browser remembers them by their content for as long as the
 * service knows their idempotency keys, so that the same file goes on where it stopped.
 */
export interface Begun {
  mark: string;
  /** What the idempotency keys of its batches begin with. */
  importId: string;
  /** In milliseconds since 1970. */
  at: number;
  made: number;
  total: number;
  /** Which of the right rows were not to be made, from 0: their places in the file move when it is edited. */
  leftOut: number[];
}

const PLACE = "tessera.imports";
/** The service forgets a key after 24 hours. */
const KEPT_MS = 23 * 3_600_000;
const MOST = 5;

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
      place().setItem(PLACE, JSON.stringify(all.slice(0, MOST)));
    } catch {
      // A browser that keeps nothing cannot go on later.
    }
  }
  const others = (importId: string) => read().filter((each) => each.importId !== importId);
  return {
    find: (mark: string): Begun | null => read().find((each) => each.mark === mark) ?? null,
    /** `ticks` says of each right row whether it is to be made. */
    begin(mark: string, ticks: readonly boolean[]): Begun {
      const leftOut = ticks.flatMap((isTicked, i) => (isTicked ? [] : [i]));
      const total = ticks.length - leftOut.length;
      const begun = { mark, importId: `import-${randomKey()}`, at: now(), made: 0, total, leftOut };
      write([begun, ...read().filter((each) => each.mark !== mark)]);
      return begun;
    },
    note: (begun: Begun, made: number): void => write([{ ...begun, made }, ...others(begun.importId)]),
    forget: ({ importId }: Begun): void => write(others(importId)),
  };
}

/** The same for the same rows of the same person. */
export const importMark = (person: string, bodies: readonly object[]): string =>
  markOf(JSON.stringify([person, bodies]));

/** Of the right rows, those that were to be made when it began. */
export function rowsOf<Row>({ leftOut }: Begun, right: readonly Row[]): Row[] {
  const left = new Set(leftOut);
  return right.filter((_, i) => !left.has(i));
}
