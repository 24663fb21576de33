import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertRateHeaders, badFields, CREATE_FIELDS, PATH, TIME, useApp } from "./support.ts";

onEachEngine("POST /api/v1/qrcodes", (engine) => {
  const use = useApp(engine);
  const create = (json: unknown) => use.ask("POST", PATH, { json });

  describe("201", () => {
    it("fills in the defaults and returns exactly the create shape", async () => {
      const answer = await create(VALID_BODY);
      assert.equal(answer.status, 201);
      assert.match(answer.headers.get("content-type")!, /^application\/json/);
      assertRateHeaders(answer);
      assert.deepEqual(Object.keys(answer.json), CREATE_FIELDS);
      const { id, shareToken, createdAt, expiresAt, ...rest } = answer.json;
      assert.match(shareToken, /^[a-km-np-z2-9]{12}$/);
      assert.deepEqual(rest, {
        ...VALID_BODY,
        type: "url",
        shareUrl: `http://tessera.test/r/${shareToken}`,
        foregroundColor: "#1a1410",
        backgroundColor: "#ffffff",
        size: 512,
        errorCorrection: "M",
        category: null,
      });
      assert.match(createdAt, TIME);
      assert.match(expiresAt, TIME);
      assert.equal(Date.parse(createdAt), use.clock.now());
      assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 365 * DAY_MS);
      assert.match(id, /^[0-9a-f-]{36}$/);
    });

    it("keeps every given value exactly as sent", async () => {
      const sent = {
        name: `  Ünïcode 🎉  ${"😀".repeat(85)}`,
        content: "HTTPS://Example.com:443/A?b=%20c",
        type: "social",
        foregroundColor: "#AbCdEf",
        backgroundColor: "#000000",
        errorCorrection: "Q",
        size: 2048,
        category: "ß".repeat(100),
      };
      const code = await use.code(sent);
      const read = (await use.ask("GET", `${PATH}/${code.id}`)).json;
      for (const [field, value] of Object.entries(sent)) assert.deepEqual([code[field], read[field]], [value, value]);
      assert.equal((await use.code({ size: 128 })).size, 128);
    });

    it("ignores unknown fields and those only the server sets", async () => {
      const code = await use.code({
        id: "mine",
        shareToken: "mine",
        isFavorite: true,
        scanCount: 7,
        createdAt: "2001-01-01T00:00:00.000Z",
        anything: { nested: [1] },
      });
      assert.deepEqual(Object.keys(code), CREATE_FIELDS);
      assert.notEqual(code.id, "mine");
      const read = await use.ask("GET", `${PATH}/${code.id}`);
      assert.equal(read.json.isFavorite, false);
      assert.equal(read.json.scanCount, 0);
    });
  });

  describe("400", () => {
    it("names each invalid field, and stores nothing", async () => {
      const text = ["", 5, null, ["a"], "a\0b", "\ud800"];
      const color = ["#fff", "1a1410", "#1a141g", "red", "#1a1410\n", null, 0];
      const word = ["", "URL", "X", null, 1, ["url"]];
      const wrong: Record<string, unknown[]> = {
        name: [...text, "a".repeat(101)],
        content: text,
        type: [...word, "link"],
        errorCorrection: [...word, "m"],
        foregroundColor: color,
        backgroundColor: color,
        size: [127, 2049, 512.5, "512", null, true, 1e300],
        category: [5, {}, "a".repeat(101), "\udc00"],
      };
      const before = await use.countCodes();
      for (const [field, values] of Object.entries(wrong)) {
        for (const value of values) {
          assert.deepEqual(badFields(await create({ ...VALID_BODY, [field]: value })), [field], JSON.stringify(value));
        }
      }
      assert.equal(await use.countCodes(), before);
    });

    it("names name and content when they are missing", async () => {
      assert.deepEqual(badFields(await create({})), ["content", "name"]);
    });

    it("reports broken rules together with wrong shapes, all at once", async () => {
      const json = { name: " ", content: "javascript:alert(1)", category: "\0", size: "512", foregroundColor: "blue" };
      const answer = await create({ ...VALID_BODY, ...json });
      assert.deepEqual(badFields(answer), Object.keys(json).sort());
      assert.match(answer.text, /such as https:\/\/example\.com\/menu/, "shows what is accepted");
      const shapes = { name: 1, content: 2, type: "x", backgroundColor: "x", errorCorrection: "x", category: 3 };
      assert.deepEqual(badFields(await create(shapes)), Object.keys(shapes).sort());
    });
  });
});
