import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { mixRequests } from "./placement-mix.ts";

onEachEngine("Moves among 1,000 changes", (engine) => {
  it("do not fail, and no scan is lost or doubled", () => mixRequests(engine, 1_000));
});
