import assert from "node:assert/strict";
import { describe, it } from "node:test";
import sharp from "sharp";
import { decode } from "../../src/rendering/decode.ts";
import { onSqlite } from "../support/stores.ts";
import { logoTests } from "./logo-tests.ts";
import { PLAIN_STYLE, uploaded } from "./look-support.ts";
import { assertError, badFields, MISSING, PATH, TIME, useApp } from "./support.ts";

const DOTS = { modules: "dots", eyeFrame: "rounded" };

onSqlite("looks under /api/v1", (engine) => {
  const use = useApp(engine);
  describe("/qrcodes/:id/style", () => lookTests(use));
  describe("/styles", () => styleTests(use));
  describe("/logos", () => logoTests(use));
});

/** Tests of /api/v1/qrcodes/:id/style. */
function lookTests(use: ReturnType<typeof useApp>): void {
  const at = (id: string) => `${PATH}/${id}/style`;
  const set = (id: string, json: object, headers = {}) => use.ask("PUT", at(id), { json, headers });
  const bytes = async (path: string) => {
    const answer = await fetch(use.app.url + path, { headers: { authorization: `Bearer ${use.key}` } });
    assert.equal(answer.status, 200, path);
    const { headers } = answer;
    return { etag: headers.get("etag"), headers, data: new Uint8Array(await answer.arrayBuffer()) };
  };

  it("200: plain until it is set, then with every field, and plain again", async () => {
    const { id } = await use.code();
    assert.deepEqual((await use.ask("GET", at(id))).json, PLAIN_STYLE);
    const sent = { ...DOTS, gradient: { to: "#14532d" }, frame: {}, unknown: 1 };
    const answer = await set(id, sent);
    assert.equal(answer.status, 200, answer.text);
    const full = {
      ...PLAIN_STYLE,
      ...DOTS,
      gradient: { kind: "linear", to: "#14532d", angle: 0 },
      frame: { kind: "label", text: "Scan me", color: "#1a1410" },
    };
    assert.deepEqual(answer.json, full);
    const read = await use.ask("GET", at(id));
    assert.deepEqual(read.json, full);
    assert.deepEqual(Object.keys(read.json.gradient), ["kind", "to", "angle"]);
    assert.equal((await use.ask("DELETE", at(id))).status, 204);
    assert.deepEqual((await use.ask("GET", at(id))).json, PLAIN_STYLE);
    await set(id, DOTS);
    assert.deepEqual((await set(id, {})).json, PLAIN_STYLE);
  });

  it("200: a change updates updatedAt and the ETag, no change updates nothing, and If-Match works", async () => {
    const { id } = await use.code();
    const before = await use.ask("GET", `${PATH}/${id}`);
    use.clock.move(1000);
    const answer = await set(id, DOTS, { "if-match": before.headers.get("etag")! });
    assert.equal(answer.status, 200, answer.text);
    const after = await use.ask("GET", `${PATH}/${id}`);
    assert.match(after.json.updatedAt, TIME);
    assert.notEqual(after.json.updatedAt, before.json.updatedAt);
    assert.notEqual(after.headers.get("etag"), before.headers.get("etag"));
    assert.deepEqual(Object.keys(after.json), Object.keys(before.json), "the read shape is unchanged");
    const stale = { "if-match": before.headers.get("etag")! };
    assert.deepEqual(badFields(await set(id, { modules: "rounded" }, stale)), ["If-Match"]);
    assert.deepEqual(badFields(await use.ask("DELETE", at(id), { headers: stale })), ["If-Match"]);
    assert.equal((await use.ask("GET", at(id))).json.modules, "dots");
    use.clock.move(1000);
    await set(id, DOTS, { "if-match": answer.headers.get("etag")! });
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.updatedAt, after.json.updatedAt);
  });

  it("200: every picture has the look, public ones too; style=plain omits it", async () => {
    const { id, shareUrl, shareToken } = await use.code();
    const logo = await uploaded(use);
    const plain = await bytes(`${PATH}/${id}/image`);
    const publicPlain = await bytes(`/r/${shareToken}.png`);
    const style = { ...DOTS, logo: { id: logo.id }, frame: { text: "Menü" } };
    assert.equal((await set(id, style)).status, 200);
    const styled = await bytes(`${PATH}/${id}/image`);
    assert.notEqual(styled.etag, plain.etag);
    const open = await bytes(`/r/${shareToken}.png`);
    assert.deepEqual(open.data, styled.data);
    assert.notEqual(open.etag, publicPlain.etag);
    for (const path of [`${PATH}/${id}/image?style=plain`, `/r/${shareToken}.png?style=plain`]) {
      const { etag, data } = await bytes(path);
      assert.deepEqual([etag, data], [plain.etag, plain.data], path);
    }
    assert.equal((await decode(styled.data))?.toLowerCase(), shareUrl);
    const svg = await bytes(`/r/${shareToken}.svg`);
    const text = Buffer.from(svg.data).toString();
    assert.match(text, /<image /);
    assert.match(svg.headers.get("content-security-policy")!, /^default-src 'none'; img-src data:;/);
    assert.equal((await decode(await sharp(svg.data).png().toBuffer()))?.toLowerCase(), shareUrl);
    const pdf = await bytes(`${PATH}/${id}/image?format=pdf&millimetres=40`);
    assert.match(Buffer.from(pdf.data).toString("latin1"), /^%PDF-[\s\S]*MediaBox ?\[0 0 113\.38/);
    const page = await (await fetch(`${use.app.url}/r/${shareToken}+`)).text();
    assert.ok(page.includes(`.svg?size=512&amp;v=${svg.etag!.slice(1, -1)}`), "the share page shows it");
  });

  it("400: content too long for the logo gets an error that says style=plain works; a share URL never fails", async () => {
    const { id, shareToken } = await use.code({ type: "text", content: "x".repeat(2900), errorCorrection: "L" });
    const logo = await uploaded(use);
    assert.equal((await set(id, { logo: { id: logo.id, scale: 0.3 } })).status, 200);
    const image = `${PATH}/${id}/image?encode=content`;
    const answer = await use.ask("GET", image);
    assert.deepEqual(badFields(answer), ["encode"]);
    assert.match(answer.json.details[0].message, /style=plain/);
    assert.equal((await use.ask("GET", `${image}&style=plain`)).status, 200);
    assert.equal((await use.app.request("GET", `/r/${shareToken}.svg`)).status, 200);
  });

  it("200: scannability judges the look itself, and reports the margin that a logo leaves", async () => {
    const { id } = await use.code();
    const judge = async () => (await use.ask("GET", `${PATH}/${id}/scannability`)).json;
    assert.ok(!("margin" in (await judge())));
    const logo = await uploaded(use);
    await set(id, { modules: "dots", logo: { id: logo.id, scale: 0.25 } });
    const verdict = await judge();
    assert.deepEqual([verdict.passes, verdict.readBy], [true, ["zxing", "jsqr"]]);
    const { correctable, spent, left } = verdict.margin;
    assert.equal(correctable - spent, left);
    assert.ok("MQH".includes(verdict.level));
  });

  it("400: names every invalid field by its path, and changes nothing", async () => {
    const { id } = await use.code();
    const wrong = {
      modules: "stars",
      eyeBall: 1,
      eyeColor: "red",
      quietZone: 3,
      transparent: "no",
      gradient: { kind: "wave", to: "green", angle: 360 },
      logo: { id: 7, scale: 0.31 },
      frame: { text: "x".repeat(31), color: 1 },
    };
    const fields = [
      ...["eyeBall", "eyeColor", "frame.color", "frame.text", "gradient.angle", "gradient.kind"],
      ...["gradient.to", "logo.id", "logo.scale", "modules", "quietZone", "transparent"],
    ];
    const answer = await set(id, wrong);
    assert.deepEqual(badFields(answer), fields);
    assert.match(answer.text, /must be a number from 0.1 to 0.3/);
    assert.deepEqual(badFields(await set(id, { gradient: {} })), ["gradient.to"]);
    assert.deepEqual(badFields(await set(id, [])), ["body"]);
    assert.deepEqual(badFields(await set(id, { frame: { text: "你好" } })), ["frame.text"]);
    assert.deepEqual(badFields(await set(id, { styleId: MISSING })), ["styleId"]);
    const foreign = await uploaded(use, (await use.app.user()).key);
    for (const other of [foreign.id, MISSING, "x"]) {
      assert.deepEqual(badFields(await set(id, { logo: { id: other } })), ["logo.id"]);
    }
    assert.deepEqual((await use.ask("GET", at(id))).json, PLAIN_STYLE);
  });

  it("400: an unreadable look gets an error that names the part to change and a value that works", async () => {
    const { id } = await use.code();
    const answer = await set(id, { modules: "dots", eyeColor: "#fff3c4" });
    assert.deepEqual(badFields(answer), ["eyeColor"]);
    const value = /works is (#[0-9a-f]{6})$/i.exec(answer.json.details[0].message)?.[1];
    assert.equal((await set(id, { modules: "dots", eyeColor: value })).status, 200);
    const pale = await use.code({ foregroundColor: "#fafafa" });
    assert.deepEqual(badFields(await set(pale.id, { modules: "dots" })), ["foregroundColor"]);
    const poor = await use.code({ foregroundColor: "#9a9a9a" });
    assert.equal((await set(poor.id, { modules: "dots" })).status, 200, "a poor look is accepted");
    assert.equal((await use.ask("GET", `${PATH}/${poor.id}/scannability`)).json.passes, false);
  });

  it("400: colours that make the look unreadable; plain codes may have them", async () => {
    const { id } = await use.code();
    await use.ask("PUT", `${PATH}/${id}/style`, { json: DOTS });
    const pale = { json: { foregroundColor: "#fdfdfd" } };
    const answer = await use.ask("PATCH", `${PATH}/${id}`, pale);
    assert.deepEqual(badFields(answer), ["foregroundColor"]);
    assert.match(answer.text, /the nearest value that works is #[0-9a-f]{6}/);
    const same = { json: { foregroundColor: "#1a1410", name: "Other" } };
    assert.equal((await use.ask("PATCH", `${PATH}/${id}`, same)).status, 200);
    await use.ask("DELETE", `${PATH}/${id}/style`);
    assert.equal((await use.ask("PATCH", `${PATH}/${id}`, pale)).status, 200);
  });
}

/** Tests of /api/v1/styles. */
function styleTests(use: ReturnType<typeof useApp>): void {
  const save = (json: object, key = use.key) => use.app.request("POST", "/api/v1/styles", { key, json });
  const styleOf = async (id: string) => (await use.ask("GET", `${PATH}/${id}/style`)).json;

  describe("201, 200, 204", () => {
    it("stores looks by name, pages through them, and copies them to codes", async () => {
      const made = [];
      for (const name of ["One", "Two", "Three"]) {
        const answer = await save({ name, style: DOTS });
        assert.equal(answer.status, 201, answer.text);
        assert.match(answer.headers.get("location")!, new RegExp(`/api/v1/styles/${answer.json.id}$`));
        made.unshift(answer.json);
      }
      assert.deepEqual(made[0], {
        id: made[0].id,
        name: "Three",
        isDefault: false,
        style: { ...PLAIN_STYLE, ...DOTS },
      });
      const first = (await use.ask("GET", "/api/v1/styles?limit=2")).json;
      assert.deepEqual(first, { data: made.slice(0, 2), nextCursor: made[1].id });
      const rest = await use.ask("GET", `/api/v1/styles?limit=2&cursor=${first.nextCursor}`);
      assert.deepEqual(rest.json, { data: made.slice(2), nextCursor: null });
      const { id } = await use.code();
      const set = await use.ask("PUT", `${PATH}/${id}/style`, { json: { styleId: made[0].id } });
      assert.deepEqual(set.json, made[0].style);
      const odd = { styleId: made[0].id, modules: "none", logo: 7 };
      assert.deepEqual((await use.ask("PUT", `${PATH}/${id}/style`, { json: odd })).json, set.json);
      const one = `/api/v1/styles/${made[0].id}`;
      const json = { name: "Third", style: { modules: "classy" } };
      const changed = await use.ask("PATCH", one, { json });
      assert.deepEqual(changed.json, { ...made[0], name: "Third", style: { ...PLAIN_STYLE, modules: "classy" } });
      assert.deepEqual((await use.ask("GET", one)).json, changed.json);
      assert.deepEqual(await styleOf(id), made[0].style, "the code has its own copy");
      assert.equal((await use.ask("DELETE", one)).status, 204);
      assertError(await use.ask("DELETE", one), 404, "not_found");
      assert.deepEqual(await styleOf(id), made[0].style);
    });

    it("refuses a cursor that is no style of this owner", async () => {
      const { id } = (await save({ name: "Mine", style: DOTS })).json;
      const { key } = await use.app.user();
      const list = (cursor: string, asked = use.key) =>
        use.app.request("GET", `/api/v1/styles?cursor=${cursor}`, { key: asked });
      for (const cursor of [MISSING, (await use.code()).id, "x"]) {
        assert.deepEqual(badFields(await list(cursor)), ["cursor"], cursor);
      }
      assert.deepEqual(badFields(await list(id, key)), ["cursor"]);
    });

    it("applies the default, of which there is one, to new codes", async () => {
      const first = (await save({ name: "First", style: DOTS, isDefault: true })).json;
      const one = await use.code();
      assert.deepEqual(await styleOf(one.id), first.style);
      const key = { headers: { "idempotency-key": "looks-1" } };
      const json = { name: "Once", content: "https://example.com" };
      const once = await use.ask("POST", PATH, { json, ...key });
      assert.deepEqual(await styleOf(once.json.id), first.style);
      const colored = (foregroundColor: string) => ({ ...json, foregroundColor });
      const qrcodes = [colored("#fdfdfd"), colored("#000080")];
      const many = await use.ask("POST", `${PATH}/bulk`, { json: { qrcodes } });
      const [pale, dark] = many.json.data as { id: string }[];
      assert.deepEqual(await styleOf(pale!.id), PLAIN_STYLE, "unreadable");
      assert.deepEqual(await styleOf(dark!.id), first.style);
      const second = (await save({ name: "Plain", style: {}, isDefault: true })).json;
      const listed = (await use.ask("GET", "/api/v1/styles")).json.data;
      const defaults = listed.filter((style: { isDefault: boolean }) => style.isDefault);
      assert.deepEqual(defaults, [second]);
      assert.deepEqual(await styleOf((await use.code()).id), PLAIN_STYLE);
      await use.ask("PATCH", `/api/v1/styles/${first.id}`, { json: { isDefault: true } });
      assert.deepEqual(await styleOf((await use.code()).id), first.style);
      await use.ask("PATCH", `/api/v1/styles/${first.id}`, { json: { isDefault: false } });
      assert.deepEqual(await styleOf((await use.code()).id), PLAIN_STYLE);
    });
  });

  it("400: names every invalid field, and stores nothing", async () => {
    const { key } = await use.app.user();
    const wrong = { name: " ", isDefault: 1, style: { modules: "x", logo: { id: MISSING, scale: 1 } } };
    const fields = ["isDefault", "name", "style.logo.scale", "style.modules"];
    assert.deepEqual(badFields(await save(wrong, key)), fields);
    assert.deepEqual(badFields(await save({}, key)), ["name", "style"]);
    const frame = { name: "Frame", style: { frame: { text: "✂" } } };
    assert.deepEqual(badFields(await save(frame, key)), ["style.frame.text"]);
    const logo = { name: "Logo", style: { logo: { id: MISSING } } };
    assert.deepEqual(badFields(await save(logo, key)), ["style.logo.id"]);
    assert.deepEqual(badFields(await use.ask("GET", "/api/v1/styles?cursor=x")), ["cursor"]);
    const list = await use.app.request("GET", "/api/v1/styles", { key });
    assert.deepEqual(list.json, { data: [], nextCursor: null });
  });
}
