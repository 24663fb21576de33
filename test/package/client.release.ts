/** The client as npm packs it: its README's example runs with it, under this Node and an older one. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { olderNode } from "../cli/support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { pack, ROOT, run } from "./support.ts";

const CLIENT = join(ROOT, "client");
const README = readFileSync(join(CLIENT, "README.md"), "utf8");
const [example, receiver] = [...README.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text!);

/** A project with the tarball and its one dependency, as npm install leaves them. */
async function install(tarball: string): Promise<string> {
  const project = freshDir();
  const home = join(project, "node_modules/tessera-qr-client");
  mkdirSync(home, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"]);
  const { dependencies } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  assert.deepEqual(Object.keys(dependencies), ["openapi-fetch"]);
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
  return project;
}

const nodes = { "this Node": process.execPath, "an older Node": olderNode() };
let tarball: string;
let project: string;
before(async () => {
  tarball = await pack(CLIENT);
  project = await install(tarball);
  writeFileSync(join(project, "example.mjs"), example!);
});

describe("The client's tarball", () => {
  it("contains JavaScript, its types and the README, and nothing else", async () => {
    const { stdout } = await run("tar", ["-tzf", tarball]);
    const files = stdout.trimEnd().split("\n").sort();
    const rest = files.filter((file) => !/^package\/dist\/[\w-]+\.(js|d\.ts)$/.test(file));
    assert.deepEqual(rest, ["package/LICENSE", "package/README.md", "package/package.json"]);
    assert.ok(files.includes("package/dist/index.js"));
    assert.ok(files.includes("package/dist/index.d.ts"));
  });

  it("has types that match the README's examples", async () => {
    const settings = { strict: true, module: "nodenext", target: "es2022", skipLibCheck: false };
    const lib = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];
    const compilerOptions = { ...settings, lib, types: [], noEmit: true };
    const head = "declare const process: { env: Record<string, string> };\n";
    // Without types nothing would fail here.
    const wrong = "// @ts-expect-error\nawait tessera.codes.create({ name: 1 });\n";
    writeFileSync(join(project, "example.mts"), head + example + wrong);
    const typed = receiver!.replace("(request)", "(request: Request)");
    writeFileSync(join(project, "receiver.mts"), head + typed);
    // From CommonJS too, as the README says.
    writeFileSync(
      join(project, "common.cts"),
      'import { createClient } from "tessera-qr-client";\nexport { createClient };\n',
    );
    const files = ["example.mts", "receiver.mts", "common.cts"];
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", project]);
    assert.equal(stdout, "");
  });
});

onEachEngine("The client's README", (engine) => {
  // The package is tested on one engine here; other tests run the client on both.
  if (engine.name === "postgres") return;
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine });
  });
  after(() => app.close());

  for (const [name, node] of Object.entries(nodes).filter(([, node]) => node)) {
    it(`has an example that runs under ${name}`, async () => {
      const { key } = await app.user();
      const env = { ...process.env, TESSERA_URL: app.url, TESSERA_KEY: key };
      const { stdout, stderr } = await run(node!, [join(project, "example.mjs")], { env });
      assert.equal(stderr, "");
      const [drawn, listed, mistake, ...more] = stdout.trimEnd().split("\n");
      assert.match(drawn!, /^http:\/\/tessera\.test\/r\/\w{12}: image\/png, \d+ bytes$/);
      assert.equal(listed, "Menu: 0 scans");
      assert.match(mistake!, /^size must be a whole number from 128 to 2048$/);
      assert.deepEqual(more, []);
    });
  }
});
