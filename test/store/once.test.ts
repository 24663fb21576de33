import assert from "node:assert/strict";
import { it } from "node:test";
import { createCodeQueries } from "../../src/store/queries/codes.ts";
import { newCode } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { NOON, OWNER } from "./support.ts";

onEachEngine("A key for one creation", (engine) => {
  it("is free again when the first answer is gone before it is read", async () => {
    const store = await engine.fresh();
    const { db } = store.auth;
    let attempts = 0;
    const codes = createCodeQueries({
      db,
      listing: db,
      engine: engine.name,
      announce: async () => {},
      changed: () => {},
      // Taken at first, as long as another request has not removed what is too old.
      makeCodes: async () => (++attempts === 1 ? "key-taken" : null),
    });
    const once = { key: "order-1", bodyHash: "hash", answer: "{}", notBefore: NOON };
    assert.equal(await codes.create(newCode(OWNER, NOON), once), null);
    assert.equal(attempts, 2);
  });
});
