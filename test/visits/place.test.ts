import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { createPlaceReader, type PlaceReader } from "../../src/visits/place.ts";
import { writeMmdb } from "./mmdb.ts";

const NOWHERE = '["Unknown",null,null,null]';

describe("place reader with the shipped data", () => {
  let places: PlaceReader;
  before(() => {
    places = createPlaceReader({ cacheSize: 1000 });
  });

  for (const [address, country, city] of [
    ["212.58.244.20", "GB", "London"],
    ["141.1.1.1", "DE", "Frankfurt am Main"],
    ["193.0.6.139", "NL", "Amsterdam"],
    ["129.132.1.1", "CH", "Zurich"],
    ["18.7.22.69", "US", "Cambridge"],
    ["133.11.0.1", "JP", null],
    ["200.160.2.3", "BR", null],
    ["196.216.2.6", "ZA", "Johannesburg"],
    ["2001:67c:2e8:22::c100:68b", "NL", "Amsterdam"],
    ["2a01:4f8::1", "DE", null],
    ["2001:638::1", "DE", "Berlin"],
    ["2001:200:0:8002:203:47ff:fea5:3085", "JP", null],
    ["2001:12ff:0:2::3", "BR", null],
  ] as const) {
    it(`knows where ${address} is: ${city ?? "somewhere"} in ${country}`, async () => {
      await places.ready(address);
      const place = places.lookup(address);
      assert.equal(place.country, country);
      if (city !== null) assert.equal(place.city, city);
      assert.ok(Math.abs(place.latitude!) <= 90 && Math.abs(place.longitude!) <= 180);
      assert.deepEqual(JSON.parse(place.text), [place.country, place.city, place.latitude, place.longitude]);
    });
  }

  for (const [address, inside] of [
    ["::ffff:212.58.244.20", "212.58.244.20"],
    ["::FFFF:D43A:F414", "212.58.244.20"],
    ["0:0:0:0:0:ffff:d43a:f414", "212.58.244.20"],
    ["2002:d43a:f414::1", "212.58.244.20"],
    ["64:ff9b::d43a:f414", "212.58.244.20"],
    ["64:ff9b::212.58.244.20", "212.58.244.20"],
  ] as const) {
    it(`finds the IPv4 address inside ${address}`, () => {
      assert.equal(places.lookup(address).text, places.lookup(inside).text);
      assert.equal(places.lookup(address).country, "GB");
    });
  }

  for (const address of [
    ...["10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "127.0.0.1", "0.0.0.0"],
    ...["169.254.10.10", "100.64.0.1", "100.127.255.255", "192.0.2.1", "198.51.100.7"],
    ...["203.0.113.9", "224.0.0.1", "255.255.255.255", "198.18.0.1"],
    ...["::", "::1", "fe80::1", "fe80::1%eth0", "fd00::1", "2001:db8::1", "ff02::1"],
    ...["::ffff:10.0.0.1", "2002:a00:1::1", "64:ff9b::127.0.0.1"],
    ...["", "unknown", "1.2.3", "1.2.3.4.5", "999.1.1.1", "[::1]", "1.2.3.4:80", "example.org"],
  ]) {
    it(`has no location for "${address}", and does not look it up`, () => {
      assert.equal(places.ready(address), null);
      assert.equal(places.lookup(address).text, NOWHERE);
    });
  }

  it("returns one frozen object per address", () => {
    assert.equal(places.lookup("8.8.8.8"), places.lookup("8.8.8.8"));
    assert.ok(Object.isFrozen(places.lookup("8.8.8.8")));
  });

  it("returns well-formed values for any text", () => {
    const text = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string());
    fc.assert(
      fc.property(text, (address) => {
        const { country, city, latitude, longitude } = places.lookup(address);
        assert.match(country, /^(?:[A-Z]{2}|Unknown)$/);
        assert.ok(city === null || (city !== "" && !city.includes("(")));
        assert.equal(latitude === null, longitude === null);
      }),
      { numRuns: 300 },
    );
  });
});

describe("place reader while the data is loading", () => {
  it("returns what to wait for, per half, and then nothing", async () => {
    const places = createPlaceReader({ cacheSize: 10 });
    assert.ok(places.ready("8.8.8.8") instanceof Promise);
    await places.ready("8.8.8.8");
    assert.equal(places.ready("9.9.9.9"), null);
    assert.ok(places.ready("2620:fe::fe") instanceof Promise);
    await places.ready("2620:fe::fe");
    assert.equal(places.ready("2620:fe::9"), null);
  });

  it("is correct even for callers that do not wait", () => {
    const places = createPlaceReader({ cacheSize: 10 });
    assert.equal(places.lookup("212.58.244.20").country, "GB");
    assert.equal(places.lookup("2a01:4f8::1").country, "DE");
  });
});

describe("place reader with a GEO_DB file", () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-geo-"));
  after(() => rmSync(folder, { recursive: true }));
  const open = (name: string, bytes: Buffer): PlaceReader => {
    writeFileSync(join(folder, name), bytes);
    return createPlaceReader({ geoDb: join(folder, name), cacheSize: 10 });
  };

  it("reads MaxMind's City layout", () => {
    const places = open(
      "city.mmdb",
      writeMmdb([
        [
          [81, 2, 69],
          {
            country: { iso_code: "GB", names: { en: "United Kingdom" } },
            city: { names: { de: "Löndon", en: "London" } },
            location: { latitude: 51.51424, longitude: -0.0931 },
          },
        ],
        [[89, 160, 20], { country: { iso_code: "SE" }, location: { latitude: 62, longitude: 15 } }],
      ]),
    );
    assert.equal(places.ready("81.2.69.142"), null);
    assert.equal(places.lookup("81.2.69.142").text, '["GB","London",51.5142,-0.0931]');
    assert.equal(places.lookup("89.160.20.112").text, '["SE",null,62,15]');
    assert.equal(places.lookup("81.2.70.1").text, NOWHERE);
  });

  it("reads MaxMind's Country layout", () => {
    const places = open("country.mmdb", writeMmdb([[[81, 2], { country: { iso_code: "GB" } }]]));
    assert.equal(places.lookup("81.2.69.142").text, '["GB",null,null,null]');
  });

  it("reads an IPv6 tree", () => {
    const record = { country_code: "FR", city: "Paris", latitude: 48.8534, longitude: 2.3488 };
    const prefix = [0x2a, 0x01, 0xe0, 0x0a, 0x01];
    const places = open("v6.mmdb", writeMmdb([[prefix, record]]));
    assert.equal(places.lookup("2a01:e0a:1ff::1").text, NOWHERE);
    assert.equal(places.lookup("2a01:e00a:1ff::1").text, '["FR","Paris",48.8534,2.3488]');
  });

  it("does not treat an IPv6 address as an IPv4 one", () => {
    const places = open("v4.mmdb", writeMmdb([[[0x2a, 0x01], { country: { iso_code: "US" } }]]));
    assert.equal(places.lookup("42.1.2.3").country, "US");
    assert.equal(places.lookup("2a01:4f8::1").text, NOWHERE);
  });

  it("omits values that are out of range", () => {
    const records = [
      [[1], { country_code: "zz1", city: " ", latitude: 91, longitude: 5 }],
      [[2], { country_code: "ZZ", city: "Somewhere (North)", latitude: 5 }],
    ] as const;
    const places = open("odd.mmdb", writeMmdb(records.map(([p, r]) => [[...p], r])));
    assert.equal(places.lookup("1.2.3.4").text, NOWHERE);
    assert.equal(places.lookup("2.2.3.4").text, '["Unknown","Somewhere",null,null]');
  });

  it("reports immediately what is wrong with a file", () => {
    const missing = join(folder, "missing.mmdb");
    assert.throws(() => createPlaceReader({ geoDb: missing, cacheSize: 10 }), {
      message: /^GEO_DB names .*missing\.mmdb, which cannot be read as an MMDB file: ENOENT/,
    });
    for (const bytes of [Buffer.alloc(0), Buffer.from("not a database"), Buffer.alloc(100_000)]) {
      assert.throws(() => open("bad.mmdb", bytes), {
        message: /^GEO_DB names .*bad\.mmdb, which cannot be read as an MMDB file: /,
      });
    }
  });
});
