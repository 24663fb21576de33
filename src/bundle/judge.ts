/** Reads every record of a bundle before anything of it is taken in, in memory that grows with the codes alone. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { HistoryRecord } from "./history-records.ts";
import { createTaker, type Line, placedRecords } from "./lines.ts";
import type { Manifest } from "./manifest.ts";
import { RULES } from "./record-rules.ts";
import type { CodeRecord, LogoRecord } from "./records.ts";
import { createRepeats } from "./repeats.ts";
import type { Rule } from "./rule.ts";
import { sha256 } from "./sink.ts";

/** Says what is wrong with a picture that is to be a logo. */
export type LogoProblem = (bytes: Uint8Array) => Promise<string | null>;

const MOST_PROBLEMS = 20;
const MOST_LOGO_BYTES = 4 * 1024 * 1024;

/** Ends the reading when enough was found. */
class Enough extends Error {}

/** What is wrong, by file and line. */
export async function judgeRecords(
  dir: string,
  { parts, counts, madeAt }: Manifest,
  logoProblem: LogoProblem = async () => null,
): Promise<string[]> {
  const problems: string[] = [];
  const note = (problem: string) => {
    if (problems.push(problem) >= MOST_PROBLEMS) throw new Enough();
  };
  const found: Partial<Record<keyof Manifest["counts"], number>> = {};

  async function* judged(name: keyof typeof RULES): AsyncGenerator<Line> {
    const rule: Rule = RULES[name];
    let records = 0;
    for await (const line of placedRecords(dir, name, parts[name])) {
      records += 1;
      const problem = line.record === undefined ? "is not JSON" : rule(line.record);
      if (problem === null) yield line;
      else note(`${line.place}: ${problem}`);
    }
    if (name !== "history") found[name] = records;
  }

  /** What belongs to codes stands in their order: anything else would be passed over. */
  async function judgeCodes(): Promise<void> {
    const belongings = (["versions", "history", "scans"] as const).map((name) => ({
      name,
      taker: createTaker(judged(name)),
      key: name === "scans" ? "qrCodeId" : "codeId",
    }));
    const ids = new Set<string>();
    for await (const { place, record } of judged("codes")) {
      const { id, rawScansFrom } = record as CodeRecord;
      if (ids.has(id)) note(`${place}: id stands in the bundle twice`);
      ids.add(id);
      const repeatOf = createRepeats();
      if (rawScansFrom > madeAt) note(`${place}: rawScansFrom is later than the bundle`);
      for (const { name, taker, key } of belongings) {
        let version = 0;
        const isOfCode = (line: Line) => (line.record as Record<string, unknown>)[key] === id;
        for await (const line of taker.takeWhile(isOfCode)) {
          const { version: n } = line.record as { version?: number };
          if (n !== undefined && n <= version) note(`${line.place}: versions are out of order`);
          version = n ?? version;
          const repeat = name === "history" ? repeatOf(line.record as HistoryRecord) : null;
          if (repeat !== null) note(`${line.place}: ${repeat}`);
        }
      }
    }
    for (const { taker } of belongings) {
      for await (const { place } of taker.takeWhile(() => true)) {
        note(`${place}: belongs to no code of the bundle, or stands out of order`);
      }
    }
  }

  async function judgeLooks(): Promise<void> {
    for await (const { place, record } of judged("logos")) {
      const { file, hash } = record as LogoRecord;
      const bytes = await readFile(join(dir, file)).catch(() => null);
      if (bytes === null) note(`${place}: ${file} is missing`);
      else if (bytes.length > MOST_LOGO_BYTES) note(`${file} is too large`);
      else if (sha256(bytes) !== hash) note(`${place}: hash is not that of ${file}`);
      else {
        const problem = await logoProblem(bytes);
        if (problem !== null) note(`${file}: ${problem}`);
      }
    }
    for (const name of ["styles", "owners", "erased"] as const) for await (const _ of judged(name));
  }

  try {
    await judgeCodes();
    await judgeLooks();
    for (const [name, records] of Object.entries(found)) {
      const told = counts[name as keyof Manifest["counts"]];
      if (records !== told) note(`manifest.json tells of ${told} ${name}, and there are ${records}`);
    }
  } catch (error) {
    if (!(error instanceof Enough)) problems.push((error as Error).message);
  }
  return problems;
}
