/** Whether a build is up to date with its inputs. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** In the output folder: the hash of the inputs. */
export const STAMP = "inputs.sha256";

/** A hash of the paths and contents of all files that match the patterns. */
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

/** Fails if a pattern matches nothing: a renamed file would no longer be watched. */
export function requireInputs(patterns: readonly string[]): void {
  const gone = patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0);
  if (gone.length > 0) throw new Error(`The build needs ${gone}, which does not exist.`);
}

const CANNOT_WRITE = /permission denied|operation not permitted|read-only file system|no space left on device/i;

/** Runs a build. If its folder is not writable, prints a message and exits. */
export async function buildOrSay(what: string, build: () => Promise<void>): Promise<void> {
  try {
    await build();
  } catch (error) {
    // The writer may be another program, whose errors have no code.
    const reason = CANNOT_WRITE.exec(String(error))?.[0].toLowerCase();
    if (!reason) throw error;
    console.error(
      `${what} is out of date, and ${ROOT} cannot be written: ${reason}. Free some space, or run npm run build as a user who can write there; then start again.`,
    );
    process.exit(1);
  }
}
