/**
 * Run by npm pack: writes npm-shrinkwrap.json, the part of package-lock.json for the package's own dependencies, so
 * that installations get the tested versions and checksums. `--remove` deletes it afterwards, because npm would prefer
 * it to package-lock.json in a checkout.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./support/inputs.ts";
import { neededBy, readJson } from "./support/lock-file.ts";

const FILE = join(ROOT, "npm-shrinkwrap.json");

if (process.argv.includes("--remove")) rmSync(FILE, { force: true });
else {
  const { name, version, license, bin, engines, dependencies, optionalDependencies } = readJson("package.json");
  const root = { name, version, license, bin, engines, dependencies, optionalDependencies };
  const { packages } = readJson("package-lock.json");
  const lock = { name, version, lockfileVersion: 3, requires: true, packages: neededBy(packages, root) };
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
}
