/** Judges every record of a bundle before anything is imported, in memory that grows with the codes alone. */
import { createTaker, type Line } from "./files.ts";
import type { Kind } from "./format.ts";
import { type CodeRecord, type HistoryRecord, type LogoRecord, type Manifest, problemOf } from "./record-schemas.ts";

export interface BundleSource {
  manifest: Pick<Manifest, "counts" | "madeAt">;
  lines(kind: Kind): AsyncGenerator<Line>;
  /** What is wrong with the file of a logo. */
  logoProblem(logo: LogoRecord): Promise<string | null>;
}

const MOST_PROBLEMS = 20;

/** Ends the reading when enough was found. */
class Enough extends Error {}

/** What is wrong, by file, line and field. */
export async function judgeRecords({ manifest, lines, logoProblem }: BundleSource): Promise<string[]> {
  const problems: string[] = [];
  const note = (problem: string) => {
    if (problems.push(problem) >= MOST_PROBLEMS) throw new Enough();
  };

  async function* judged(kind: Kind): AsyncGenerator<Line> {
    let found = 0;
    for await (const line of lines(kind)) {
      found += 1;
      const problem = line.record === undefined ? "is not JSON" : problemOf(kind, line.record);
      if (problem === null) yield line;
      else note(`${line.place}: ${problem}`);
    }
    const told = manifest.counts[kind];
    if (found !== told) note(`manifest.json counts ${told} ${kind}, and there are ${found}`);
  }

  /** What belongs to codes is in their order: anything else would be skipped. */
  async function judgeCodes(): Promise<void> {
    const belongings = (["versions", "history", "scans"] as const).map((kind) => ({
      kind,
      taker: createTaker(judged(kind)),
      key: kind === "scans" ? "qrCodeId" : "codeId",
    }));
    const ids = new Set<string>();
    for await (const { place, record } of judged("codes")) {
      const { id, rawScansFrom } = record as CodeRecord;
      if (ids.has(id)) note(`${place}: id is in the bundle twice`);
      ids.add(id);
      if (rawScansFrom > manifest.madeAt) note(`${place}: rawScansFrom is later than the bundle`);
      const repeatOf = createRepeats();
      for (const { kind, taker, key } of belongings) {
        let version = 0;
        for await (const line of taker.takeWhile(({ record }) => (record as Record<string, unknown>)[key] === id)) {
          if (kind === "versions") {
            const { version: n } = line.record as { version: number };
            if (n <= version) note(`${line.place}: versions are out of order`);
            version = n;
          }
          const repeat = kind === "history" ? repeatOf(line.record as HistoryRecord) : null;
          if (repeat !== null) note(`${line.place}: has ${repeat} twice`);
        }
      }
    }
    for (const { taker } of belongings) {
      for await (const { place } of taker.takeWhile(() => true)) {
        note(`${place}: belongs to no code of the bundle, or is out of order`);
      }
    }
  }

  try {
    await judgeCodes();
    for await (const { place, record } of judged("logos")) {
      const problem = await logoProblem(record as LogoRecord);
      if (problem !== null) note(`${place}: ${problem}`);
    }
    for (const kind of ["styles", "owners", "erased"] as const) for await (const _ of judged(kind));
  } catch (error) {
    if (!(error instanceof Enough)) problems.push((error as Error).message);
  }
  return problems;
}

/** Finds rows that a table can hold only once, over all the lines of a code: they would end an import half way. */
function createRepeats(): (record: HistoryRecord) => string | null {
  const seen = new Set<string>();
  return (record) => {
    for (const row of keysOf(record)) {
      const key = JSON.stringify(row);
      if (seen.has(key)) return key.slice(0, 100);
      seen.add(key);
    }
    return null;
  };
}

function* keysOf({ daily, monthly, cities, uncounted, imported }: HistoryRecord) {
  for (const [dimension, day, value] of daily) yield ["daily", dimension, day, value];
  for (const [dimension, month, value] of monthly) yield ["monthly", dimension, month, value];
  for (const [city] of cities) yield ["cities", city];
  for (const [day, reason] of uncounted) yield ["uncounted", day, reason];
  for (const { source } of imported) yield ["imported", source];
}
