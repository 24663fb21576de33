/** Whether what was built is still of the files that it was built from. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Beside what was built: the hash of what it was built from. */
export const STAMP = "inputs.sha256";

/** Of all files that the patterns name, their paths and what is in them. */
export function hashInputs(patterns: readonly string[]): string {
  const hash = createHash("sha256");
  const files = globSync(patterns, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

export function isBuiltFrom(inputs: string, folder: string): boolean {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === inputs;
}

/** A file that was renamed would no longer be looked at, and its changes not be built. */
export function requireInputs(patterns: readonly string[]): void {
  const gone = patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0);
  if (gone.length > 0) throw new Error(`The build looks for ${gone}, which is not there.`);
}
