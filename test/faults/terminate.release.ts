import { describe, it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { needs } from "../support/tools.ts";
import { restartBehindNginx } from "./support/rolling.ts";
import { terminateUnderLoad, terminateWithoutDatabase } from "./support/terminate.ts";

onEachEngine("F13: SIGTERM under load", (engine) => {
  it("cuts no request off, loses nothing and exits", async () => {
    const { databaseUrl } = await engine.migratedPlace();
    await terminateUnderLoad(1, engine.name, databaseUrl);
  });
});

describe("F13: SIGTERM while PostgreSQL is unavailable", () => {
  it("exits and leaves the scans in the journal", () => terminateWithoutDatabase());
});

describe("F13: nodes behind the shipped nginx, restarted one after the other", { skip: needs("nginx") }, () => {
  it("fail no request, writes included, in three restarts", () => restartBehindNginx(1, 20));
});
