import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Reader, type Response } from "maxmind";
import { ipv4Number, ipv6Groups } from "../../src/shared/ip-numbers.ts";
import { createPlaceTree } from "../../src/visits/place-tree.ts";
import { writeMmdb } from "./mmdb.ts";

/** Two addresses have the same number exactly when the library returns the same record for them. */
function agrees(bytes: Buffer, addresses: fc.Arbitrary<string>, numRuns: number): void {
  const reader = new Reader<Response>(bytes);
  const tree = createPlaceTree(bytes, reader.metadata);
  const numberOf = (text: string): number =>
    text.includes(":") ? tree.find6(ipv6Groups(text)!) : tree.find4(ipv4Number(text));
  const records = new Map<number, string>();
  fc.assert(
    fc.property(addresses, (text) => {
      const record = JSON.stringify(reader.get(text));
      const number = numberOf(text);
      assert.equal(number === 0, record === "null", text);
      assert.equal(records.get(number) ?? record, record, text);
      records.set(number, record);
    }),
    { numRuns },
  );
  assert.ok(records.size > 1, "several records were found");
}

describe("the search tree of location data", () => {
  it("reads records of 24, 28 and 32 bits, and reports other sizes", () => {
    const bytes = writeMmdb([
      [[1, 2, 3], { country: { iso_code: "GB" } }],
      [[200], { country: { iso_code: "SE" } }],
    ]);
    agrees(bytes, fc.oneof(fc.ipV4(), fc.constantFrom("1.2.3.4", "200.1.1.1", "1.2.4.1")), 500);
    const { nodeCount, ipVersion } = new Reader<Response>(bytes).metadata;
    assert.throws(() => createPlaceTree(bytes, { nodeCount, ipVersion, recordSize: 20 }), {
      message: "its records have 20 bits, and only 24, 28 and 32 are known",
    });
  });
});
