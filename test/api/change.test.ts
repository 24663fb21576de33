import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertRateHeaders, badFields, PATH, READ_FIELDS, useApp } from "./support.ts";

onEachEngine("PATCH /api/v1/qrcodes/:id", (engine) => {
  const use = useApp(engine);
  const change = (id: string, json: unknown) => use.ask("PATCH", `${PATH}/${id}`, { json });
  const read = async (id: string) => (await use.ask("GET", `${PATH}/${id}`)).json;
  const versions = async (id: string) =>
    use.app.store.auth.db
      .selectFrom("code_versions")
      .select(["n", "content", "replaced_at"])
      .where("code_num", "=", await use.numOf(id))
      .orderBy("n")
      .execute();

  describe("200", () => {
    it("changes every field that may change, and returns the read shape", async () => {
      const before = await use.code();
      const json = {
        name: "New name",
        content: "https://example.com/new",
        foregroundColor: "#112233",
        backgroundColor: "#ffeedd",
        size: 2048,
        errorCorrection: "H",
        category: "Posters",
        isPublic: false,
        isFavorite: true,
        expiresAt: "2027-05-06T07:08:09.010Z",
      };
      use.clock.move(1000);
      const answer = await change(before.id, json);
      assert.equal(answer.status, 200, answer.text);
      assertRateHeaders(answer);
      assert.deepEqual(Object.keys(answer.json), READ_FIELDS);
      const updatedAt = new Date(use.clock.now()).toISOString();
      assert.deepEqual(answer.json, { ...before, ...json, scanCount: 0, updatedAt });
      assert.deepEqual(await read(before.id), answer.json);
      const other = (await change(before.id, { category: null })).json;
      assert.deepEqual(other, { ...answer.json, category: null }, "only the fields sent");
    });

    it("accepts a code exactly as it was read", async () => {
      const { id } = await use.code();
      const before = await read(id);
      use.clock.move(1000);
      const answer = await change(id, before);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json, before, "including its expiry");
      assert.deepEqual(await versions(id), []);
      const counters = use.app.store.auth.db.selectFrom("code_counters").select("expires_fixed");
      const [row] = await counters.where("code_num", "=", await use.numOf(id)).execute();
      assert.equal(Boolean(row.expires_fixed), false, "that does not fix the expiry");
    });

    it("keeps every earlier content as a version, and adds none for the same content", async () => {
      const { id } = await use.code({ type: "text", content: "one" });
      const times: number[] = [];
      for (const content of ["two", "two", "three"]) {
        use.clock.move(1000);
        if (content !== (await read(id)).content) times.push(use.clock.now());
        assert.equal((await change(id, { content })).status, 200);
      }
      await change(id, { name: "Only the name" });
      assert.deepEqual(await versions(id), [
        { n: 1, content: "one", replaced_at: times[0] },
        { n: 2, content: "two", replaced_at: times[1] },
      ]);
    });

    it("keeps every version of ten concurrent changes", async () => {
      const { id } = await use.code({ type: "text", content: "0" });
      const ten = Array.from({ length: 10 }, (_, i) => change(id, { content: `${i + 1}` }));
      for (const answer of await Promise.all(ten)) assert.equal(answer.status, 200);
      const held = (await versions(id)).map((version: { content: string }) => version.content);
      const all = [...held, (await read(id)).content].map(Number).sort((a, b) => a - b);
      assert.deepEqual(
        all,
        Array.from({ length: 11 }, (_, i) => i),
      );
    });

    it("fixes an expiry set by hand, and null returns to the sliding rule", async () => {
      const { id } = await use.code();
      const fixed = "2026-03-01T00:00:00.000Z";
      assert.equal((await change(id, { expiresAt: fixed })).json.expiresAt, fixed);
      use.clock.move(DAY_MS);
      await use.scan(id, [{}]);
      assert.equal((await read(id)).expiresAt, fixed, "a scan does not move it");
      const back = (await change(id, { expiresAt: null })).json;
      assert.equal(Date.parse(back.expiresAt), use.clock.now() + 365 * DAY_MS);
      use.clock.move(DAY_MS);
      await use.scan(id, [{}]);
      assert.equal(Date.parse((await read(id)).expiresAt), use.clock.now() + 365 * DAY_MS);
    });

    it("pauses, expires and renews: the state follows from the fields", async () => {
      const { id } = await use.code({ name: "state walker" });
      const stateOf = async () => {
        for (const state of ["active", "paused", "expired"]) {
          const list = await use.ask("GET", `${PATH}?state=${state}&q=state%20walker`);
          if (list.json.data.length > 0) return state;
        }
        return "none";
      };
      assert.equal(await stateOf(), "active");
      await change(id, { isPublic: false });
      assert.equal(await stateOf(), "paused");
      await change(id, { isPublic: true });
      await use.expire(id);
      assert.equal(await stateOf(), "expired");
      await change(id, { expiresAt: new Date(use.clock.now() + 1).toISOString() });
      assert.equal(await stateOf(), "active");
      use.clock.move(1);
      assert.equal(await stateOf(), "expired");
      await change(id, { expiresAt: null });
      assert.equal(await stateOf(), "active");
    });

    it("ignores unknown and read-only fields", async () => {
      const { id } = await use.code();
      const answer = await change(id, { scanCount: 9, updatedAt: "x", shareUrl: "x", more: [] });
      assert.equal(answer.status, 200);
      assert.equal(answer.json.scanCount, 0);
    });
  });

  describe("400", () => {
    it("reports everything wrong at once (shape, rules, read-only fields) and changes nothing", async () => {
      const { id } = await use.code({ type: "phone", content: "+49 30 123456" });
      const before = await read(id);
      const json = {
        name: " ",
        content: "https://a.example",
        type: "text",
        foregroundColor: "red",
        backgroundColor: null,
        size: 1,
        errorCorrection: "m",
        category: 5,
        isPublic: "true",
        isFavorite: null,
        expiresAt: "never",
        id: "other",
      };
      assert.deepEqual(badFields(await change(id, json)), Object.keys(json).sort());
      assert.deepEqual(await read(id), before);
      assert.equal((await change(id, { content: "+49 30 654321" })).status, 200, "checked against its existing type");
      for (const body of [[], null]) assert.deepEqual(badFields(await change(id, body)), ["body"]);
    });

    it("refuses a change of id, type, shareToken and createdAt, naming each", async () => {
      const { id } = await use.code();
      const fields = { id: "x", type: "text", shareToken: "x", createdAt: "2001-01-01" };
      assert.deepEqual(badFields(await change(id, fields)), Object.keys(fields).sort());
      assert.deepEqual(badFields(await change(id, { type: null })), ["type"]);
    });

    it("refuses an error correction level that the content does not fit, naming the field sent", async () => {
      const { id } = await use.code({ type: "text", content: "a".repeat(1274) });
      const tooHigh = await change(id, { errorCorrection: "H" });
      assert.deepEqual(badFields(tooHigh), ["errorCorrection"]);
      assert.equal((await change(id, { errorCorrection: "Q" })).status, 200);
      assert.deepEqual(badFields(await change(id, { content: "a".repeat(1664) })), ["content"]);
      const both = { errorCorrection: "H", content: "a".repeat(1273) };
      assert.equal((await change(id, both)).status, 200);
    });
  });
});
