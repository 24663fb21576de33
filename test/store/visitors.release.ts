import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { countExactly } from "./visitor-scans.ts";

onEachEngine("Visitors of 100,000 scans", (engine) => {
  it("are exact on two nodes", () => countExactly(engine, "Europe/Berlin", 100_000, 5_000));
});
