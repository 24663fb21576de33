/** What an owner's request may not do by accident. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { onEachEngine } from "../support/stores.ts";
import { badFields, CREATE_FIELDS, PATH, useApp } from "./support.ts";

const BLANKS = ["", "  ", "\u200b", "\u2060\u00ad", "\u3164", "\ufe0f \u200d"];

onEachEngine("An owner's code", (engine) => {
  const use = useApp(engine, { BASE_URL: "https://qr.example.com" });
  const change = (id: string, json: unknown) => use.ask("PATCH", `${PATH}/${id}`, { json });
  const read = async (id: string) => (await use.ask("GET", `${PATH}/${id}`)).json;
  const versions = async (id: string) =>
    use.app.store.auth.db
      .selectFrom("code_versions")
      .select("n")
      .where("code_num", "=", await use.numOf(id))
      .execute();

  describe("read and sent back whole", () => {
    it("goes on sliding: the same expiresAt is not a date set by hand", async () => {
      const { id } = await use.code();
      const before = await read(id);
      const answer = await change(id, { ...before, name: "Other" });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json.expiresAt, before.expiresAt);
      use.clock.move(20 * DAY_MS);
      await use.scan(id, [{}]);
      const after = await read(id);
      assert.equal(Date.parse(after.expiresAt), use.clock.now() + 365 * DAY_MS);
    });

    it("goes on sliding when a scan moved expiresAt in between", async () => {
      const { id } = await use.code();
      const seen = await read(id);
      use.clock.move(3 * DAY_MS);
      await use.scan(id, [{}]);
      const moved = (await read(id)).expiresAt;
      assert.notEqual(moved, seen.expiresAt);
      const answer = await change(id, { ...seen, name: "Other" });
      assert.equal(answer.json.expiresAt, moved);
      use.clock.move(DAY_MS);
      await use.scan(id, [{}]);
      assert.equal(Date.parse((await read(id)).expiresAt), use.clock.now() + 365 * DAY_MS);
      // A scan of the same day moves nothing, so what the move was from is still known.
      const now = await read(id);
      await use.scan(id, [{}]);
      assert.equal((await change(id, { ...now, expiresAt: moved })).json.expiresAt, now.expiresAt);
      // A code whose date was set by hand does not slide: there the earlier date is a new one.
      await change(id, { expiresAt: "2027-03-01T00:00:00.000Z" });
      assert.equal((await change(id, { expiresAt: moved })).json.expiresAt, moved);
    });

    it("is not judged again for what stays as it is, but for the level's size", async () => {
      const { id } = await use.code();
      const old = { content: "https://qr.example.com/r/abcdefghjkmn" };
      // Legal when it was set: before the service had this address.
      await use.app.store.auth.db.updateTable("codes").set(old).where("id", "=", id).execute();
      const whole = await read(id);
      const answer = await change(id, { ...whole, isFavorite: true });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json.isFavorite, true);
      const content = `https://example.com/${"a".repeat(2000)}`;
      const long = await use.code({ content, errorCorrection: "L" });
      const level = await change(long.id, { content, errorCorrection: "H" });
      assert.deepEqual(badFields(level), ["errorCorrection"]);
    });

    it("keeps a date set by hand", async () => {
      const { id } = await use.code();
      const fixed = "2026-03-01T00:00:00.000Z";
      await change(id, { expiresAt: fixed });
      await change(id, { ...(await read(id)), name: "Other" });
      use.clock.move(DAY_MS);
      await use.scan(id, [{}]);
      assert.equal((await read(id)).expiresAt, fixed);
    });

    it("changes nothing, not even updatedAt", async () => {
      const { id } = await use.code({ category: "Tables" });
      const before = await read(id);
      use.clock.move(1000);
      for (const json of [{}, before, { name: before.name }]) {
        const answer = await change(id, json);
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual({ ...answer.json, expiresAt: 0 }, { ...before, expiresAt: 0 });
      }
      assert.deepEqual(await versions(id), []);
      const { updatedAt } = (await change(id, { name: "Other" })).json;
      assert.equal(Date.parse(updatedAt), use.clock.now());
    });

    it("may be sent with what nobody can set, if that is as it was", async () => {
      const { id, createdAt } = await use.code();
      const same = { id, createdAt, scanCount: 99, updatedAt: "x", shareUrl: "x" };
      assert.equal((await change(id, same)).status, 200);
      assert.deepEqual(badFields(await change(id, { ...same, type: "text" })), ["type"]);
    });
  });

  describe("that leads back to this service", () => {
    const loops = [
      "https://qr.example.com/r/abcdefghjkmn",
      "http://qr.example.com/r/abcdefghjkmn",
      "HTTPS://QR.EXAMPLE.COM/R/ABCDEFGHJKMN",
      "https://qr.example.com:443/r/abcdefghjkmn",
      "http://qr.example.com:443/r/abcdefghjkmn",
      "https://qr.example.com./r/abcdefghjkmn",
      "https://qr.example.com/%72/abcdefghjkmn",
      "https://qr.example.com/r/%61bcdefghjkmn?x=1#y",
      "https://qr.example.com/r%2Fabcdefghjkmn",
      "https://qr.example.com/%2572/abcdefghjkmn",
      "https://qr.example.com//r/abcdefghjkmn",
      "https://qr.example.com/app/../r/abcdefghjkmn+",
      "https://%71r.example.com/r/abcdefghjkmn",
      "https://ｑｒ.example.com/r/abcdefghjkmn",
      "qr.example.com/r/abcdefghjkmn",
      "QR.EXAMPLE.COM./%72/abcdefghjkmn",
      "ｑｒ.example.com:443/r/abcdefghjkmn",
    ];
    const others = [
      "https://qr.example.com/",
      "https://qr.example.com/rooms/1",
      "https://qr.example.com/app/r/x",
      "https://qr.example.com:8443/r/abcdefghjkmn",
      "https://example.com/r/abcdefghjkmn",
      "example.com/r/abcdefghjkmn",
      "https://example.com/?to=https://qr.example.com/r/abcdefghjkmn",
    ];

    it("is refused, whatever the spelling, on creation and on change", async () => {
      const { id } = await use.code();
      for (const content of loops) {
        for (const type of ["url", "social"]) {
          const json = { name: "Loop", content, type };
          const answer = await use.ask("POST", PATH, { json });
          assert.deepEqual(badFields(answer), ["content"], content);
          assert.match(answer.json.details[0].message, /this service/, content);
        }
        assert.deepEqual(badFields(await change(id, { content })), ["content"], content);
      }
      const json = { name: " ", content: loops[0] };
      assert.deepEqual(badFields(await use.ask("POST", PATH, { json })), ["content", "name"]);
    });

    it("may lead anywhere else, and text may say anything", async () => {
      for (const content of others) await use.code({ content });
      await use.code({ type: "text", content: loops[0] });
    });
  });

  describe("with blank words", () => {
    it("has no category: blank is null, on creation and on change", async () => {
      for (const category of BLANKS) {
        assert.equal((await use.code({ category })).category, null, JSON.stringify(category));
        const { id } = await use.code({ category: "Tables" });
        assert.equal((await change(id, { category })).json.category, null);
        assert.equal((await read(id)).category, null);
      }
    });

    it("is refused when its name or content shows nothing", async () => {
      const { id } = await use.code();
      for (const blank of BLANKS) {
        const json = { name: blank, content: blank, type: "text" };
        assert.deepEqual(badFields(await use.ask("POST", PATH, { json })), ["content", "name"]);
        assert.deepEqual(badFields(await change(id, { name: blank })), ["name"]);
      }
      await use.code({ name: "👩‍👩‍👧" });
    });
  });

  describe("created with isPublic and expiresAt", () => {
    it("is paused from the start", async () => {
      const code = await use.code({ isPublic: false });
      assert.deepEqual(Object.keys(code), CREATE_FIELDS);
      assert.equal((await read(code.id)).isPublic, false);
      assert.equal((await use.app.request("GET", `/r/${code.shareToken}`)).status, 404);
    });

    it("keeps the date given, and slides without one", async () => {
      const expiresAt = "2027-12-31T23:00:00.000Z";
      const fixed = await use.code({ expiresAt: "2028-01-01T00:00:00+01:00" });
      const sliding = await use.code({ expiresAt: null });
      assert.equal(fixed.expiresAt, expiresAt);
      use.clock.move(DAY_MS);
      for (const { id } of [fixed, sliding]) await use.scan(id, [{}]);
      assert.equal((await read(fixed.id)).expiresAt, expiresAt);
      const slid = Date.parse((await read(sliding.id)).expiresAt);
      assert.equal(slid, use.clock.now() + 365 * DAY_MS);
    });

    it("gives the same answer again, and 400 for another date", async () => {
      const headers = { "idempotency-key": `create-${engine.name}` };
      const json = { name: "Menu", content: "https://example.com", isPublic: false };
      const first = await use.ask("POST", PATH, { json, headers });
      const again = await use.ask("POST", PATH, { json, headers });
      assert.deepEqual(again.json, first.json);
      const other = { ...json, expiresAt: "2030-01-01T00:00:00Z" };
      const answer = await use.ask("POST", PATH, { json: other, headers });
      assert.deepEqual(badFields(answer), ["Idempotency-Key"]);
    });

    it("is refused with a date that is none and a flag that is none", async () => {
      const json = { name: "Menu", content: "https://example.com", isPublic: 1 };
      for (const expiresAt of ["soon", "2026-02-30", 5]) {
        const answer = await use.ask("POST", PATH, { json: { ...json, expiresAt } });
        assert.deepEqual(badFields(answer), ["expiresAt", "isPublic"]);
      }
    });
  });
});
