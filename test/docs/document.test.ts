import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Ajv } from "ajv";
import { groupsOf } from "../../scripts/support/operations.ts";
import { readDocument } from "./support.ts";

const operations = groupsOf(await readDocument()).flatMap((group) => group.operations);
const ajv = new Ajv({ strict: false, formats: { "date-time": true, date: true, uri: true } });

describe("the examples of the document", () => {
  it("are accepted by its own schemas", () => {
    for (const { id, body, bodyExample, success, errors } of operations) {
      if (body) assert.ok(ajv.validate(body, bodyExample), id);
      const shown = [success!, ...errors].filter(({ mediaTypes }) => mediaTypes.includes("application/json"));
      for (const { schema, example, status } of shown) {
        assert.ok(ajv.validate(schema!, example), `${id} ${status}: ${ajv.errorsText()}`);
      }
    }
  });

  it("show a creation without a category as null, and a change with what it changed", () => {
    const of = (name: string) => operations.find(({ id }) => id === name)!;
    const { bodyExample, success } = of("createCode");
    assert.deepEqual(Object.keys(bodyExample as object), ["name", "content"]);
    assert.equal((success!.example as { category: null }).category, null);
    const change = of("changeCode");
    for (const [field, value] of Object.entries(change.bodyExample as object)) {
      assert.equal((change.success!.example as Record<string, unknown>)[field], value, field);
    }
  });
});
