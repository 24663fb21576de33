import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { badFields, MISSING, PATH, useApp } from "./support.ts";

const FIELDS = ["id", "qrCodeId", "country", "city", "device", "browser", "os", "latitude", "longitude", "scannedAt"];

onEachEngine("GET /api/v1/qrcodes/:id/scans", (engine) => {
  const use = useApp(engine);
  const page = (id: string, query = "") => use.ask("GET", `${PATH}/${id}/scans${query}`);
  const idsOf = (answer: { json: { data: { id: string }[] } }) => answer.json.data.map((scan) => scan.id);
  /** A code with `count` scans, a second apart; returns their ids, newest first. */
  async function scanned(count: number) {
    const { id } = await use.code();
    const start = use.clock.now() - count * 1000;
    const scans = Array.from({ length: count }, (_, i) => ({ at: start + i * 1000 }));
    return { id, newestFirst: (await use.scan(id, scans)).reverse() };
  }

  describe("200", () => {
    it("returns exactly the scan record", async () => {
      const { id } = await use.code();
      const at = Date.UTC(2026, 0, 15, 8, 30, 0, 7);
      const [scanId] = await use.scan(id, [
        { at, agent: ["tablet", "Firefox", "Android"], place: ["FR", "Paris", 48.8566, 2.3522] },
      ]);
      const answer = await page(id);
      assert.deepEqual(Object.keys(answer.json), ["data", "nextCursor"]);
      assert.deepEqual(Object.keys(answer.json.data[0]), FIELDS);
      assert.deepEqual(answer.json.data, [
        {
          id: scanId,
          qrCodeId: id,
          country: "FR",
          city: "Paris",
          device: "tablet",
          browser: "Firefox",
          os: "Android",
          latitude: 48.8566,
          longitude: 2.3522,
          scannedAt: "2026-01-15T08:30:00.007Z",
        },
      ]);
    });

    it("has null for an unknown city and location, and Unknown for the rest", async () => {
      const { id } = await use.code();
      const agent = ["Unknown", "Unknown", "Unknown"] as [string, string, string];
      await use.scan(id, [{ agent, place: ["Unknown", null, null, null] }]);
      const { id: _, qrCodeId, scannedAt, ...rest } = (await page(id)).json.data[0];
      assert.deepEqual(rest, {
        country: "Unknown",
        city: null,
        device: "Unknown",
        browser: "Unknown",
        os: "Unknown",
        latitude: null,
        longitude: null,
      });
    });

    it("has nextCursor null on the last page, also on an exact boundary", async () => {
      const { id, newestFirst } = await scanned(6);
      const first = await page(id, "?limit=3");
      assert.equal(first.json.nextCursor, newestFirst[2]);
      const second = await page(id, `?limit=3&cursor=${first.json.nextCursor}`);
      assert.deepEqual(idsOf(second), newestFirst.slice(3));
      assert.equal(second.json.nextCursor, null);
      assert.equal((await page(id, "?limit=6")).json.nextCursor, null);
      assert.equal((await page(id, "?limit=5")).json.nextCursor, newestFirst[4]);
      const beyond = await page(id, `?cursor=${newestFirst[5]}`);
      assert.deepEqual(beyond.json, { data: [], nextCursor: null });
    });

    it("pages through every scan once, whatever arrives meanwhile", async () => {
      const { id, newestFirst } = await scanned(23);
      const walked: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const answer = await page(id, `?limit=10${cursor && `&cursor=${cursor}`}`);
        walked.push(...idsOf(answer));
        cursor = answer.json.nextCursor;
        await use.scan(id, [{}]);
      }
      assert.deepEqual(walked, newestFirst);
    });

    it("accepts limits from 1 to 500", async () => {
      const { id, newestFirst } = await scanned(501);
      assert.deepEqual(idsOf(await page(id, "?limit=1")), newestFirst.slice(0, 1));
      assert.deepEqual(idsOf(await page(id)), newestFirst.slice(0, 100), "100 by default");
      assert.deepEqual(idsOf(await page(id, "?limit=500")), newestFirst.slice(0, 500));
    });
  });

  describe("400", () => {
    it("refuses a limit that is out of range or not a whole number, and never clamps it", async () => {
      const { id } = await use.code();
      for (const limit of ["0", "501", "1.5", "", "1e2", "1%00", "9".repeat(30)]) {
        assert.deepEqual(badFields(await page(id, `?limit=${limit}`)), ["limit"], limit);
      }
      assert.deepEqual(badFields(await page(id, "?limit=1&limit=2")), ["limit"]);
    });

    it("refuses a cursor that is not a scan of this code", async () => {
      const { id } = await scanned(1);
      const other = await scanned(1);
      const cursors = [MISSING, other.newestFirst[0], id, "", "%00", "%F0%9F%8E%89"];
      for (const cursor of cursors) {
        assert.deepEqual(badFields(await page(id, `?cursor=${cursor}`)), ["cursor"], cursor);
      }
    });
  });
});
