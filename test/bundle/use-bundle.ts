/** One filled service and one export, shared by all tests of a file: filling takes longer than most of them. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { importBundle } from "../../src/bundle/import.ts";
import { readManifest } from "../../src/bundle/verify.ts";
import { createShareRule } from "../../src/codes/own-share.ts";
import { readLogo } from "../../src/rendering/styled/logo.ts";
import type { Store } from "../../src/store/store.ts";
import { addWorkspace, WORKSPACE } from "../store/support.ts";
import { command } from "../support/command.ts";
import { type Engine, freshDir } from "../support/stores.ts";
import { type Filled, fill, intoOne, NOW } from "./support.ts";

export function useBundle(engine: Engine) {
  const root = freshDir();
  const dir = join(root, "bundle");
  let filled: Filled;
  let said = "";
  before(async () => {
    filled = await fill(engine);
    const { code, stdout, stderr } = await command(["export", dir], { env: filled.env });
    assert.equal(code, 0, stderr);
    said = stdout;
  });
  after(() => filled.app.close());

  return {
    root,
    dir,
    get filled() {
      return filled;
    },
    /** What the export printed. */
    get said() {
      return said;
    },
    copyOf(change: (copy: string) => void): string {
      const copy = join(freshDir(), "bundle");
      cpSync(dir, copy, { recursive: true });
      change(copy);
      return copy;
    },
    takeIn: (
      store: Store,
      importer = store.importer,
      from = dir,
      refuse: (problem: string) => void = assert.fail,
      warn: (message: string) => void = () => {},
    ) =>
      importBundle(
        {
          dir: from,
          store: { ...store, importer },
          isDryRun: false,
          now: NOW,
          isOwn: false,
          targets: intoOne(WORKSPACE),
          personOf: async () => WORKSPACE,
          readLogo,
          shareRule: createShareRule({ baseUrl: "https://codes.example", port: 3000 }),
          refuse,
          warn,
        },
        readManifest(from),
      ),
    /** The one store of all tests, with an empty workspace. */
    async emptyStore(): Promise<Store> {
      const store = await engine.emptied();
      await addWorkspace(store);
      return store;
    },
  };
}
