import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sharedApp, type TestApp } from "../support/app.ts";
import { newCode } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onSqlite("sheets of labels for many codes", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let ids: string[];
  const ask = (path: string, body: object) => owner.request("POST", path, { ids, ...body });

  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "sheets@example.com");
    const { workspaceId: id } = (await app.store.users.findByEmail("sheets@example.com"))!;
    const made = ["Menu", "漢字 Café", "Long"].map((name) =>
      newCode(id, Date.now(), { name, content: `https://x.org/${name === "Long" ? "x".repeat(400) : ""}` }),
    );
    for (const code of made) await app.store.codes.create(code);
    ids = made.map((code) => code.id);
  });

  it("list the sheets by name with their dimensions", async () => {
    const sheets = (await owner.request("GET", "/sheets")).json;
    const names = sheets.map(({ name }: { name: string }) => name);
    for (const name of ["L7160", "L7163", "5160", "5163"]) assert.ok(names.includes(name), name);
  });

  it("preview what will be printed: the number of pages, the first of them, and unsupported letters", async () => {
    const body = { sheet: "L7160", start: 20, copies: 2 };
    const { status, json } = await ask("/preview/sheet", body);
    assert.equal(status, 200);
    const { svg, ...plan } = json;
    assert.match(svg, /^<svg /);
    assert.equal(svg.match(/<image /g).length, 2, "two free labels on the first page");
    assert.deepEqual(plan, {
      pages: 2,
      labels: 6,
      labelsAPage: 21,
      millimetres: 30.6,
      tooSmall: [],
      missingLetters: ["漢", "字"],
    });
  });

  it("are a document with all pages", async () => {
    const { status, headers, text } = await ask("/selection/sheet", { sheet: "L7160", copies: 10 });
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "application/pdf");
    assert.match(headers.get("content-disposition")!, /^attachment; filename="codes.pdf"/);
    assert.match(text, /^%PDF-1\.4\n/);
    assert.equal(text.match(/\/Type\/Page\//g)?.length, 2);
  });

  it("400: name codes that would be too small to read, unless they are left out", async () => {
    const body = { sheet: "L7160", encode: "content" };
    const refused = await ask("/selection/sheet", body);
    assert.equal(refused.status, 400);
    assert.match(refused.json.message, /^One code would be too small to be read/);
    assert.deepEqual(refused.json.details.length, 1);
    assert.match(refused.json.details[0].message, /^“Long” needs at least \d\d mm and would get 30.6 mm$/);
    const { json } = await ask("/preview/sheet", body);
    assert.equal(json.tooSmall[0].name, "Long");
    assert.equal((await ask("/selection/sheet", { ...body, leaveOut: true })).status, 200);
    const alone = { ...body, ids: ids.slice(2), leaveOut: true };
    assert.equal((await ask("/selection/sheet", alone)).status, 400, "nothing would be left");
  });

  it("accept custom dimensions, and name those that do not fit the page", async () => {
    const measures = {
      page: { width: 100, height: 100 },
      columns: 2,
      rows: 2,
      width: 45,
      height: 45,
      left: 5,
      top: 5,
      pitchX: 45,
      pitchY: 45,
    };
    const fine = await ask("/preview/sheet", { measures, text: "none" });
    assert.deepEqual([fine.status, fine.json.millimetres], [200, 45]);
    const wrong = await ask("/selection/sheet", { measures: { ...measures, pitchX: 40, rows: 3 }, start: 7 });
    assert.equal(wrong.status, 400);
    const fields = wrong.json.details.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields, ["sheet.pitchX", "sheet.rows", "start"]);
    for (const body of [{ sheet: "X" }, { copies: 0 }, { bleed: 9 }, { ids: [] }, { ids: [1] }]) {
      assert.equal((await ask("/preview/sheet", body)).status, 400, JSON.stringify(body));
    }
  });

  it("contain the network itself for Wi-Fi codes by default", async () => {
    const { workspaceId: id } = (await app.store.users.findByEmail("sheets@example.com"))!;
    const content = "WIFI:T:WPA;S:Guests;P:s3cret99;;";
    const wifi = newCode(id, Date.now(), { type: "wifi", content });
    await app.store.codes.create(wifi);
    const svgOf = async (encode?: string) =>
      (await ask("/preview/sheet", { ids: [wifi.id], text: "none", encode })).json.svg;
    assert.equal(await svgOf(), await svgOf("content"));
    assert.equal(await svgOf("best"), await svgOf("content"));
    assert.notEqual(await svgOf("best"), await svgOf("share"));
    const menu = { ids: ids.slice(0, 1), text: "none" };
    const [best, share] = await Promise.all(
      ["best", "share"].map(async (encode) => (await ask("/preview/sheet", { ...menu, encode })).json.svg),
    );
    assert.equal(best, share);
  });

  it("have the codes in the order of selection, or by name", async () => {
    const measures = {
      page: { width: 100, height: 100 },
      columns: 2,
      rows: 2,
      width: 8,
      height: 8,
      left: 5,
      top: 5,
      pitchX: 8,
      pitchY: 8,
    };
    const namesIn = async (order: string) =>
      (await ask("/preview/sheet", { measures, order, text: "none" })).json.tooSmall.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await namesIn("selection"), ["Menu", "漢字 Café", "Long"]);
    assert.deepEqual(await namesIn("name"), ["Long", "Menu", "漢字 Café"]);
  });

  it("404: do not find other owners' codes", async () => {
    const other = await signedIn(app, "other-sheets@example.com");
    for (const path of ["/preview/sheet", "/selection/sheet"]) {
      assert.equal((await other.request("POST", path, { ids })).status, 404);
    }
  });
});
