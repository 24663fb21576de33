import assert from "node:assert/strict";
import { before, it } from "node:test";
import sharp from "sharp";
import { decode } from "../../src/rendering/decode.ts";
import { PNG_TYPE, picture } from "../api/look-support.ts";
import { MISSING } from "../api/support.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";

const DOTS = { modules: "dots", eyeFrame: "rounded" };

onSqlite("looks in the dashboard", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "looks@example.com");
  });

  const made = async (fields = {}) => (await owner.request("POST", "/qrcodes", { ...VALID_BODY, ...fields })).json;
  const styleOf = async (id: string) => (await owner.request("GET", `/qrcodes/${id}/style`)).json;
  const fieldsOf = (answer: { status: number; json: { details: { field: string }[] } }) => {
    assert.equal(answer.status, 400);
    return answer.json.details.map(({ field }) => field);
  };

  it("are previewed and checked before they are saved, with one's own logo", async () => {
    const body = picture("#aa2200");
    const logo = (await owner.request("POST", "/logos", undefined, { body, headers: PNG_TYPE })).json;
    const style = { ...DOTS, logo: { id: logo.id }, frame: { text: "Scan me" } };
    const preview = await owner.request("POST", "/preview", { style });
    assert.equal(preview.status, 200, preview.text);
    assert.equal(preview.headers.get("content-type"), "image/svg+xml");
    const png = await sharp(Buffer.from(preview.text)).png().toBuffer();
    assert.match((await decode(png)) ?? "", /UNSAVED2TEST/i);
    const verdict = await owner.request("POST", "/preview/scannability", { style });
    assert.equal(verdict.json.passes, true);
    assert.ok(verdict.json.margin.left > 0 && verdict.json.readBy.length === 2);
    // The picture of a draft shows that it is a sample; the result is for the final picture.
    const sample = "https://example.com/a/long/way/to/go";
    assert.deepEqual((await owner.request("POST", "/preview/scannability", { style, sample })).json, verdict.json);
    // A code from another product keeps its token, whatever it looks like.
    const given = { style, shareToken: "Summer_menu-24" };
    const shown = (await owner.request("POST", "/preview", given)).text;
    const read = await decode(await sharp(Buffer.from(shown)).png().toBuffer());
    assert.match(read ?? "", /\/r\/Summer_menu-24$/);
    const plain = await owner.request("POST", "/preview/scannability", { style: null });
    assert.ok(!("margin" in plain.json));
    for (const path of ["/preview", "/preview/scannability", "/preview/nearest"]) {
      const foreign = { ...DOTS, logo: { id: MISSING } };
      assert.deepEqual(fieldsOf(await owner.request("POST", path, { style: foreign })), ["style.logo.id"]);
      const wrong = { style: { gradient: { to: "#000000", angle: 400 } } };
      assert.deepEqual(fieldsOf(await owner.request("POST", path, wrong)), ["style.gradient.angle"]);
      const letters = { style: { frame: { text: "你" } } };
      assert.deepEqual(fieldsOf(await owner.request("POST", path, letters)), ["style.frame.text"]);
    }
  });

  it("are applied to many codes with a report on each that is unchanged", async () => {
    const [one, two] = [await made(), await made()];
    const pale = await made({ foregroundColor: "#fdfdfd" });
    const ids = [one.id, two.id, pale.id, MISSING, "x", one.id];
    const apply = (json: object) => owner.request("POST", "/looks/apply", json);
    const answer = await apply({ ids, style: DOTS });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json.changed.sort(), [one.id, two.id].sort());
    const refused = answer.json.refused.map(({ id }: { id: string }) => id);
    assert.deepEqual(refused, [pale.id, MISSING, "x"]);
    assert.match(answer.json.refused[0].message, /^style cannot be read in these colours\.$/);
    assert.equal((await styleOf(two.id)).modules, "dots");
    assert.equal((await styleOf(pale.id)).modules, "square");
    const saved = { name: "Classy", style: { modules: "classy" } };
    const { id: styleId } = (await owner.request("POST", "/styles", saved)).json;
    assert.equal((await apply({ ids: [one.id], styleId })).json.changed.length, 1);
    assert.equal((await styleOf(one.id)).modules, "classy");
    await apply({ ids: [one.id, two.id], style: null });
    assert.equal((await styleOf(one.id)).modules, "square");
    assert.deepEqual(fieldsOf(await apply({ ids: [one.id] })), ["style"]);
    assert.deepEqual(fieldsOf(await apply({ ids: [one.id], styleId: MISSING })), ["styleId"]);
    assert.deepEqual(fieldsOf(await apply({ ids: [], style: null })), ["ids"]);
    const logo = { logo: { id: MISSING } };
    assert.deepEqual(fieldsOf(await apply({ ids: [one.id], style: logo })), ["style.logo.id"]);
  });

  it("are private to their owner", async () => {
    const { id } = await made();
    const other = await signedIn(app, "other-looks@example.com");
    const answer = await other.request("POST", "/looks/apply", { ids: [id], style: DOTS });
    assert.deepEqual(answer.json.changed, []);
    assert.equal((await styleOf(id)).modules, "square");
    const bare = await app.request("POST", `${BASE}/looks/apply`, { json: { ids: [id], style: null } });
    assert.ok(bare.status === 401 || bare.status === 403);
  });
});
