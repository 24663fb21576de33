import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sumOfFile } from "./folder.ts";
import { judgeRecords, type LogoProblem } from "./judge.ts";
import { linesOf } from "./lines.ts";
import { createPartCheck, type Manifest, readManifest } from "./manifest.ts";
import { isInside, LOCK, SUMS } from "./sink.ts";

/** Everything that is wrong with a bundle, in words. */
export async function verifyBundle(
  dir: string,
  logoProblem?: LogoProblem,
): Promise<{ manifest: Manifest; files: number; problems: string[] }> {
  const manifest = readManifest(dir);
  const problems: string[] = [];
  const sums = join(dir, SUMS);
  if (!existsSync(sums)) return { manifest, files: 0, problems: [`${SUMS} is missing`] };
  if ((await sumOfFile(sums)) !== manifest.sums) problems.push(`${SUMS} was changed`);
  let files = 0;
  const parts = createPartCheck(manifest);
  for await (const line of linesOf(sums)) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!sum || !path || !isInside(path)) {
      problems.push(`${SUMS} has a line that is not a checksum: ${line.slice(0, 100)}`);
      continue;
    }
    files += 1;
    parts.add(path);
    if (!existsSync(join(dir, path))) problems.push(`${path} is missing`);
    else if ((await sumOfFile(join(dir, path))) !== sum) problems.push(`${path} was changed`);
  }
  problems.push(...parts.problems());
  const held = (await countFiles(dir)) - Number(existsSync(join(dir, LOCK)));
  if (problems.length === 0 && held !== files + 2) {
    problems.push(`${held - files - 2} files do not belong to the bundle`);
  }
  if (problems.length === 0) problems.push(...(await judgeRecords(dir, manifest, logoProblem)));
  return { manifest, files, problems };
}

async function countFiles(dir: string): Promise<number> {
  let count = 0;
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) count += await countFiles(join(dir, entry.name));
    else count += 1;
  }
  return count;
}
