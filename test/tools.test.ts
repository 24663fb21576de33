import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { freshDir } from "./support/stores.ts";
import { TOOLS } from "./support/tools.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A search path without any program. */
const BARE = freshDir();

describe("a machine without the tools that tests need", () => {
  const file = join(freshDir(), "needy.test.ts");
  const tools = new URL("./support/tools.ts", import.meta.url);
  writeFileSync(
    file,
    `import { it } from "node:test";
     import { needs } from ${JSON.stringify(tools.href)};
     it("reads a drawing", { skip: needs("zbarimg") }, () => {});
     it("adds", () => {});`,
  );
  function run(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
    const args = [join(ROOT, "scripts/test.ts"), file];
    return new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout) => {
        resolve({ code: Number(error?.code ?? 0), lines: stdout.trimEnd().split("\n") });
      });
    });
  }

  it("passes, and the last lines say what was not tested and how to get it", async () => {
    const { code, lines } = await run({ PATH: BARE });
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
    const { code, lines } = await run({ PATH: BARE, CI: "true" });
    assert.equal(lines.at(-1), "0 passed, 1 failed, 0 skipped");
    assert.equal(code, 1);
  });
});

describe(".ci/run", () => {
  const script = readFileSync(join(ROOT, ".ci/run"), "utf8");

  it("installs every tool that tests need, then runs the README's command", () => {
    for (const { package: name } of Object.values(TOOLS)) {
      assert.match(script, new RegExp(`\\b${name}\\b`), name);
    }
    assert.equal(script.trimEnd().split("\n").at(-1), "npm ci && npm test");
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    assert.match(readme, /^npm ci && npm test$/m);
  });
});
