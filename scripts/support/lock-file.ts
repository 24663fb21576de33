/** Reads package-lock.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./inputs.ts";

export interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));

/** Where Node resolves a package required from `from`; "" is the project. */
function placeOf(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === "") return undefined;
  }
}

/** The packages that `root` needs, by path; "" is the root itself. */
export function neededBy(packages: Record<string, Locked>, root: Locked): Record<string, Locked> {
  const needed = new Map<string, Locked>([["", root]]);
  // Iterating over a Map includes entries added meanwhile.
  for (const [from, { dependencies, optionalDependencies, peerDependencies }] of needed) {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(packages, from, name);
      if (place && !needed.has(place)) needed.set(place, packages[place]!);
    }
  }
  return Object.fromEntries([...needed].sort(([a], [b]) => (a < b ? -1 : 1)));
}
