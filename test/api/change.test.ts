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
    it("changes every field that may change, and answers the read shape", async () => {
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
    });

    it("changes only what is sent, one field at a time", async () => {
      const { id } = await use.code({ category: "Flyers" });
      const one: Record<string, unknown> = {
        name: "Other",
        size: 128,
        isFavorite: true,
        isPublic: false,
        category: null,
        foregroundColor: "#000000",
      };
      for (const [field, value] of Object.entries(one)) {
        const before = await read(id);
        use.clock.move(1);
        const after = (await change(id, { [field]: value })).json;
        const updatedAt = new Date(use.clock.now()).toISOString();
        assert.deepEqual(after, { ...before, [field]: value, updatedAt });
      }
    });

    it("takes back a code exactly as it was read", async () => {
      const { id } = await use.code();
      const before = await read(id);
      use.clock.move(1000);
      const answer = await change(id, before);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json, before, "its expiry too");
      assert.deepEqual(await versions(id), []);
      const counters = use.app.store.auth.db.selectFrom("code_counters").select("expires_fixed");
      const [row] = await counters.where("code_num", "=", await use.numOf(id)).execute();
      assert.equal(Boolean(row.expires_fixed), false, "the date is not the owner's own by that");
    });

    it("keeps every earlier content as a version, and none for the same content", async () => {
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

    it("keeps every version when ten change the content at once", async () => {
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

    it("fixes a date set by hand, and null goes back to the sliding rule", async () => {
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

    it("reads a time in any zone, and a date", async () => {
      const { id } = await use.code();
      const times: [string, string][] = [
        ["2026-12-31T23:00:00+02:00", "2026-12-31T21:00:00.000Z"],
        ["2026-12-31T23:00Z", "2026-12-31T23:00:00.000Z"],
        ["2026-12-31", "2026-12-31T00:00:00.000Z"],
        ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
        ["2020-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z"],
      ];
      for (const [given, shown] of times) {
        assert.equal((await change(id, { expiresAt: given })).json.expiresAt, shown);
      }
    });

    it("pauses, expires, renews: the state follows from the fields", async () => {
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
      await change(id, { isPublic: true, expiresAt: new Date(use.clock.now()).toISOString() });
      assert.equal(await stateOf(), "expired");
      await change(id, { expiresAt: new Date(use.clock.now() + 1).toISOString() });
      assert.equal(await stateOf(), "active");
      use.clock.move(1);
      assert.equal(await stateOf(), "expired");
      await change(id, { expiresAt: null });
      assert.equal(await stateOf(), "active");
    });

    it("ignores fields it does not know and those nobody sets", async () => {
      const { id } = await use.code();
      const answer = await change(id, { scanCount: 9, updatedAt: "x", shareUrl: "x", more: [] });
      assert.equal(answer.status, 200);
      assert.equal(answer.json.scanCount, 0);
    });
  });

  describe("400", () => {
    it("names each field that has a wrong value, and changes nothing", async () => {
      const { id } = await use.code();
      const before = await read(id);
      const wrong: Record<string, unknown[]> = {
        name: ["", " ", "a".repeat(101), 5, null, "\0", "\ud800"],
        content: ["", "javascript:alert(1)", 5, null, "https://example.com/\0", "a".repeat(2332)],
        foregroundColor: ["red", "#12345", null],
        backgroundColor: ["#1234567", 1],
        size: [127, 2049, "512", 1.5, null],
        errorCorrection: ["m", "", null],
        category: ["a".repeat(101), 5, "\0"],
        isPublic: ["true", 1, null],
        isFavorite: ["false", 0, null],
        expiresAt: ["", "soon", 5, "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-02-30"],
      };
      for (const [field, values] of Object.entries(wrong)) {
        for (const value of values) {
          const answer = await change(id, { [field]: value, isFavorite: true, [field]: value });
          assert.deepEqual(badFields(answer), [field], JSON.stringify(value));
        }
      }
      for (const expiresAt of ["10000-01-01T00:00:00Z", "2026-01-01T00:00:00", "0", "-1", true]) {
        assert.deepEqual(badFields(await change(id, { expiresAt })), ["expiresAt"]);
      }
      assert.deepEqual(await read(id), before);
    });

    it("refuses a change of id, type, shareToken and createdAt, naming each", async () => {
      const { id } = await use.code();
      const fields = { id: "x", type: "text", shareToken: "x", createdAt: "2001-01-01" };
      assert.deepEqual(badFields(await change(id, fields)), Object.keys(fields).sort());
      assert.deepEqual(badFields(await change(id, { type: null })), ["type"]);
    });

    it("names everything that is wrong at once: shape, rule and what cannot change", async () => {
      const { id } = await use.code();
      const json = {
        name: " ",
        content: "javascript:alert(1)",
        type: "text",
        size: 1,
        category: 5,
        expiresAt: "never",
        id: "other",
      };
      assert.deepEqual(badFields(await change(id, json)), Object.keys(json).sort());
    });

    it("judges content by the type the code has", async () => {
      const { id } = await use.code({ type: "phone", content: "+49 30 123456" });
      assert.deepEqual(badFields(await change(id, { content: "https://a.example" })), ["content"]);
      assert.equal((await change(id, { content: "+49 30 654321" })).status, 200);
    });

    it("refuses a level that the content does not fit, naming what was sent", async () => {
      const { id } = await use.code({ type: "text", content: "a".repeat(1274) });
      const tooHigh = await change(id, { errorCorrection: "H" });
      assert.deepEqual(badFields(tooHigh), ["errorCorrection"]);
      assert.equal((await change(id, { errorCorrection: "Q" })).status, 200);
      assert.deepEqual(badFields(await change(id, { content: "a".repeat(1664) })), ["content"]);
      const both = { errorCorrection: "H", content: "a".repeat(1273) };
      assert.equal((await change(id, both)).status, 200);
    });

    it("refuses what is no JSON object", async () => {
      const { id } = await use.code();
      for (const json of [[], "x", 5, null, true]) {
        assert.deepEqual(badFields(await change(id, json)), ["body"], JSON.stringify(json));
      }
      assert.deepEqual(badFields(await use.ask("PATCH", `${PATH}/${id}`)), ["body"]);
    });
  });
});
