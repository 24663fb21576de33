import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { countExactly } from "./visitor-scans.ts";

onEachEngine("Visitors of 40,000 scans", (engine) => {
  it("are exact on two nodes", () => countExactly(engine, "Europe/Berlin", 40_000, 2_500));
});
