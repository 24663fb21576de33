import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { killUnderLoad } from "./support/kill.ts";

onEachEngine("F1: kill -9 under load", (engine) => {
  it("loses and duplicates no acknowledged scan, 50 times", async () => {
    const { databaseUrl } = await engine.place();
    await killUnderLoad(50, engine.name, databaseUrl, { timed: true });
  });
});
