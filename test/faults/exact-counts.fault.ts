import { it } from "node:test";
import { mixRequests } from "../store/placement-mix.ts";
import { countExactly } from "../store/visitor-scans.ts";
import { onEachEngine } from "../support/stores.ts";

onEachEngine("Moves among 10,000 changes", (engine) => {
  it("do not fail, and no scan is lost or doubled", () => mixRequests(engine, 10_000));
});

onEachEngine("Visitors of 1,000,000 scans", (engine) => {
  it("are exact on two nodes", () => countExactly(engine, "Europe/Berlin", 1_000_000, 10_000));
});
