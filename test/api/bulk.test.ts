import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertError, badFields, CREATE_FIELDS, JSON_TYPE, PATH, useApp } from "./support.ts";

const BULK = `${PATH}/bulk`;

const bodies = (count: number) => Array.from({ length: count }, (_, i) => ({ ...VALID_BODY, name: `Table ${i}` }));

onEachEngine("POST /api/v1/qrcodes/bulk", (engine) => {
  const use = useApp(engine);
  const post = (qrcodes: unknown, headers: Record<string, string> = {}) =>
    use.ask("POST", BULK, { json: { qrcodes }, headers });

  describe("201", () => {
    it("creates the codes in order, each answered like a single creation", async () => {
      const full = {
        name: "Ring",
        type: "phone",
        content: "+4930123456",
        category: "Bells \u00e4",
        foregroundColor: "#000080",
        backgroundColor: "#f0f0f0",
        errorCorrection: "Q",
        size: 1024,
        isPublic: false,
        expiresAt: "2030-01-02T03:04:05.678Z",
      };
      const answer = await post([full, VALID_BODY]);
      assert.equal(answer.status, 201, answer.text);
      const alone = [await use.code(full), await use.code()];
      assert.equal(answer.json.data.length, 2);
      for (const [i, made] of answer.json.data.entries()) {
        assert.deepEqual(Object.keys(made), CREATE_FIELDS);
        const { id, shareToken, shareUrl } = made;
        assert.deepEqual(made, { ...alone[i], id, shareToken, shareUrl });
        const read = (await use.ask("GET", `${PATH}/${id}`)).json;
        assert.equal(read.isPublic, i === 1);
        assert.deepEqual({ ...read, ...made }, read);
      }
      const list = (await use.ask("GET", `${PATH}?limit=4`)).json.data;
      assert.equal(list[2].id, answer.json.data[1].id, "the last of them is the newest");
    });

    it("creates 500 codes and counts as one request", async () => {
      const before = await use.ask("GET", `${PATH}?limit=1`);
      const answer = await post(bodies(500));
      assert.equal(answer.status, 201, answer.text.slice(0, 500));
      const left = (from: typeof answer) => Number(from.headers.get("x-ratelimit-remaining"));
      assert.equal(left(before) - left(answer), 1);
      const { data } = answer.json;
      assert.deepEqual(
        data.map(({ name }: { name: string }) => name),
        bodies(500).map(({ name }) => name),
      );
      assert.equal(new Set(data.map((made: { shareToken: string }) => made.shareToken)).size, 500);
      const scan = await use.app.request("GET", `/r/${data[499].shareToken}`);
      assert.equal(scan.status, 302);
    });

    it("returns the first answer for the same key and body, and creates nothing", async () => {
      const headers = { "idempotency-key": `bulk-${engine.name}` };
      const expiresAt = new Date(use.clock.now() + 60_000).toISOString();
      const sent = [...bodies(3), { ...VALID_BODY, expiresAt }];
      const first = await post(sent, headers);
      const before = await use.countCodes();
      use.clock.move(60_001);
      const again = await Promise.all([post(sent, headers), post(sent, headers)]);
      for (const answer of again) {
        assert.equal(answer.status, 201);
        assert.equal(answer.text, first.text);
        assert.equal(answer.headers.get("idempotency-replayed"), "true");
      }
      assert.equal(await use.countCodes(), before);
      assert.deepEqual(badFields(await post(bodies(2), headers)), ["Idempotency-Key"]);
      const single = await use.ask("POST", PATH, { json: VALID_BODY, headers });
      assert.deepEqual(badFields(single), ["Idempotency-Key"]);
    });

    it("accepts 4 MiB, unlike any other route", async () => {
      const [head, tail] = JSON.stringify({ qrcodes: bodies(1), x: "|" }).split("|");
      const bodyOf = (bytes: number) => head + "x".repeat(bytes - head!.length - tail!.length) + tail;
      const send = (path: string, bytes: number) => use.ask("POST", path, { body: bodyOf(bytes), headers: JSON_TYPE });
      assert.equal((await send(BULK, 4 << 20)).status, 201);
      const over = await send(BULK, (4 << 20) + 1);
      assert.deepEqual(badFields(over), ["body"]);
      assert.match(over.json.message, /4 MiB/);
      assert.match((await send(PATH, 1 << 20)).json.message, /64 KiB/);
    });
  });

  describe("400", () => {
    it("names every invalid field of every code, and creates none", async () => {
      const before = await use.countCodes();
      const answer = await post(
        [
          VALID_BODY,
          { content: "javascript:alert(1)", size: 5 },
          "no object",
          { ...VALID_BODY, name: " ", expiresAt: "tomorrow", category: "x".repeat(101) },
          { ...VALID_BODY, content: "http://tessera.test/r/k7mq2xw9cvpa" },
        ],
        { "idempotency-key": "not ok" },
      );
      assert.deepEqual(badFields(answer), [
        "Idempotency-Key",
        "qrcodes[1].content",
        "qrcodes[1].name",
        "qrcodes[1].size",
        "qrcodes[2]",
        "qrcodes[3].category",
        "qrcodes[3].expiresAt",
        "qrcodes[3].name",
        "qrcodes[4].content",
      ]);
      assert.ok(answer.json.message.length < 200, answer.json.message);
      assert.equal(await use.countCodes(), before);
    });

    it("refuses anything but a list of 1 to 500", async () => {
      for (const list of [[], null, bodies(501), Array(20_001).fill(0)]) {
        const answer = await post(list);
        assert.deepEqual(badFields(answer), ["qrcodes"]);
        assert.match(answer.json.details[0].message, /list of 1 to 500/);
      }
      assert.deepEqual(badFields(await use.ask("POST", BULK, { json: {} })), ["qrcodes"]);
      assert.deepEqual(badFields(await use.ask("POST", BULK, { json: [VALID_BODY] })), ["body"]);
    });

    it("refuses a body with too many values before parsing it, but not one with long texts", async () => {
      const many = `{"qrcodes":[${"[],".repeat(100_000)}0]}`;
      const answer = await use.ask("POST", BULK, { body: many, headers: JSON_TYPE });
      assert.match(answer.json.message, /20000 values/);
      const text = { ...VALID_BODY, type: "text", content: '"\\[{,'.repeat(400) };
      assert.equal((await post(Array(10).fill(text))).status, 201);
    });
  });

  it("404 for other methods", async () => {
    assertError(await use.ask("GET", BULK), 404, "not_found");
  });
});
