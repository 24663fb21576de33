import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Papa from "papaparse";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { until } from "../support/eventually.ts";
import { onSqlite } from "../support/stores.ts";
import { badFields, PATH, useOwnApp } from "./support.ts";

onSqlite("GET /api/v1/qrcodes/:id/scans.csv", (engine) => {
  const use = useOwnApp(engine);
  const read = (id: string, headers: Record<string, string> = {}, query = "") =>
    use.ask("GET", `${PATH}/${id}/scans.csv${query}`, { headers });
  const rowsOf = (text: string) =>
    Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

  describe("200", () => {
    it("has every scan, newest first, with the fields of a record as columns", async () => {
      const { id } = await use.code({ name: "Über: Menü" });
      const scans = Array.from({ length: 1203 }, (_, i) => ({ at: use.clock.now() - i * 1000 }));
      await use.scan(id, scans);
      const before = await use.ask("GET", `${PATH}/${id}/scans?limit=500`);
      const answer = await read(id);
      assert.equal(answer.headers.get("content-type"), "text/csv; charset=utf-8");
      assert.equal(
        answer.headers.get("content-disposition"),
        `attachment; filename="Uber Menu scans.csv"; filename*=UTF-8''%C3%9Cber%20Men%C3%BC%20scans.csv`,
      );
      const left = (from: typeof answer) => Number(from.headers.get("x-ratelimit-remaining"));
      assert.equal(left(before) - left(answer), 1, "it counts as one request");
      const rows = rowsOf(answer.text);
      assert.equal(rows.length, 1203);
      const records: Record<string, unknown>[] = before.json.data;
      assert.deepEqual(
        rows.slice(0, 500),
        records.map((record) =>
          Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)])),
        ),
      );
      assert.deepEqual(Object.keys(rows[0]!), Object.keys(records[0]!));
      assert.equal(new Set(rows.map((row) => row.id)).size, 1203);
    });

    it("has the scans of a period and of filters, as the list has them", async () => {
      const { id } = await use.code({ name: "Menu" });
      const hour = 3_600_000;
      // The clock starts at noon (UTC) of Thursday, 15 January 2026.
      await use.scan(id, [
        { at: use.clock.now() },
        { at: use.clock.now() - 13 * hour, place: ["AT", "Wien", 48.2, 16.4] },
        { at: use.clock.now() - 25 * hour },
        { at: use.clock.now() - 24 * 40 * hour },
      ]);
      const timesOf = (records: { scannedAt: string }[]) => records.map(({ scannedAt }) => scannedAt.slice(5, 13));
      const scansOf = async (query: string) => {
        const times = timesOf(rowsOf((await read(id, {}, query)).text) as never);
        assert.deepEqual(timesOf((await use.ask("GET", `${PATH}/${id}/scans${query}`)).json.data), times, query);
        return times;
      };
      assert.deepEqual(await scansOf("?period=7d"), ["01-15T12", "01-14T23", "01-14T11"]);
      assert.deepEqual(await scansOf("?period=today"), ["01-15T12"]);
      assert.deepEqual(await scansOf("?period=today&timezone=Europe/Berlin"), ["01-15T12", "01-14T23"]);
      assert.deepEqual(await scansOf("?country=AT"), ["01-14T23"]);
      assert.deepEqual(await scansOf(`?hour=${2 * 24 + 11}&hour=${2 * 24 + 23}`), ["01-14T23", "01-14T11"]);
      assert.deepEqual(await scansOf("?from=2026-01-14&to=2026-01-14&country=DE"), ["01-14T11"]);
      assert.equal((await scansOf("")).length, 4);
      const part = await read(id, {}, "?period=7d");
      assert.equal(
        part.headers.get("content-disposition"),
        'attachment; filename="Menu scans 2026-01-09 2026-01-15.csv"',
      );
      assert.notEqual(part.headers.get("etag"), (await read(id)).headers.get("etag"));
      for (const path of ["scans", "scans.csv"]) {
        const answer = await use.ask("GET", `${PATH}/${id}/${path}?period=8d&hour=168`);
        assert.deepEqual(badFields(answer), ["hour.0", "period"]);
      }
    });

    it("has only the header line without scans, and empty cells for unknown values", async () => {
      const { id } = await use.code();
      assert.match((await read(id)).text, /^id,qrCodeId,[^\r\n]+,scannedAt\r\n$/);
      await use.scan(id, [{ place: ["Unknown", null, null, null] }]);
      const [row] = rowsOf((await read(id)).text);
      assert.deepEqual([row!.country, row!.city, row!.latitude], ["Unknown", "", ""]);
    });

    it("has no cell that a spreadsheet would execute", async () => {
      const { id } = await use.code();
      const agent = ["=1+1", "@SUM(A1)", '-cmd|" /C calc"!A0'] as [string, string, string];
      await use.scan(id, [{ agent, place: ["DE", "+1,\n2", -52.5, -13.4] }]);
      const [row] = rowsOf((await read(id)).text);
      assert.deepEqual(
        [row!.device, row!.browser, row!.os, row!.city, row!.latitude],
        [...agent.map((text) => `'${text}`), "'+1,\n2", "-52.5"],
      );
    });

    it("has an ETag that is valid until another scan arrives or old ones are forgotten", async () => {
      const { id } = await use.code();
      await use.scan(id, [{ at: use.clock.now() - 2 * DAY_MS }, {}]);
      const first = await read(id);
      assert.equal(first.headers.get("cache-control"), "private, no-cache");
      const tag = first.headers.get("etag")!;
      const held = await read(id, { "if-none-match": tag });
      assert.deepEqual([held.status, held.text], [304, ""]);
      await use.scan(id, [{}]);
      const second = await read(id, { "if-none-match": tag });
      assert.equal(rowsOf(second.text).length, 3);
      await use.app.store.maintain(use.clock.now(), dayOf(use.clock.now()));
      const third = await read(id, { "if-none-match": second.headers.get("etag")! });
      assert.equal(rowsOf(third.text).length, 2);
    });

    it("answers HEAD with the same headers without reading scans, and compresses on request", async () => {
      const { id } = await use.code();
      await use.scan(id, Array(50).fill({}));
      const plain = await read(id, { "accept-encoding": "identity" });
      const head = await use.ask("HEAD", `${PATH}/${id}/scans.csv`);
      for (const name of ["content-type", "content-disposition", "etag", "vary"]) {
        assert.equal(head.headers.get(name), plain.headers.get(name), name);
      }
      const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
      for (const encoding of ["gzip", "br"] as const) {
        const { headers, body } = await raw(id, { "accept-encoding": encoding });
        assert.equal(headers["content-encoding"], encoding);
        assert.equal(unpack[encoding](await body()).toString(), plain.text);
      }
    });
  });

  /** The answer as a stream, read only on demand. */
  async function raw(id: string, headers: Record<string, string>) {
    const { port } = new URL(use.app.url);
    const path = `${PATH}/${id}/scans.csv`;
    const all = { ...headers, authorization: `Bearer ${use.key}` };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path, headers: all }, resolve).on("error", reject);
    });
    return {
      headers: answer.headers,
      body: async () => Buffer.concat(await answer.toArray()),
      leave: () => answer.destroy(),
    };
  }

  for (const encoding of ["identity", "gzip"]) {
    it(`applies back-pressure, and stops reading when the client disconnects (${encoding})`, async (test) => {
      const { id } = await use.code();
      await use.scan(id, [{}]);
      const { scans } = use.app.store;
      const [row] = await scans.page(await use.numOf(id), 1);
      let pages = 0;
      // An endless stream of scans: only the reader can end it.
      test.mock.method(scans, "pageFrom", async (_: number, limit: number) => {
        pages += 1;
        const cityOf = () => randomBytes(1500).toString("base64");
        return { rows: Array.from({ length: limit }, () => ({ ...row!, city: cityOf() })), stoppedAt: row!.id };
      });
      const { leave } = await raw(id, { "accept-encoding": encoding });
      const isSteady = async () => {
        const before = pages;
        await sleep(100);
        return pages === before;
      };
      await until(async () => pages > 0 && (await isSteady()));
      leave();
      await until(isSteady);
    });
  }
});
