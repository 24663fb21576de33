import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { endThreadsUnderLoad } from "./support/threads.ts";

onEachEngine("F15: each thread ended under load", (engine) => {
  it("is detected, reported and restarted, and loses nothing; twice in a minute ends the process", async () => {
    const { databaseUrl } = await engine.migratedPlace();
    await endThreadsUnderLoad({ engine: engine.name, databaseUrl, rounds: 1, isTimed: false });
  });
});
