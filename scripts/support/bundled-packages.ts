/**
 * Packages of hundreds of small modules, bundled as in the built server: test processes and each of their threads load
 * them in a tenth of the time.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileOf, NAMES } from "./packages-hook.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles them if this version is not bundled yet, and tells test processes where they are. */
export async function bundlePackages(): Promise<void> {
  const lock = readFileSync(join(ROOT, "package-lock.json"));
  const version = createHash("sha256").update(lock).update(NAMES.join()).digest("hex").slice(0, 16);
  const folder = join(ROOT, "node_modules/.cache/tessera", `packages-${version}`);
  if (!existsSync(folder)) await bundle(folder);
  process.env.TEST_PACKAGES = folder;
}

async function bundle(folder: string): Promise<void> {
  const { build } = await import("rolldown");
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  try {
    await build({
      cwd: ROOT,
      input: Object.fromEntries(NAMES.map((name) => [fileOf(name).slice(0, -3), name])),
      platform: "node",
      output: { dir: made, format: "esm", entryFileNames: "[name].js" },
      logLevel: "warn",
    });
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another run may have been first.
    if (!existsSync(folder)) throw error;
  }
}
