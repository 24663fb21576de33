import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { killUnderLoad } from "./support/kill.ts";

onEachEngine("F1: kill -9 under load", (engine) => {
  it("loses and duplicates no acknowledged scan", async () => {
    const { databaseUrl } = await engine.migratedPlace();
    await killUnderLoad(1, engine.name, databaseUrl);
  });
});
