import { describe, it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { terminateUnderLoad, terminateWithoutDatabase } from "./support/terminate.ts";

onEachEngine("F13: SIGTERM under load", (engine) => {
  it("cuts nobody off, loses nothing and ends soon, 20 times", async () => {
    const { databaseUrl } = await engine.place();
    await terminateUnderLoad(20, engine.name, databaseUrl, { timed: true });
  });
});

describe("F13: SIGTERM while PostgreSQL is away", () => {
  it("ends within 10 s and leaves the scans in the journal", () => terminateWithoutDatabase({ timed: true }));
});
