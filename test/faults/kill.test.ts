import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { killUnderLoad } from "./support/kill.ts";

onEachEngine("F1: kill -9 under load", (engine) => {
  it("loses and doubles no acknowledged scan, 3 times", async () => {
    const { databaseUrl } = await engine.place();
    await killUnderLoad(3, engine.name, databaseUrl);
  });
});
