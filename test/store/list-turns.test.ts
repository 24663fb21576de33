import assert from "node:assert/strict";
import { it } from "node:test";
import { createListTurns, createReportTurns } from "../../src/database/list-turns.ts";
import { actAs } from "../../src/shared/audit.ts";
import { actAsVisitor } from "../../src/shared/caller.ts";

for (const [name, create] of Object.entries({ createListTurns, createReportTurns })) {
  it(`${name}: a person has one turn for all their workspaces, and so have the visitors of their codes`, async () => {
    const inTurn = create();
    const begun: string[] = [];
    const gate = Promise.withResolvers<void>();
    const read = (workspaceId: string) =>
      inTurn(workspaceId, async () => {
        begun.push(workspaceId);
        await gate.promise;
      });
    const by = (person: string) => ({ actor: undefined, agent: null, person });
    const reads = [
      ...["a1", "a2", "a3"].map((id) => actAs(by("anna"), () => read(id))),
      actAsVisitor({ madeBy: "anna", workspaceId: "a4" }, "203.0.113.7", () => read("a4")),
      actAs(by("ben"), () => read("a1")),
      read("c1"),
      actAsVisitor({ madeBy: null, workspaceId: "d1" }, "203.0.113.7", () => read("d1")),
    ];
    await new Promise(setImmediate);
    assert.deepEqual(begun, ["a1", "a1", "c1", "d1"]);
    gate.resolve();
    await Promise.all(reads);
    assert.deepEqual(begun.slice(4), ["a2", "a3", "a4"]);
  });
}
