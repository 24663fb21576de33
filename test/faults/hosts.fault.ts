import assert from "node:assert/strict";
import { after, it } from "node:test";
import { callersMistakes, firstHostFails } from "../nodes/hosts.ts";
import { stopOwnServer } from "../support/databases.ts";

const FOUND_MS = 3000;
const EVERY_MS = 10;

after(stopOwnServer);

for (const fault of ["silent", "refusing", "read-only"] as const) {
  it(`F16: the first host is ${fault}`, async () => {
    const first = await firstHostFails(fault, 15, EVERY_MS);
    assert.ok(first < FOUND_MS, `the first success came after ${first} ms`);
  });
}

it("F16: a caller's own mistakes", () => callersMistakes(15, EVERY_MS));
