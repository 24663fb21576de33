/** Output whose reader goes away: the command exits silently, and its first output was read. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "../support/process.ts";
import { freshDir } from "../support/stores.ts";
import { where } from "../support/tools.ts";

const BIN = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));

/** The command's exit code is the last line. */
async function piped(args: string, reader: string, dataDir = freshDir()) {
  const script = `"$NODE" "$BIN" ${args} | ${reader}; echo "exit \${PIPESTATUS[0]}"`;
  const env = { ...process.env, NODE: process.execPath, BIN, DATA_DIR: dataDir };
  return launch("bash", ["-c", script], { cwd: dataDir, env }).ended;
}

where(process.platform !== "win32", describe)("A command whose output is no longer read", () => {
  it("exits as by SIGPIPE, without a stack", async () => {
    assert.deepEqual(await piped("--help", "true"), { code: 0, stdout: "exit 141\n", stderr: "" });
  });

  it("prints a new password first", async () => {
    const dataDir = freshDir();
    for (const words of ["add you@example.com", "password you@example.com"]) {
      const { stdout, stderr } = await piped(`user ${words}`, "head -1", dataDir);
      assert.match(stdout, /^Password \(shown only once\): \S{16}\nexit (?:0|141)\n$/);
      assert.equal(stderr, "");
    }
  });
});
