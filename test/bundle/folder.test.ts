import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { cannotTrace } from "../faults/support/sync-order.ts";
import { command } from "../support/command.ts";
import { freshDir } from "../support/stores.ts";

/** As on a disk that gets full: of what is written to a file, the first kilobyte is, and no more. */
const SCRIPT = `
  const { openFolder } = await import(process.argv[1]);
  const put = async (path, content) => {
    const folder = await openFolder(process.argv[2] + path, "test");
    const isClose = path === "manifest";
    const work = isClose ? folder.close(() => ({ content })) : folder.put("data/x-00001.csv", content);
    await work.then(() => console.log(path, "was written"), ({ code }) => console.log(path, code));
  };
  const text = "x".repeat(1500);
  await put("text", text);
  await put("pieces", (async function* () { yield text; })());
  await put("manifest", text);
`;

describe("The folder of a bundle", () => {
  it("says when a file could not be written whole", () => {
    const module = new URL("../../src/bundle/folder.ts", import.meta.url).href;
    const limited = ['ulimit -f 1; exec "$@"', "bash", process.execPath, "--input-type=module"];
    const args = ["-c", ...limited, "-e", SCRIPT, module, join(freshDir(), "of-")];
    const said = execFileSync("bash", args, { encoding: "utf8" });
    assert.deepEqual(said.trim().split("\n"), ["text EFBIG", "pieces EFBIG", "manifest EFBIG"]);
  });

  it("is filled on a disk that keeps no locks too, which is said", { skip: cannotTrace() }, async () => {
    const env = { DATA_DIR: freshDir() };
    assert.equal((await command(["user", "add", "you@example.com"], { env })).code, 0);
    const bin = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));
    for (const error of ["ENOLCK", "ENOSYS"]) {
      const dir = join(freshDir(), "bundle");
      const lockless = ["-P", join(dir, "unfinished.lock"), "-e", `inject=fcntl:error=${error}`];
      const args = ["-f", "-o", "/dev/null", ...lockless, process.execPath, bin, "export", dir];
      const options = { env: { ...process.env, ...env }, cwd: freshDir(), encoding: "utf8" } as const;
      const { status, stderr } = spawnSync("strace", args, options);
      assert.match(stderr, /^The disk of \S+bundle keeps no locks: see to it that no other export /m);
      assert.equal(status, 0, stderr);
      assert.equal((await command(["export", dir, "--verify"])).code, 0);
    }
  });
});
