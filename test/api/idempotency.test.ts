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

    it("is returned after the expiresAt of the body has passed", async () => {
      const once = freshKey();
      const body = { ...VALID_BODY, expiresAt: new Date(use.clock.now() + HOUR_MS).toISOString() };
      const first = await create(once, body);
      assert.equal(first.status, 201, first.text);
      use.clock.move(2 * HOUR_MS);
      const second = await create(once, body);
      assert.equal(second.status, 201, second.text);
      assert.equal(second.text, first.text);
      assert.equal(second.headers.get("idempotency-replayed"), "true");
      assert.deepEqual(badFields(await create(once, { ...body, name: "Another" })), ["expiresAt"]);
      assert.deepEqual(badFields(await create(freshKey(), body)), ["expiresAt"]);
      assert.deepEqual(badFields(await create(once, { ...body, size: 1 })), ["expiresAt", "size"]);
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

    it("refuses the same key with a field added that is wrong", async () => {
      const once = freshKey();
      await create(once, { ...VALID_BODY, expiresAt: undefined });
      const dated = freshKey();
      await create(dated, { ...VALID_BODY, expiresAt: "2130-01-01T00:00:00Z" });
      for (const expiresAt of ["garbage", 5, [1]]) {
        assert.deepEqual(badFields(await create(once, { ...VALID_BODY, expiresAt })), ["expiresAt"]);
      }
      const ms = Date.parse("2130-01-01T00:00:00Z");
      assert.deepEqual(badFields(await create(dated, { ...VALID_BODY, expiresAt: ms })), ["expiresAt"]);
      for (const isPublic of ["no", 1]) {
        assert.deepEqual(badFields(await create(once, { ...VALID_BODY, isPublic })), ["isPublic"]);
      }
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

const STYLE = { name: "Round", style: { modules: "rounded" } };
const WEBHOOK = { url: "https://hooks.example.com/", events: ["qrcode.scanned", "qrcode.created"] };

for (const [path, body, sameBody, otherBody] of [
  ["/api/v1/styles", STYLE, { ...STYLE, isDefault: false }, { ...STYLE, name: "Other" }],
  [
    "/api/v1/webhooks",
    WEBHOOK,
    { url: "https://HOOKS.example.com", events: WEBHOOK.events.toReversed(), isActive: true },
    { ...WEBHOOK, isActive: false },
  ],
] as const) {
  onEachEngine(`Idempotency-Key on POST ${path}`, (engine) => {
    const use = useApp(engine);
    const create = (idempotencyKey: string, json: unknown = body, key = use.key) =>
      use.app.request("POST", path, { key, json, headers: { "idempotency-key": idempotencyKey } });
    const count = async () => (await use.ask("GET", path)).json.data.length as number;

    it("201: returns the first response and creates one", async () => {
      const once = freshKey();
      const before = await count();
      const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => create(once)));
      assert.equal(first!.status, 201, first!.text);
      assert.deepEqual((await use.ask("GET", `${path}/${first!.json.id}`)).status, 200);
      use.clock.move(1000);
      for (const again of [...others, await create(once, sameBody)]) {
        assert.deepEqual([again.status, again.text], [201, first!.text]);
        assert.equal(again.headers.get("location"), first!.headers.get("location"));
      }
      assert.equal((await create(once)).headers.get("idempotency-replayed"), "true");
      assert.equal(await count(), before + 1);
    });

    it("201: creates another one with another key, for another owner, and after 24 hours", async () => {
      const once = freshKey();
      const ids = [(await create(once)).json.id];
      ids.push((await create(freshKey())).json.id);
      ids.push((await create(once, body, (await use.app.user()).key)).json.id);
      use.clock.move(24 * HOUR_MS + 1);
      const later = await create(once, otherBody);
      assert.equal(later.headers.get("idempotency-replayed"), null);
      ids.push(later.json.id);
      assert.equal(new Set(ids.filter(Boolean)).size, 4);
    });

    it("400: refuses another body, a key used for a code, and a malformed key; a failed request keeps no key", async () => {
      const once = freshKey();
      assert.equal((await create(once, {})).status, 400);
      assert.equal((await create(once)).status, 201);
      const before = await count();
      assert.deepEqual(badFields(await create(once, otherBody)), ["Idempotency-Key"]);
      const ofCode = freshKey();
      const headers = { "idempotency-key": ofCode };
      assert.equal((await use.ask("POST", PATH, { json: VALID_BODY, headers })).status, 201);
      assert.deepEqual(badFields(await create(ofCode)), ["Idempotency-Key"]);
      assert.deepEqual(badFields(await create("a b")), ["Idempotency-Key"]);
      assert.equal(await count(), before);
    });
  });
}

onEachEngine("Idempotency-Key at the limit", (engine) => {
  const use = useApp(engine);

  it("201: returns the last webhook that was allowed again; 400 keeps no key", async () => {
    const create = (once: string) =>
      use.ask("POST", "/api/v1/webhooks", { json: WEBHOOK, headers: { "idempotency-key": once } });
    const keys = Array.from({ length: 20 }, freshKey);
    const made = [];
    for (const once of keys) made.push(await create(once));
    const tooMany = freshKey();
    assert.deepEqual(badFields(await create(tooMany)), ["url"]);
    assert.equal((await create(keys.at(-1)!)).text, made.at(-1)!.text);
    assert.equal((await use.ask("DELETE", `/api/v1/webhooks/${made[0]!.json.id}`)).status, 204);
    assert.equal((await create(tooMany)).status, 201);
  });
});
