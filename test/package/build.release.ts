/** The build of the server, tested on a few files, which find the same files as before the build. */
import assert from "node:assert/strict";
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { launch, type Outcome } from "../support/process.ts";
import { freshDir } from "../support/stores.ts";
import { ROOT } from "./support.ts";

const FILES: Record<string, string> = {
  "cli.ts": `import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { greeting } from "./deep/down/greeting.ts";
const thread = new Worker(new URL("./deep/echo-thread.ts", import.meta.url), { workerData: greeting });
const [said] = await once(thread, "message");
const { late } = await import("./deep/late.ts");
const written = new URL("../src", import.meta.url);
console.log(said, late, existsSync(new URL("../package.json", import.meta.url)), written.pathname.endsWith("/src"));
import { existsSync } from "node:fs";`,
  "deep/echo-thread.ts": `import { parentPort, workerData } from "node:worker_threads";
import { greeting } from "./down/greeting.ts";
parentPort!.postMessage(\`\${workerData} \${greeting}\`);`,
  "deep/late.ts": 'export const late: string = "late";',
  "deep/down/greeting.ts": `import { readFileSync } from "node:fs";
import { Type } from "typebox";
const { name } = JSON.parse(readFileSync(new URL("./data/greeting.json", import.meta.url), "utf8"));
export const greeting: string = name + Type.Null().type;`,
  "deep/down/data/greeting.json": '{"name": "hello-"}',
  "deep/README.md": "Not for the built one.",
  "deep/write-process.ts": "export {};",
  "store/sqlite/thread.ts": "export {};",
};

/** A checkout with these files as its src, and our packages. */
function checkout(files = FILES): string {
  const root = freshDir();
  for (const path of ["scripts", "package.json", "package-lock.json"])
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  for (const [file, text] of Object.entries(files)) write(root, file, text);
  return root;
}

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, "src", file)), { recursive: true });
  writeFileSync(join(root, "src", file), text);
}

const build = (root: string, ...options: string[]): Promise<Outcome> =>
  launch(process.execPath, [...options, join(root, "scripts/build-server.ts")]).ended;
const leftovers = (root: string): string[] => globSync("dist-*", { cwd: root });
const run = async (root: string): Promise<string> => {
  const { stdout, stderr } = await launch(process.execPath, [join(root, "dist/cli.js")]).ended;
  return stdout + stderr;
};

describe("The build of the server", () => {
  it("finds threads, data files and dynamic imports, and lists whose code it contains", async () => {
    const root = checkout();
    assert.equal((await build(root)).stderr, "");
    assert.equal(await run(root), "hello-null hello-null late true true\n");
    assert.match(readFileSync(join(root, "dist/licenses.txt"), "utf8"), /^typebox [\d.]+ \(MIT\)\n/);
    assert.ok(!existsSync(join(root, "dist/deep/README.md")));
    assert.equal(statSync(join(root, "dist")).mode & 0o777, 0o755);
  });

  it("is repeated only when a file has changed, also by two processes at once", async () => {
    const root = checkout();
    await build(root);
    const first = statSync(join(root, "dist")).ino;
    await build(root);
    assert.equal(statSync(join(root, "dist")).ino, first);
    write(root, "deep/late.ts", 'export const late = "later";');
    const both = await Promise.all([build(root), build(root)]);
    for (const { code, stderr } of both) assert.equal(code, 0, stderr);
    assert.equal(await run(root), "hello-null hello-null later true true\n");
    assert.deepEqual(leftovers(root), []);
  });

  it("refuses a file reference that it cannot resolve, and leaves nothing behind", async () => {
    const root = checkout({ ...FILES, "deep/late.ts": "export const late = import.meta.dirname;" });
    const { code, stderr } = await build(root);
    assert.equal(code, 1);
    assert.match(stderr, /late\.ts uses import\.meta\.dirname in a way that the build would miss/);
    assert.deepEqual(leftovers(root), []);
  });

  it("removes the remains of an interrupted build, and not those of one in progress", async () => {
    const root = checkout();
    for (const name of ["dist-cutOff", "dist-cutOff-old", "dist-others"]) mkdirSync(join(root, name));
    const before = new Date(Date.now() - 3_600_000);
    for (const name of ["dist-cutOff", "dist-cutOff-old"]) utimesSync(join(root, name), before, before);
    assert.equal((await build(root)).stderr, "");
    assert.deepEqual(leftovers(root), ["dist-others"]);
  });

  it("reports where it cannot write, and why", async () => {
    const root = checkout();
    const refused = join(root, "refused.cjs");
    for (const [code, reason] of Object.entries({
      EACCES: "permission denied",
      EROFS: "read-only file system",
      ENOSPC: "no space left on device",
    })) {
      writeFileSync(
        refused,
        `require("node:fs").mkdtempSync = () => {
          throw Object.assign(new Error("${code}: ${reason}, mkdtemp"), { code: "${code}" });
        };
        require("node:module").syncBuiltinESMExports();`,
      );
      const outcome = await build(root, "--require", refused);
      assert.equal(outcome.code, 1);
      assert.match(outcome.stderr, new RegExp(`^The server .* cannot be written: ${reason}\\. .*npm run build.*\n$`));
    }
  });

  it("never lets older code start if nothing can build", async () => {
    const root = checkout();
    await build(root);
    rmSync(join(root, "node_modules"));
    write(root, "deep/late.ts", 'export const late = "later";');
    const { code, stderr } = await build(root);
    assert.equal(code, 1);
    assert.match(stderr, /^The server is not built, .* npm ci --include=dev\n$/);
  });

  it("copies the data files of bundled packages next to the code that reads them", async () => {
    const ask = 'import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")';
    const root = checkout({ ...FILES, "cli.ts": `export const main = async () => (console.log(${ask}), 0);` });
    assert.equal((await build(root)).stderr, "");
    const file = join(root, "dist/zxing_reader.wasm");
    const from = join(ROOT, "node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
    assert.deepEqual(readFileSync(file), readFileSync(from));
    assert.match(readFileSync(join(root, "dist/cli.js"), "utf8"), /URL\("\.\/zxing_reader\.wasm", import\.meta\.url\)/);
  });
});

describe("npm start", () => {
  it("never runs code built from older files, also if npm ignores other scripts", async () => {
    const says = (word: string) => `export const main = async () => (console.log("${word}"), 0);`;
    const root = checkout({ ...FILES, "cli.ts": says("first") });
    cpSync(join(ROOT, "bin"), join(root, "bin"), { recursive: true });
    writeFileSync(join(root, "scripts/build.ts"), 'import "./build-server.ts";');
    const start = async () => {
      const args = ["--prefix", root, "start", "--silent", "--ignore-scripts"];
      const { stdout, stderr } = await launch("npm", args).ended;
      return `${stdout}${stderr}`;
    };
    assert.match(await start(), /first\n/);
    assert.ok(existsSync(join(root, "dist/cli.js")));
    write(root, "cli.ts", says("second"));
    assert.match(await start(), /second\n/);
  });
});

describe("The build of the dashboard", () => {
  it("refuses a file whose changes it would not notice", async () => {
    const root = freshDir();
    for (const path of ["scripts", "src", "web/src", "web/index.html", "web/vite.config.ts"])
      cpSync(join(ROOT, path), join(root, path), { recursive: true });
    for (const path of ["package.json", "package-lock.json"]) cpSync(join(ROOT, path), join(root, path));
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
    write(root, "shared/unseen.ts", "export const unseen = document.title;");
    appendFileSync(
      join(root, "web/src/main.tsx"),
      'import { unseen } from "../../src/shared/unseen.ts";\nconsole.log(unseen);\n',
    );
    const { code, stderr } = await launch(process.execPath, [join(root, "scripts/build-web.ts")]).ended;
    assert.equal(code, 1);
    assert.match(stderr, /imports src\/shared\/unseen\.ts, which is missing in INPUTS/);
  });
});
