import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { countExactly } from "./visitor-scans.ts";

onEachEngine("Visitors of 1,000,000 scans", (engine) => {
  it("are exact on two nodes", () => countExactly(engine, "Europe/Berlin", 1_000_000, 10_000));
});
