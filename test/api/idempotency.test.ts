import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { badFields, PATH, useApp } from "./support.ts";

const HOUR_MS = 3_600_000;
let keys = 0;
const freshKey = () => `order-${++keys}`;

onEachEngine("Idempotency-Key on POST /api/v1/qrcodes", (engine) => {
  const use = useApp(engine);
  const create = (idempotencyKey: string, json: unknown = VALID_BODY, key = use.key) =>
    use.app.request("POST", PATH, { key, json, headers: { "idempotency-key": idempotencyKey } });

  describe("201", () => {
    it("returns the first answer byte for byte, and creates nothing", async () => {
      const once = freshKey();
      const first = await create(once);
      const before = await use.countCodes();
      use.clock.move(1000);
      const second = await create(once);
      assert.equal(second.status, 201);
      assert.equal(second.text, first.text);
      assert.equal(second.headers.get("content-type"), first.headers.get("content-type"));
      assert.equal(await use.countCodes(), before);
    });

    it("treats equivalent JSON as the same body", async () => {
      const once = freshKey();
      const first = await create(once);
      const { content, name } = VALID_BODY;
      const spelled = { type: "url", size: 512, content, name, category: null };
      assert.equal((await create(once, spelled)).text, first.text);
    });

    it("creates one code for ten concurrent requests", async () => {
      const once = freshKey();
      const before = await use.countCodes();
      const answers = await Promise.all(Array.from({ length: 10 }, () => create(once)));
      for (const answer of answers) assert.equal(answer.status, 201, answer.text);
      assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
      assert.equal(await use.countCodes(), before + 1);
    });

    it("is remembered for 24 hours and no longer", async () => {
      const once = freshKey();
      const first = await create(once);
      use.clock.move(24 * HOUR_MS - 1);
      assert.equal((await create(once)).json.id, first.json.id);
      use.clock.move(2);
      const later = await create(once, { ...VALID_BODY, name: "Another" });
      assert.equal(later.status, 201);
      assert.notEqual(later.json.id, first.json.id);
    });

    it("is separate for each owner, and shared among an owner's API keys", async () => {
      const once = freshKey();
      const first = await create(once);
      const another = await use.app.user();
      const other = await create(once, VALID_BODY, another.key);
      assert.equal(other.status, 201);
      assert.notEqual(other.json.id, first.json.id);
      assert.equal((await create(once, VALID_BODY, another.key)).json.id, other.json.id);
    });

    it("is not remembered for a request that failed", async () => {
      const once = freshKey();
      assert.deepEqual(badFields(await create(once, { ...VALID_BODY, size: 1 })), ["size"]);
      assert.equal((await create(once)).status, 201);
    });
  });

  describe("400", () => {
    it("refuses the same key with another body, and creates nothing", async () => {
      const once = freshKey();
      await create(once);
      const before = await use.countCodes();
      for (const other of [{ size: 513 }, { expiresAt: "2030-01-01T00:00:00Z" }]) {
        assert.deepEqual(badFields(await create(once, { ...VALID_BODY, ...other })), ["Idempotency-Key"]);
      }
      assert.equal(await use.countCodes(), before);
    });

    it("refuses a key that is empty, too long, or not visible ASCII", async () => {
      const before = await use.countCodes();
      for (const key of ["", "a".repeat(256), "a b", "caf\u00e9"]) {
        assert.deepEqual(badFields(await create(key)), ["Idempotency-Key"], key);
      }
      assert.equal(await use.countCodes(), before);
      assert.equal((await create("!~".repeat(127))).status, 201);
    });
  });
});
