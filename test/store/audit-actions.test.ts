import assert from "node:assert/strict";
import { it } from "node:test";
import { actAs } from "../../src/shared/audit.ts";
import { onEachEngine } from "../support/stores.ts";
import { freshCode, NOON, WORKSPACE } from "./support.ts";

onEachEngine("Requests of one action", (engine) => {
  it("are one entry of the audit log with all of their codes, also if they come at once", async () => {
    const store = await engine.emptied();
    const codes = [];
    for (let i = 0; i < 12; i++) codes.push(await freshCode(store));
    const change = (id: string) => store.codes.update(WORKSPACE, id, NOON, () => ({ style: "{}" }));
    const who = { actor: { kind: "person", name: "ada" }, agent: null, actionId: "a".repeat(32) } as const;
    const [first, ...others] = codes;
    await actAs(who, () => change(first!.id));
    await Promise.all(others.map(({ id }) => actAs(who, () => change(id))));
    const entries = await store.audit.page(WORKSPACE, { kind: "code", limit: 50 });
    const changes = entries.filter(({ action }) => action === "code.changed");
    assert.deepEqual(
      changes.map(({ detail, count }) => [detail, count]),
      [["style", codes.length]],
    );
  });
});
