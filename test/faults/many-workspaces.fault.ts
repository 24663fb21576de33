import assert from "node:assert/strict";
import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { needProcessors } from "./support/control.ts";
import { bearManyWorkspaces } from "./support/many-workspaces.ts";

/** Smaller differences are noise of the machine. */
const NOISE_MS = 10;
/** How much slower each may be. */
const MAX = { scan: 1.5, list: 2, verdict: 2, picture: 2 };

onEachEngine(
  "F27: one account with 100 workspaces, and a viewer, ask for the dearest reads without pause",
  (engine) => {
    it("others' scans take at most half as long again, their other requests twice as long, and their exports stay", async () => {
      const { databaseUrl } = await engine.place();
      const options = { workspaces: 100, scans: 100_000, requests: 40, rounds: 5, isApart: true };
      const { calm, busy, report, isExportKept } = await bearManyWorkspaces(databaseUrl, options);
      const kinds = Object.keys(MAX) as (keyof typeof MAX)[];
      const figures = kinds.map((kind) => `${kind} ${calm[kind].toFixed(1)} / ${busy[kind].toFixed(1)} ms`).join(", ");
      console.log(`F27 on ${engine.name}, p99 calm / beside them: ${figures}; ${JSON.stringify(report)}`);
      assert.ok(isExportKept, "the other person's export was removed");
      needProcessors(engine.name);
      for (const kind of kinds) {
        assert.ok(
          busy[kind] <= Math.max(MAX[kind] * calm[kind], NOISE_MS),
          `${kind}: ${busy[kind]} ms, before ${calm[kind]} ms`,
        );
      }
    });
  },
);
