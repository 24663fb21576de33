import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { endThreadsUnderLoad } from "./support/threads.ts";

onEachEngine("F15: each thread ended under load", (engine) => {
  it("is noticed, said and started again, and loses nothing; twice in a minute ends the process", async () => {
    const { databaseUrl } = await engine.migratedPlace();
    await endThreadsUnderLoad({ engine: engine.name, databaseUrl, rounds: 1, isTimed: false });
  });
});
