import assert from "node:assert/strict";
import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { bearManyWorkspaces } from "./support/many-workspaces.ts";

onEachEngine(
  "F27: one account with several workspaces asks for the dearest reads without pause, scaled down",
  (engine) => {
    it("another person's requests are answered, and their export stays", async () => {
      const { databaseUrl } = await engine.migratedPlace();
      const { report, isExportKept } = await bearManyWorkspaces(databaseUrl, {
        workspaces: 3,
        scans: 500,
        requests: 1,
        isSmall: true,
      });
      assert.ok(isExportKept);
      assert.ok((report["export 503"] ?? 0) + (report["export 200"] ?? 0) > 0, JSON.stringify(report));
      assert.ok((report["verdict 200"] ?? 0) + (report["verdict 503"] ?? 0) > 0, JSON.stringify(report));
    });
  },
);
