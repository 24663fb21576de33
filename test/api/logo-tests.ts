import assert from "node:assert/strict";
import { it } from "node:test";
import sharp from "sharp";
import { PNG_TYPE, picture, uploaded } from "./look-support.ts";
import { assertError, badFields, MISSING, PATH, TIME, type useApp, withoutRequestId } from "./support.ts";

const LOGOS = "/api/v1/logos";
const SVG_TYPE = { "content-type": "image/svg+xml" };
const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">${inner}</svg>`;
const RECT = '<rect width="90" height="40"/>';

/** Tests of /api/v1/logos. */
export function logoTests(use: ReturnType<typeof useApp>): void {
  const upload = (body: string | Uint8Array, headers: Record<string, string> = PNG_TYPE, key = use.key) =>
    use.app.request("POST", LOGOS, { key, body, headers });
  const countLogos = async () => (await use.app.store.auth.db.selectFrom("logos").select("id").execute()).length;
  const see = (id: string, key = use.key) =>
    fetch(`${use.app.url}${LOGOS}/${id}/image`, { headers: { authorization: `Bearer ${key}` } });

  it("201: stores a picture as PNG, duplicates once, and shows it to its owner only", async () => {
    const logo = await uploaded(use);
    assert.deepEqual([logo.width, logo.height], [60, 60]);
    assert.match(logo.createdAt, TIME);
    assert.deepEqual(await uploaded(use), logo);
    const second = await upload(svg(RECT), SVG_TYPE);
    assert.equal(second.status, 201, second.text);
    assert.match(second.headers.get("location")!, new RegExp(`${LOGOS}/${second.json.id}$`));
    assert.deepEqual([second.json.width, second.json.height], [512, 256]);
    const page = (await use.ask("GET", `${LOGOS}?limit=1`)).json;
    assert.deepEqual(page, { data: [second.json], nextCursor: second.json.id });
    const rest = (await use.ask("GET", `${LOGOS}?limit=1&cursor=${page.nextCursor}`)).json;
    assert.deepEqual(rest, { data: [logo], nextCursor: null });
    assert.deepEqual((await use.ask("GET", `${LOGOS}/${logo.id}`)).json, logo);
    const image = await see(second.json.id);
    assert.equal(image.headers.get("content-type"), "image/png", "never the SVG itself");
    assert.equal(image.headers.get("x-content-type-options"), "nosniff");
    assert.equal(image.headers.get("content-security-policy"), "default-src 'none'; sandbox");
    assert.equal((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).format, "png");
    const { key } = await use.app.user();
    assertError(await use.app.request("GET", `${LOGOS}/${logo.id}/image`, { key }), 404, "not_found");
    assert.deepEqual((await use.app.request("GET", LOGOS, { key })).json.data, []);
  });

  it("400: a cursor that is no logo of this owner", async () => {
    const logo = await uploaded(use);
    const { key } = await use.app.user();
    const { id } = await use.code();
    for (const cursor of [MISSING, id, "x"]) {
      assert.deepEqual(badFields(await use.ask("GET", `${LOGOS}?cursor=${cursor}`)), ["cursor"], cursor);
    }
    assert.deepEqual(badFields(await use.app.request("GET", `${LOGOS}?cursor=${logo.id}`, { key })), ["cursor"]);
  });

  it("400: refuses anything but one picture, and stores nothing", async () => {
    const before = await countLogos();
    const wrong: [what: string, body: string | Uint8Array, type: string][] = [
      ["a script in an SVG", svg(`<script>alert(1)</script>${RECT}`), "image/svg+xml"],
      ["words", "hello", "image/jpeg"],
    ];
    for (const [what, body, type] of wrong) {
      const answer = await upload(body, { "content-type": type });
      assert.deepEqual(badFields(answer), ["logo"], what);
    }
    for (const [body, headers] of [
      [picture(), { "content-type": "application/json" }],
      [picture(), { "content-type": "text/html" }],
      ["", PNG_TYPE],
      [Buffer.alloc(1024 * 1024 + 1), PNG_TYPE],
    ] as const) {
      assert.deepEqual(badFields(await upload(body, headers)), ["body"], headers["content-type"]);
    }
    assert.equal(await countLogos(), before);
    // Data after the end of the picture, such as a script or an archive, is not stored.
    const trailed = Buffer.concat([picture("#aa0000"), Buffer.from("<script>x</script>PK\x03\x04")]);
    const kept = await upload(trailed);
    assert.ok(kept.status === 400 || !(await (await see(kept.json.id)).text()).includes("script"));
    assert.deepEqual(badFields(await use.ask("POST", PATH, { body: "x", headers: PNG_TYPE })), ["body"]);
  });

  it("400: refuses more than 200", async () => {
    const { id, key } = await use.app.user();
    const row = (i: number) => ({
      id: `019b76da-a800-7000-8c41-${String(i).padStart(12, "0")}`,
      workspace_id: id,
      hash: String(i),
      width: 1,
      height: 1,
      created_at: 0,
      bytes: Buffer.from("x"),
    });
    const { db } = use.app.store.auth;
    const rows = Array.from({ length: 200 }, (_, i) => row(i));
    await db.insertInto("logos").values(rows).execute();
    const answer = await upload(picture(), PNG_TYPE, key);
    assert.deepEqual(badFields(answer), ["logo"]);
    assert.match(answer.json.message, /200/);
    await use.app.request("DELETE", `${LOGOS}/${rows[0]!.id}`, { key });
    assert.equal((await upload(picture(), PNG_TYPE, key)).status, 201);
  });

  it("204: deletes an unused logo; 400: says how many codes use it", async () => {
    const logo = await uploaded(use, use.key, "#123456");
    const { id } = await use.code();
    const json = { logo: { id: logo.id } };
    await use.ask("PUT", `${PATH}/${id}/style`, { json });
    const answer = await use.ask("DELETE", `${LOGOS}/${logo.id}`);
    assert.deepEqual(badFields(answer), ["id"]);
    assert.match(answer.json.message, /used by 1 code\. Remove it there first\./);
    assert.equal((await see(logo.id)).status, 200);
    await use.ask("DELETE", `${PATH}/${id}/style`);
    assert.equal((await use.ask("DELETE", `${LOGOS}/${logo.id}`)).status, 204);
    assertError(await use.ask("GET", `${LOGOS}/${logo.id}/image`), 404, "not_found");
  });

  it("404: the same for a missing logo and another owner's", async () => {
    const logo = await uploaded(use, (await use.app.user()).key);
    for (const [method, end] of [
      ["DELETE", ""],
      ["GET", ""],
      ["GET", "/image"],
    ] as const) {
      const [foreign, missing, none] = await Promise.all(
        [logo.id, MISSING, "x"].map((id) => use.ask(method, `${LOGOS}/${id}${end}`)),
      );
      assertError(foreign!, 404, "not_found");
      assert.equal(withoutRequestId(foreign!), withoutRequestId(missing!));
      assert.equal(withoutRequestId(foreign!), withoutRequestId(none!));
    }
  });
}
