/** What an owner's request must not change by accident. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, dayOf } from "../../src/shared/days.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { badFields, CREATE_FIELDS, PATH, useApp } from "./support.ts";

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

  describe("when read and sent back whole", () => {
    it("keeps its sliding expiry when a scan moved expiresAt in between", async () => {
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
      // A scan of the same day moves nothing, so the previous date is still known.
      const now = await read(id);
      await use.scan(id, [{}]);
      assert.equal((await change(id, { ...now, expiresAt: moved })).json.expiresAt, now.expiresAt);
      // A code with an expiry set by hand does not slide: there the earlier date is a new value.
      await change(id, { expiresAt: "2027-03-01T00:00:00.000Z" });
      assert.equal((await change(id, { expiresAt: moved })).json.expiresAt, moved);
    });

    it("keeps its sliding expiry when scans were forgotten in between, which rounds it", async () => {
      const { id } = await use.code();
      use.clock.move(3 * DAY_MS + 1234);
      await use.scan(id, [{}]);
      const seen = await read(id);
      const now = use.clock.now() + 40 * DAY_MS;
      await use.app.store.maintain(now, dayOf(now) - 30);
      const rounded = (await read(id)).expiresAt;
      assert.ok(rounded > seen.expiresAt);
      assert.equal((await change(id, { ...seen, name: "Other" })).json.expiresAt, rounded);
      // A time that somebody chose is in whole minutes.
      const chosen = new Date(Date.parse(rounded) - 60_000).toISOString();
      assert.equal((await change(id, { expiresAt: chosen })).json.expiresAt, chosen);
    });

    it("is not validated again for unchanged fields, except for the size at the level", async () => {
      const { id } = await use.code();
      const old = { content: "https://qr.example.com/r/abcdefghjkmn" };
      // Valid when it was set: before the service had this address.
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

    it("may include read-only fields if they are unchanged", async () => {
      const { id, createdAt } = await use.code();
      const same = { id, createdAt, scanCount: 99, updatedAt: "x", shareUrl: "x" };
      assert.equal((await change(id, same)).status, 200);
      assert.deepEqual(badFields(await change(id, { ...same, type: "text" })), ["type"]);
    });
  });

  it("is refused if its content leads back to this service, on creation and on change", async () => {
    const { id } = await use.code();
    const content = "https://qr.example.com/r/abcdefghjkmn";
    const answer = await use.ask("POST", PATH, { json: { name: " ", content } });
    assert.deepEqual(badFields(answer), ["content", "name"]);
    assert.match(answer.text, /this service/);
    assert.deepEqual(badFields(await change(id, { content })), ["content"]);
  });

  it("has no category if that is blank, on creation and on change", async () => {
    assert.equal((await use.code({ category: "\u2060\u00ad" })).category, null);
    const { id } = await use.code({ category: "Tables" });
    assert.equal((await change(id, { category: "  " })).json.category, null);
    assert.equal((await read(id)).category, null);
    assert.deepEqual(badFields(await change(id, { name: "\u200b" })), ["name"]);
  });

  describe("created with isPublic and expiresAt", () => {
    it("is paused from the start", async () => {
      const code = await use.code({ isPublic: false });
      assert.deepEqual(Object.keys(code), CREATE_FIELDS);
      assert.equal((await read(code.id)).isPublic, false);
      assert.equal((await use.app.request("GET", `/r/${code.shareToken}`)).status, 404);
    });

    it("keeps the given date, and slides without one", async () => {
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

    it("is refused with an end in the past, also when changed, but may be sent back as it was read", async () => {
      const past = new Date(use.clock.now()).toISOString();
      const refused = await use.ask("POST", PATH, { json: { ...VALID_BODY, expiresAt: past } });
      assert.deepEqual(badFields(refused), ["expiresAt"]);
      const several = await use.ask("POST", `${PATH}/bulk`, {
        json: { qrcodes: [VALID_BODY, { ...VALID_BODY, expiresAt: past }] },
      });
      assert.deepEqual(badFields(several), ["qrcodes[1].expiresAt"]);
      const { id } = await use.code();
      assert.deepEqual(badFields(await change(id, { expiresAt: past })), ["expiresAt"]);
      assert.deepEqual(badFields(await change(id, { expiresAt: "2020-01-01" })), ["expiresAt"]);
      await use.expire(id);
      const { expiresAt } = await read(id);
      use.clock.move(1000);
      const answer = await change(id, { name: "Old menu", expiresAt });
      assert.deepEqual([answer.status, answer.json.expiresAt], [200, expiresAt]);
    });

    it("is refused with an invalid date or flag", async () => {
      const json = { name: "Menu", content: "https://example.com", isPublic: 1 };
      for (const expiresAt of ["soon", 5]) {
        const answer = await use.ask("POST", PATH, { json: { ...json, expiresAt } });
        assert.deepEqual(badFields(answer), ["expiresAt", "isPublic"]);
      }
    });
  });
});
