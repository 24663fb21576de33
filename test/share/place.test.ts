import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { PATH, useApp } from "../api/support.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { freshDir, onSqlite } from "../support/stores.ts";
import { writeMmdb } from "../visits/mmdb.ts";

const LONDON = "212.58.244.20";
const FRANKFURT = "141.1.1.1";
const GEO_DB = join(freshDir(), "places.mmdb");
writeFileSync(
  GEO_DB,
  writeMmdb([
    [[212, 58], { country_code: "GB", city: "London", latitude: 51.5, longitude: -0.1 }],
    [[141, 1], { country_code: "DE", city: "Frankfurt", latitude: 50.1, longitude: 8.7 }],
  ]),
);

/** The location of the newest scan, after one with this X-Forwarded-For. */
function createAsk(use: ReturnType<typeof useApp>) {
  return async (forwarded: string | null): Promise<[string, string | null]> => {
    const { shareToken, id } = await use.code();
    const headers = { "user-agent": PHONE, ...(forwarded === null ? {} : { "x-forwarded-for": forwarded }) };
    const answer = await use.app.request("GET", `/r/${shareToken}`, { headers });
    assert.equal(answer.status, 302);
    // A read waits half a second for acknowledged scans, which a busy machine may exceed.
    const scan = await eventually(async () => {
      const { data } = (await use.ask("GET", `${PATH}/${id}/scans`)).json;
      assert.equal(data[0]?.id, answer.headers.get("scan-id"));
      return data[0];
    });
    if (scan.city === null) assert.deepEqual([scan.latitude, scan.longitude], [null, null]);
    return [scan.country, scan.city];
  };
}

onSqlite("the location of a scan without trusted proxies", (engine) => {
  const use = useApp(engine, { GEO_DB });
  const placeOf = createAsk(use);

  it("is the socket's, whatever the request says", async () => {
    for (const forwarded of [null, LONDON, `${LONDON}, 127.0.0.1`]) {
      assert.deepEqual(await placeOf(forwarded), ["Unknown", null]);
    }
  });
});

onSqlite("the location of a scan behind a trusted proxy", (engine) => {
  const use = useApp(engine, { GEO_DB, TRUSTED_PROXIES: "loopback, 10.0.0.0/8" });
  const placeOf = createAsk(use);

  it("is that of the first untrusted hop from the right", async () => {
    const table = [
      [`${FRANKFURT}, ${LONDON}, 10.1.2.3`, "GB", "London"],
      [`::ffff:${LONDON}`, "GB", "London"],
      [`${LONDON}, 192.168.1.1`, "Unknown", null],
      [`${LONDON}, nonsense`, "Unknown", null],
    ] as const;
    for (const [forwarded, country, city] of table) {
      assert.deepEqual(await placeOf(forwarded), [country, city], forwarded);
    }
  });

  it("is stored and logged without the address", async () => {
    await placeOf(LONDON);
    assert.ok(!use.app.log.join("").includes(LONDON));
    const places = await use.app.store.auth.db.selectFrom("places").selectAll().execute();
    assert.ok(places.some(({ country }: { country: string }) => country === "GB"));
    assert.ok(!JSON.stringify(places).includes("212.58"));
  });

  it("is counted in the analytics", async () => {
    const { shareToken, id } = await use.code();
    for (const from of [LONDON, LONDON, FRANKFURT, "10.0.0.1"]) {
      const headers = { "user-agent": PHONE, "x-forwarded-for": from };
      await use.app.request("GET", `/r/${shareToken}`, { headers });
    }
    const summary = await eventually(async () => {
      const { json } = await use.ask("GET", `${PATH}/${id}/analytics`);
      assert.equal(json.totalScans, 4);
      return json;
    });
    assert.deepEqual(summary.byCountry, [
      { country: "GB", count: 2 },
      { country: "DE", count: 1 },
      { country: "Unknown", count: 1 },
    ]);
    assert.equal(summary.uniqueCountries, 2);
    assert.equal(summary.uniqueCities, 2);
    assert.deepEqual(summary.byDevice, [{ device: "mobile", count: 4 }]);
  });
});
