import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { bearSlowTakers } from "./support/exports.ts";

onEachEngine("F21", (engine) => {
  it("exports downloaded at 1 KB/s by ten people during 20,000 settlements", async (test) => {
    const { largestLog } = await bearSlowTakers(engine, { takers: 10, rounds: 20_000 });
    test.diagnostic(`the write-ahead log had at most ${(largestLog / 1024 ** 2).toFixed(1)} MB`);
  });
});
