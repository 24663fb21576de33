import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { terminateUnderLoad } from "./support/terminate.ts";

onEachEngine("F13: SIGTERM under load", (engine) => {
  it("cuts nobody off, loses nothing and ends soon, 20 times", async () => {
    const { databaseUrl } = await engine.place();
    await terminateUnderLoad(20, engine.name, databaseUrl);
  });
});
