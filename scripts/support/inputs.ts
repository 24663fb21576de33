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
  if (gone.length > 0) throw new Error(`The build needs ${gone}, which does not exist.`);
}

const CANNOT_WRITE = /permission denied|operation not permitted|read-only file system|no space left on device/i;

/** Runs a build. Where its folder cannot be written, it says so in words and ends. */
export async function buildOrSay(what: string, build: () => Promise<void>): Promise<void> {
  try {
    await build();
  } catch (error) {
    // What writes may be a program of its own, whose errors have no code.
    const reason = CANNOT_WRITE.exec(String(error))?.[0].toLowerCase();
    if (!reason) throw error;
    console.error(
      `${what} is out of date, and ${ROOT} cannot be written: ${reason}. Free some space, or run npm run build as a user who can write there; then start again.`,
    );
    process.exit(1);
  }
}
