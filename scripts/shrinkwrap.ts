/**
 * Run by npm pack: writes npm-shrinkwrap.json, the part of package-lock.json that the package's own dependencies
 * need, so that an installation has the versions and checksums that were tested. `--remove` deletes it afterwards:
 * in a checkout npm would take it for the lock file of everything.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./support/inputs.ts";

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const FILE = join(ROOT, "npm-shrinkwrap.json");
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));

/** Where Node finds a package that the one at `from` asks for; "" is the project. */
function placeOf(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === "") return undefined;
  }
}

function neededBy(packages: Record<string, Locked>, root: Locked): Record<string, Locked> {
  const needed = new Map<string, Locked>([["", root]]);
  // A map goes on to what is added while it is walked.
  for (const [from, { dependencies, optionalDependencies, peerDependencies }] of needed) {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(packages, from, name);
      if (place && !needed.has(place)) needed.set(place, packages[place]!);
    }
  }
  return Object.fromEntries([...needed].sort(([a], [b]) => (a < b ? -1 : 1)));
}

if (process.argv.includes("--remove")) rmSync(FILE, { force: true });
else {
  const { name, version, license, bin, engines, dependencies, optionalDependencies } = read("package.json");
  const root = { name, version, license, bin, engines, dependencies, optionalDependencies };
  const { packages } = read("package-lock.json");
  const lock = { name, version, lockfileVersion: 3, requires: true, packages: neededBy(packages, root) };
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
}
