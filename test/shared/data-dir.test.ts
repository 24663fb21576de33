import assert from "node:assert/strict";
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { makeDataDir } from "../../src/shared/file-errors.ts";
import { freshDir } from "../support/stores.ts";
import { where } from "../support/tools.ts";

it("A data folder is created with its parents, for its owner only, as often as requested", () => {
  const folder = join(freshDir(), "a", "b");
  makeDataDir(folder);
  makeDataDir(folder);
  for (const path of [folder, join(folder, "..")]) {
    assert.ok(statSync(path).isDirectory());
    if (process.platform !== "win32") assert.equal(statSync(path).mode & 0o777, 0o700);
  }
});

it("A data folder that cannot be created is refused with an explanation", () => {
  const file = join(freshDir(), "file");
  writeFileSync(file, "");
  const dangling = join(freshDir(), "link");
  symlinkSync(join(freshDir(), "nowhere", "at", "all"), dangling);
  for (const folder of [file, join(file, "below"), dangling]) {
    assert.throws(() => makeDataDir(folder), {
      message: new RegExp(`^The folder ${RegExp.escape(folder)} \\(DATA_DIR\\) cannot be made or used\\.`),
    });
  }
});

where(process.platform === "linux", it)("A data folder below /proc is refused immediately", () => {
  assert.throws(() => makeDataDir("/proc/x/y"), /cannot be made or used/);
});
