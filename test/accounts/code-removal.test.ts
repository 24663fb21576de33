import assert from "node:assert/strict";
import { it } from "node:test";
import { startCodeRemoval } from "../../src/accounts/code-removal.ts";
import { createCodes } from "../../src/codes/service.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { addWorkspace } from "../store/support.ts";
import { eventually } from "../support/eventually.ts";
import { DRAFT } from "../support/fixtures.ts";
import { fillCodes } from "../support/many-codes.ts";
import { onEachEngine } from "../support/stores.ts";

async function gone(store: Store, id: string, codes: number): Promise<void> {
  await addWorkspace(store, id);
  await fillCodes(store.auth.db, store.engine, id, codes);
  await store.accounts.remove(id, Date.now());
}

onEachEngine("codes of removed users", (engine) => {
  const none = async (store: Store) => {
    const codes = store.auth.db.selectFrom("codes").select("num").where("deleted_at", "is", null);
    assert.equal((await codes.execute()).length, 0);
  };

  it("are removed at the start, after an interruption, and when more users are removed meanwhile", async () => {
    const store = await engine.emptied();
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    await gone(store, "one", 900);
    const first = startCodeRemoval({ store, onError });
    await first.stop(60_000);
    const left = store.auth.db.selectFrom("codes").select("num").where("deleted_at", "is", null);
    assert.ok((await left.execute()).length > 0, "it stopped between two batches");
    const second = startCodeRemoval({ store, onError });
    await gone(store, "two", 300);
    second.wake();
    await eventually(() => none(store));
    await gone(store, "three", 1);
    second.wake();
    await eventually(() => none(store));
    await second.stop(60_000);
    assert.deepEqual(errors, []);
  });

  it("are removed by the next start after an error, which is reported", async () => {
    const store = await engine.emptied();
    await gone(store, "one", 1);
    let isAway = true;
    const accounts = {
      removeSomeCodes: () => (isAway ? Promise.reject(new Error("away")) : store.accounts.removeSomeCodes()),
    };
    const errors: unknown[] = [];
    const removal = startCodeRemoval({ store: { accounts }, onError: (error) => void errors.push(error) });
    await eventually(async () => assert.match(String(errors), /^Error: away$/));
    isAway = false;
    removal.wake();
    await eventually(() => none(store));
    await removal.stop(60_000);
  });

  it("401: cannot be created by a request that was accepted before the removal", async () => {
    const store = await engine.emptied();
    const clock = createSystemClock();
    const settled = async () => {};
    const createId = createIds(clock.now);
    const codes = createCodes({ store, clock, createId, lifetimeMs: 1e9, scansSettled: settled });
    await gone(store, "one", 0);
    const refused = { name: "DomainError", code: "invalid_api_key" };
    await assert.rejects(codes.create("one", DRAFT), refused);
    await assert.rejects(
      codes.createOnce("one", DRAFT, "key", () => "answer"),
      refused,
    );
    await none(store);
  });
});

it("stopping the service waits for the removal of codes only up to a limit, and logs that it is unfinished", async () => {
  const errors: string[] = [];
  const step = Promise.withResolvers<boolean>();
  const removal = startCodeRemoval({
    store: { accounts: { removeSomeCodes: () => step.promise } },
    onError: (error) => errors.push((error as Error).message),
  });
  await removal.stop(20);
  step.reject(new Error("the store is closed"));
  await new Promise(setImmediate);
  assert.deepEqual(errors, [
    "The service stopped before all codes of removed users were in the bin; it continues at the next start.",
  ]);
});
