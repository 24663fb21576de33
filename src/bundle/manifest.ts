import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { date, time } from "./record-rules.ts";
import { FORMAT, FORMAT_VERSION } from "./records.ts";
import { match, oneOf, orNull, shape, text, whole } from "./rule.ts";
import { MANIFEST, UNFINISHED } from "./sink.ts";

const PARTS = [...(["owners", "codes", "versions", "history", "scans", "styles", "logos"] as const), "erased"] as const;
const COUNTS = ["owners", "codes", "versions", "scans", "styles", "logos", "erased"] as const;

/** What a bundle says of itself. */
export interface Manifest {
  format: string;
  version: number;
  madeBy: string;
  madeAt: string;
  baseUrl: string;
  owner: string | null;
  counts: Record<(typeof COUNTS)[number], number>;
  rawScansFrom: string;
  valuesFrom: string;
  /** How many files of each kind of data there are. */
  parts: Record<(typeof PARTS)[number], number>;
  sums: string;
}

const numbers = (names: readonly string[]) => shape(Object.fromEntries(names.map((name) => [name, whole(0)])));

const RULE = shape({
  format: oneOf([FORMAT]),
  version: whole(1),
  madeBy: text(200),
  madeAt: time,
  baseUrl: text(2000),
  owner: orNull(text(254)),
  counts: numbers(COUNTS),
  rawScansFrom: date,
  valuesFrom: date,
  parts: numbers(PARTS),
  sums: match(/^[0-9a-f]{64}$/, "must be a SHA-256"),
});

/** Throws what an operator should read when there is no bundle that this release can read. */
export function readManifest(dir: string): Manifest {
  const file = join(dir, MANIFEST);
  if (!existsSync(file)) {
    throw new Error(
      existsSync(join(dir, UNFINISHED))
        ? `The bundle in ${dir} is not finished: run the same export again, and it goes on.`
        : `There is no bundle in ${dir}: it has no ${MANIFEST}.`,
    );
  }
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`${file} is damaged.`);
  }
  if (manifest?.format !== FORMAT) throw new Error(`${file} is not of a Tessera bundle.`);
  if (manifest.version > FORMAT_VERSION) {
    throw new Error(`The bundle has version ${manifest.version}; this Tessera reads up to ${FORMAT_VERSION}.`);
  }
  const problem = RULE(manifest);
  if (problem !== null) throw new Error(`${file} is damaged: ${problem}.`);
  for (const mark of ["rawScansFrom", "valuesFrom"] as const) {
    if (manifest[mark] > manifest.madeAt) {
      throw new Error(`${file} is damaged: ${mark} is later than the bundle.`);
    }
  }
  return manifest;
}

const PART = /^data\/([a-z]+)-(\d{5,})\.ndjson$/;

/** Hears of each file that is listed, and says where the manifest tells otherwise. */
export function createPartCheck({ parts }: Manifest) {
  const listed = new Map<string, Set<number>>();
  return {
    add(path: string): void {
      const [, name, part] = PART.exec(path) ?? [];
      if (!name) return;
      const seen = listed.get(name) ?? new Set();
      listed.set(name, seen.add(Number(part)));
    },
    problems: (): string[] =>
      PARTS.flatMap((name) => {
        const seen = listed.get(name) ?? new Set();
        const isAll = seen.size === parts[name] && [...seen].every((part) => part <= parts[name]);
        return isAll ? [] : [`${MANIFEST} tells of ${parts[name]} files of ${name}, and ${seen.size} are listed`];
      }),
  };
}
