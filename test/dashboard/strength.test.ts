import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { strengthOf } from "../../web/src/pages/sign-in/strength.ts";

describe("The strength hint for a new password", () => {
  for (const [password, strength] of [
    ["", 0],
    ["Ab1!xyz", 0],
    ["aaaaaaaaaaaaaaaaaaaa", 1],
    ["password", 1],
    ["mosaic glass", 2],
    ["Tr0ub4dor&3", 3],
    ["glass and grout", 2],
    ["correct horse battery staple", 4],
  ] as const) {
    it(`rates ${JSON.stringify(password)} ${strength} of 4`, () => assert.equal(strengthOf(password), strength));
  }
});
