import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { bearSlowTakers } from "./support/exports.ts";

onEachEngine("F21", (engine) => {
  it("exports downloaded at 1 KB/s by four people delay neither settling, erasing nor others' exports", async () => {
    await bearSlowTakers(engine, { takers: 4, rounds: 300 });
  });
});
