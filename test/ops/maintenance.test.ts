import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startMaintenance } from "../../src/scans/maintenance.ts";
import type { MaintenanceReport } from "../../src/store/store.ts";
import { createTestClock } from "../support/stores.ts";

describe("maintenance", () => {
  it("is waited for only up to a limit when the service stops, and logs that it is unfinished", async () => {
    const errors: string[] = [];
    const work = Promise.withResolvers<void>();
    const maintenance = startMaintenance({
      store: { maintain: () => work.promise },
      clock: createTestClock(),
      config: { scanRetentionDays: undefined },
      onDone() {},
      onError: (error) => errors.push((error as Error).message),
    });
    await maintenance.stop(50);
    work.reject(new Error("the store is closed"));
    await new Promise(setImmediate);
    assert.deepEqual(errors, ["The service stopped before maintenance was done; the next start does it."]);
  });

  it("removes visitors' salts and tags every hour and packs every minute, also while another job goes on", async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const long = Promise.withResolvers<void>();
    const begun = { visitors: 0, packing: 0, others: 0 };
    const maintenance = startMaintenance({
      store: {
        async maintain(_now, _keepFrom, { jobs } = {} as MaintenanceReport) {
          begun[jobs as keyof typeof begun] += 1;
          if (jobs === "others") await long.promise;
        },
      },
      clock: createTestClock(),
      config: { scanRetentionDays: undefined },
      onDone() {},
      onError: (error) => assert.fail(String(error)),
    });
    await new Promise(setImmediate);
    for (let minute = 0; minute < 7 * 60; minute++) {
      mock.timers.tick(60_000);
      await new Promise(setImmediate);
    }
    assert.deepEqual(begun, { visitors: 8, packing: 7 * 60 + 1, others: 1 });
    long.resolve();
    await maintenance.stop(60_000);
  });

  it("packs less often if that takes long: it reads all rows", async ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const clock = createTestClock();
    let packed = 0;
    const maintenance = startMaintenance({
      store: {
        async maintain(_now, _keepFrom, { jobs } = {} as MaintenanceReport) {
          if (jobs !== "packing") return;
          packed += 1;
          clock.move(30_000);
        },
      },
      clock,
      config: { scanRetentionDays: undefined },
      onDone() {},
      onError: (error) => assert.fail(String(error)),
    });
    for (let minute = 0; minute < 60; minute++) {
      await new Promise(setImmediate);
      clock.move(60_000);
      mock.timers.tick(60_000);
    }
    await new Promise(setImmediate);
    assert.equal(packed, 7);
    await maintenance.stop(60_000);
  });

  it("is waited for if it is done soon", async () => {
    let done = false;
    const maintenance = startMaintenance({
      store: {
        async maintain() {
          await new Promise(setImmediate);
          done = true;
        },
      },
      clock: createTestClock(),
      config: { scanRetentionDays: undefined },
      onDone() {},
      onError: (error) => assert.fail(String(error)),
    });
    await maintenance.stop(60_000);
    assert.ok(done);
  });
});
