import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Kysely } from "kysely";
import type { Tables } from "../../src/database/tables.ts";
import { actAs } from "../../src/shared/audit.ts";
import type { Store } from "../../src/store/store.ts";
import { writeAudit } from "../../src/workspaces/audit.queries.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON } from "./support.ts";

const MINUTE_MS = 60_000;

onEachEngine("What the entry of an action hides", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    for (const id of ["ada", "ben"]) await addWorkspace(store, id);
  });

  /** What a person does to a code, as requests of an action. */
  const write = (
    code: string,
    fields: { action?: "code.created" | "code.changed"; at?: number; by?: string; workspaceId?: string } = {},
  ) => {
    const { action = "code.changed", at = NOON, by = "ada", workspaceId = "ada" } = fields;
    const who = { actor: { kind: "person", name: by }, agent: null, actionId: "1".repeat(32), person: by } as const;
    const detail = action === "code.changed" ? { detail: "style" } : {};
    const entry = { workspaceId, at, action, subject: { id: code, name: code }, ...detail };
    return actAs(who, () => store.auth.db.transaction().execute((trx: Kysely<Tables>) => writeAudit(trx, entry)));
  };
  const entries = async (workspaceId = "ada") => {
    const found = await store.audit.page(workspaceId, { limit: 100 });
    const ofCodes = found.filter(({ action }) => action.startsWith("code.")).toReversed();
    return ofCodes.map(({ action, count, subject, names }) => [action, subject!.id, count, names.length]);
  };

  it("not the name of a code, when requests add to one entry at the same time", async () => {
    await write("first");
    await Promise.all(Array.from({ length: 8 }, (_, i) => write(`code ${i}`)));
    assert.deepEqual(await entries(), [["code.changed", "first", 9, 5]]);
  });

  it("not a look that comes a minute after the creation, or is of another person", async () => {
    const workspaceId = "ben";
    await write("door", { action: "code.created", workspaceId });
    await write("door", { at: NOON + MINUTE_MS - 1, workspaceId });
    assert.deepEqual(await entries(workspaceId), [["code.created", "door", 1, 0]]);
    await write("door", { at: NOON + MINUTE_MS, workspaceId });
    await write("door", { by: "cleo", workspaceId });
    assert.deepEqual(await entries(workspaceId), [
      ["code.created", "door", 1, 0],
      ["code.changed", "door", 1, 0],
      ["code.changed", "door", 1, 0],
    ]);
  });
});
