import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BadLogo } from "../rendering/errors.ts";
import type { Logo } from "../rendering/styled/logo.ts";
import { linesOfBundle } from "./earlier.ts";
import { listedFiles, sumOfFile } from "./files.ts";
import { dataPath, FORMAT, FORMAT_VERSION, KINDS, MANIFEST, SUMS, sha256 } from "./format.ts";
import { type LogoRecord, type Manifest, problemOf } from "./record-schemas.ts";
import { validateRecords } from "./validate.ts";

/** Rejects with BadLogo when a picture cannot be a logo. */
export type ReadLogo = (bytes: Uint8Array) => Promise<Logo>;

const MAX_LOGO_BYTES = 4 * 1024 * 1024;

/** Throws a sentence for the operator when there is no bundle that this release can read. */
export function readManifest(dir: string): Manifest {
  const file = join(dir, MANIFEST);
  if (!existsSync(file)) throw new Error(`There is no bundle in ${dir}: it has no ${MANIFEST}.`);
  refuseLinks(dir);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`${file} is damaged.`);
  }
  if (manifest?.format !== FORMAT) throw new Error(`${file} does not belong to a Tessera bundle.`);
  if (manifest.version > FORMAT_VERSION) {
    throw new Error(
      `The bundle has version ${manifest.version}; this version of Tessera reads up to ${FORMAT_VERSION}.`,
    );
  }
  const problem = problemOf("manifest", manifest);
  if (problem !== null) throw new Error(`${file} is damaged: ${problem}.`);
  return manifest;
}

/** A link may lead out of the bundle, or to a device or pipe that never ends. */
function refuseLinks(dir: string): void {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const wrong = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (wrong) throw new Error(`${join(wrong.parentPath, wrong.name)} is not a file, so the bundle was not read.`);
}

/** Everything that is wrong with a bundle, in words. */
export async function verifyBundle(
  dir: string,
  readLogo?: ReadLogo,
): Promise<{ manifest: Manifest; files: number; problems: string[] }> {
  const manifest = readManifest(dir);
  const { files, problems } = await verifyFiles(dir, manifest);
  if (problems.length === 0) {
    problems.push(
      ...(await validateRecords({
        manifest,
        lines: (kind) => linesOfBundle(dir, manifest.version, kind),
        logoProblem: (logo) => logoFileProblem(dir, logo, readLogo),
      })),
    );
  }
  return { manifest, files, problems };
}

/** Compares the files with their checksums. */
async function verifyFiles(dir: string, { sums }: Manifest): Promise<{ files: number; problems: string[] }> {
  if (!existsSync(join(dir, SUMS))) return { files: 0, problems: [`${SUMS} is missing`] };
  const problems: string[] = [];
  if ((await sumOfFile(join(dir, SUMS))) !== sums) problems.push(`${SUMS} was changed`);
  const listed = new Set<string>();
  for await (const file of listedFiles(dir)) {
    if (file === null) {
      problems.push(`${SUMS} has a line that is not a checksum`);
      continue;
    }
    listed.add(file.path);
    if (!existsSync(join(dir, file.path))) problems.push(`${file.path} is missing`);
    else if ((await sumOfFile(join(dir, file.path))) !== file.sum) problems.push(`${file.path} was changed`);
  }
  for (const path of KINDS.map(dataPath)) if (!listed.has(path)) problems.push(`${SUMS} does not list ${path}`);
  const others = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const more = others.length - listed.size - 2;
  if (problems.length === 0 && more !== 0) problems.push(`${more} files do not belong to the bundle`);
  return { files: listed.size, problems };
}

async function logoFileProblem(dir: string, { file, hash }: LogoRecord, readLogo?: ReadLogo): Promise<string | null> {
  const bytes = await readFile(join(dir, file)).catch(() => null);
  if (bytes === null) return `${file} is missing`;
  if (bytes.length > MAX_LOGO_BYTES) return `${file} is too large`;
  if (sha256(bytes) !== hash) return `hash is not that of ${file}`;
  try {
    await readLogo?.(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof BadLogo)) throw error;
    return `${file}: ${error.message}`;
  }
}
