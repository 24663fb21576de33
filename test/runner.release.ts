import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { eventually } from "./support/eventually.ts";
import { freshDir } from "./support/stores.ts";
import { TOOLS, where } from "./support/tools.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A PATH without any program. */
const BARE = freshDir();

const SCRIPT = join(ROOT, "scripts/test.ts");

function testFile(body: string, folder = "any"): string {
  const file = join(freshDir(), folder, "some.test.ts");
  mkdirSync(dirname(file));
  const tools = new URL("./support/tools.ts", import.meta.url);
  writeFileSync(
    file,
    `import { writeFileSync } from "node:fs";
     import { it } from "node:test";
     import { needs, where } from ${JSON.stringify(tools.href)};
     ${body}`,
  );
  return file;
}

function run(file: string, env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { TEST_POSTGRES_TEMPLATE, NODE_COMPILE_CACHE } = process.env;
  const options = { cwd: ROOT, env: { TEST_POSTGRES_TEMPLATE, NODE_COMPILE_CACHE, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, file], options, (error, stdout) => {
      resolve({ code: Number(error?.code ?? 0), lines: stdout.trimEnd().split("\n") });
    });
  });
}

describe("a test run without the tools that tests need", () => {
  const file = testFile(
    `it("reads a drawing", { skip: needs("zbarimg") }, () => {});
     it("adds", () => {});`,
  );

  it("passes, and the last lines list what was not tested and how to install the tools", async () => {
    const { code, lines } = await run(file, { PATH: BARE });
    assert.deepEqual(lines.slice(-3), [
      "1 passed, 0 failed, 1 skipped",
      "Not tested on this machine:",
      "- reading drawings with zbar, a second decoder: zbarimg is not installed (apt-get install zbar-tools)",
    ]);
    for (const count of ["ℹ tests 2", "ℹ pass 1", "ℹ fail 0", "ℹ skipped 1"]) {
      assert.ok(lines.includes(count), count);
    }
    assert.equal(code, 0);
  });

  it("fails in CI", async () => {
    const { code, lines } = await run(file, { PATH: BARE, CI: "true" });
    assert.deepEqual(lines.slice(-3), [
      "1 passed, 0 failed, 1 skipped",
      "Not tested on this machine, which in CI is a failure:",
      "- reading drawings with zbar, a second decoder: zbarimg is not installed (apt-get install zbar-tools)",
    ]);
    assert.equal(code, 1);
  });
});

describe("a run on one engine", () => {
  const stores = new URL("./support/stores.ts", import.meta.url);
  const file = testFile(
    `const { onEachEngine } = await import(${JSON.stringify(stores.href)});
     onEachEngine("a suite", () => it("adds", () => {}));`,
  );

  it("lists at the end what it left out, which fails in CI", async () => {
    const { code, lines } = await run(file, { ENGINE: "sqlite" });
    assert.deepEqual(lines.slice(-3), [
      "1 passed, 0 failed, 0 skipped",
      "Not tested on this machine:",
      "- tests on the other engine, because of ENGINE=sqlite",
    ]);
    assert.equal(code, 0);
    assert.equal((await run(file, { ENGINE: "sqlite", CI: "1" })).code, 1);
  });

  it("refuses an unknown engine", async () => {
    const { code, lines } = await run(file, { ENGINE: "oracle" });
    const said = lines.join("\n");
    assert.match(said, /ENGINE is "oracle", but must be one of: sqlite, postgres\./);
    assert.equal(code, 1);
  });
});

describe("a test run", () => {
  it("fails in CI on any skip, and lists the skipped tests", async () => {
    const file = testFile('it("waits for a fix", { skip: true }, () => {}); it("adds", () => {});');
    assert.equal((await run(file, {})).code, 0);
    const { code, lines } = await run(file, { CI: "1" });
    assert.equal(lines.at(-1), "- waits for a fix: skipped");
    assert.equal(code, 1);
  });

  it("fails if it contains no test, and does not count a file without tests", async () => {
    const { code, lines } = await run(testFile("where(false, it)('never', () => {});"), {});
    assert.deepEqual(lines.slice(-2), ["0 passed, 0 failed, 0 skipped", "No test was run, which is a failure."]);
    assert.equal(code, 1);
  });

  it("stops a test that hangs, then its file, and names both", async () => {
    const file = testFile('it("hangs", () => new Promise(() => setInterval(() => {}, 1000)));');
    const { code, lines } = await run(file, { TEST_LIMIT_MS: "10000" });
    const out = lines.join("\n");
    assert.match(out, /✖ hangs .*\n.*test timed out after 10000ms/);
    assert.ok(out.includes(file), out);
    assert.equal(code, 1);
  });

  it("builds the dashboard only for files that open it in a browser", async () => {
    const said = "✔ web/dist is of web as it is";
    const inBrowser = await run(testFile('it("adds", () => {});', "browser"), {});
    assert.deepEqual([inBrowser.code, inBrowser.lines.includes(said)], [0, true]);
    const other = await run(testFile('it("adds", () => {});'), {});
    assert.deepEqual([other.code, other.lines.includes(said)], [0, false]);
  });

  it("finds programs in Debian's sbin folders", async () => {
    const file = testFile(
      `it("has it", () => { if (!process.env.PATH.includes("/usr/sbin")) throw new Error(process.env.PATH); });`,
    );
    assert.equal((await run(file, { PATH: BARE })).code, 0);
  });

  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
    where(process.platform !== "win32", it)(`stops its PostgreSQL on ${signal}`, async (test) => {
      const { TEST_POSTGRES_TEMPLATE } = process.env;
      const TMPDIR = freshDir();
      const mark = join(TMPDIR, "mark");
      const file = testFile(
        `it("hangs", () => {
           writeFileSync(${JSON.stringify(mark)}, process.env.TEST_POSTGRES_URL);
           return new Promise(() => setInterval(() => {}, 1000));
         });`,
      );
      chmodSync(TMPDIR, 0o777);
      const child = spawn(process.execPath, [SCRIPT, file], {
        cwd: ROOT,
        // One of them starts its own server, and removes that too.
        env: { TMPDIR, ...(signal === "SIGTERM" ? {} : { TEST_POSTGRES_TEMPLATE }) },
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      test.after(() => child.kill("SIGTERM"));
      // The file exists before its text is written.
      const port = await eventually(async () => Number(new URL(readFileSync(mark, "utf8")).port));
      child.kill(signal);
      assert.deepEqual(await ended, [128 + constants.signals[signal], null]);
      await assert.rejects(once(connect(port, "127.0.0.1"), "connect"), { code: "ECONNREFUSED" });
      assert.deepEqual(globSync("tessera-pg-*", { cwd: TMPDIR }), [], "its folder is removed");
    });
  }
});

describe(".ci/run", () => {
  const script = readFileSync(join(ROOT, ".ci/run"), "utf8");

  it("installs every tool that tests need, then runs the README's command", () => {
    for (const { package: name } of Object.values(TOOLS)) {
      assert.match(script, new RegExp(`\\b${name}\\b`), name);
    }
    // Only pg_basebackup comes with PostgreSQL's client package.
    assert.match(script, /postgresql\/\*\/bin\/(initdb|postgres)"/);
    assert.deepEqual(script.trimEnd().split("\n").slice(-2), ["npm ci && npm test", "npm run test:release"]);
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    assert.match(readme, /^npm ci && npm test$/m);
  });
});
