/** A service without the optional package that draws looks. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { describeMissingSkia } from "../../src/rendering/skia-presence.ts";
import { type RunOptions, serve, tessera } from "../cli/support.ts";
import { freshDir } from "../support/stores.ts";
import { ROOT } from "./support.ts";

const NAME = "node_modules/@napi-rs/canvas";
const packagesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder)).flatMap((name) =>
    name.startsWith("@") ? packagesOf(join(folder, name)) : [join(folder, name)],
  );

/** Makes what `npm install --omit=optional` would, with links to most packages. Returns the launcher's path. */
function withoutOptional(copied = [NAME]): string {
  const root = freshDir();
  for (const path of ["bin", "src", "package.json", ...copied]) {
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  }
  for (const path of packagesOf("node_modules")) {
    if (path.startsWith(NAME)) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(root, path));
  }
  return join(root, "bin/tessera.js");
}

const warnings = (log: string): { msg: string; level: number }[] =>
  log
    .split("\n")
    .filter((line) => line.includes("@napi-rs/canvas"))
    .map((line) => JSON.parse(line));

describe("A service without the package that draws looks", () => {
  it("logs it once at the start, with the fix, and draws plain codes", async (test) => {
    const env = { DATA_DIR: freshDir() };
    const options: RunOptions = { bin: withoutOptional(), env };
    const server = await serve(options);
    test.after(() => server.child.kill("SIGKILL"));
    const [told, ...more] = warnings(server.logged());
    assert.match(told!.msg, /^Looks and logos cannot be drawn, .*@napi-rs\/canvas-.* is missing/);
    assert.match(told!.msg, /npm install --include=optional/);
    assert.deepEqual([told!.level, more], [40, []]);

    const command = async (...args: string[]) => (await tessera(args, options)).stdout.trim();
    await command("user", "add", "you@example.com", "--plan", "pro");
    const key = await command("key", "create", "you@example.com", "--name", "x");
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Plain", type: "url", content: "https://example.com" });
    const path = `${server.url}/api/v1/qrcodes`;
    const made = await fetch(path, { method: "POST", headers, body });
    assert.equal(made.status, 201);
    const { id, shareToken } = (await made.json()) as { id: string; shareToken: string };
    for (const image of [`${path}/${id}/image?format=png`, `${server.url}/r/${shareToken}.svg`]) {
      assert.equal((await fetch(image, { headers })).status, 200, image);
    }
    assert.equal((await server.interrupt()).code, 0);
  });

  it("starts, and logs it, if the whole library is missing", async (test) => {
    const server = await serve({ bin: withoutOptional([]), env: { DATA_DIR: freshDir() } });
    test.after(() => server.child.kill("SIGKILL"));
    const [told, ...more] = warnings(server.logged());
    assert.match(told!.msg, /, because the package @napi-rs\/canvas is missing\. Install /);
    assert.deepEqual(more, []);
    assert.equal((await server.interrupt()).code, 0);
  });

  it("differs from one that has it, which logs nothing", async (test) => {
    const server = await serve({ env: { DATA_DIR: freshDir() } });
    test.after(() => server.child.kill("SIGKILL"));
    assert.deepEqual(warnings(server.logged()), []);
    await server.interrupt();
  });

  it("is told so if the package does not support the system", () => {
    const missing = describeMissingSkia({ platform: "linux", arch: "s390x" });
    assert.match(missing!, /, because @napi-rs\/canvas does not support linux on s390x\. Plain/);
    assert.match(describeMissingSkia({ platform: "linux", arch: "arm" })!, /-arm-gnueabihf is missing/);
  });
});
