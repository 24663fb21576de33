/**
 * Run by npm pack: writes sbom.cdx.json, a CycloneDX list of all packages that are bundled or installed. It contains
 * what the server's build used, and the imports of both sources with their dependencies, even where the build drops
 * parts of them. `--remove` deletes it afterwards.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { ROOT } from "./support/inputs.ts";
import { type Locked, neededBy, readJson } from "./support/lock-file.ts";

const FILE = join(ROOT, "sbom.cdx.json");
const SOURCES = ["src/**/*.ts", "web/src/**/*.{ts,tsx}"];
/** Also those that are loaded with their first use, and files of packages. */
const IMPORTED = /(?:from\s+|import\s*\(?\s*|import\.meta\.resolve\(\s*)"((?:@[^"/]+\/)?[^".@][^"/]*)[^"]*"/g;
/** Copied unchanged by scripts/build-web.ts. */
const REFERENCE = "@scalar/fastify-api-reference";

function importedNames(): Set<string> {
  const names = new Set([REFERENCE]);
  for (const file of globSync(SOURCES, { cwd: ROOT })) {
    for (const [, name] of readFileSync(join(ROOT, file), "utf8").matchAll(IMPORTED)) {
      if (!isBuiltin(name!) && !name!.startsWith("node:")) names.add(name!);
    }
  }
  return names;
}

/** From scripts/build-server.ts; some are only there as dependencies of others. */
function builtIn(packages: Record<string, Locked>): Record<string, Locked> {
  const named = readFileSync(join(ROOT, "dist/licenses.txt"), "utf8").matchAll(/^(\S+ \d\S*) \([\w.-]+\)$/gm);
  const names = new Set([...named].map(([, name]) => name!));
  return Object.fromEntries(
    Object.entries(packages).filter(([place, { version }]) => names.has(`${nameOf(place)} ${version}`)),
  );
}

const nameOf = (place: string): string => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

function component(place: string, { version, license, integrity }: Locked) {
  const name = nameOf(place);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [, sum] = /^sha512-(\S+)$/.exec(integrity ?? "") ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(license ? { licenses: [{ expression: license }] } : {}),
    ...(sum ? { hashes: [{ alg: "SHA-512", content: Buffer.from(sum, "base64").toString("hex") }] } : {}),
  };
}

if (process.argv.includes("--remove")) rmSync(FILE, { force: true });
else {
  const { name, version, license, dependencies, optionalDependencies } = readJson("package.json");
  const imported = Object.fromEntries([...importedNames()].map((each) => [each, "*"]));
  const { packages } = readJson("package-lock.json");
  const { "": _, ...needed } = neededBy(packages, {
    dependencies: { ...dependencies, ...imported },
    optionalDependencies,
  });
  const components = Object.entries({ ...needed, ...builtIn(packages) }).map(([place, locked]) =>
    component(place, locked),
  );
  const byPurl = new Map(components.map((each) => [each.purl, each]));
  const bom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version, licenses: [{ expression: license }] } },
    components: [...byPurl.values()],
  };
  writeFileSync(FILE, `${JSON.stringify(bom)}\n`);
}
