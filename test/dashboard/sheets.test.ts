import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { PLAIN } from "../../src/rendering/style.ts";
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
      networksLeftOut: [],
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
    // Measures the codes. On a slow machine that takes so long that an error can only break the connection.
    const { json } = await ask("/preview/sheet", body);
    assert.equal(json.tooSmall[0].name, "Long");
    const refused = await ask("/selection/sheet", body);
    assert.equal(refused.status, 400);
    assert.match(refused.json.message, /^One code would be too small to be read/);
    assert.deepEqual(refused.json.details.length, 1);
    assert.match(refused.json.details[0].message, /^“Long” needs at least \d\d mm and would get 30.6 mm$/);
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

  describe("with words", () => {
    const design = { headline: "Scan for the menu", line: "Point your camera here", filled: true };
    const preview = (body: object) => ask("/preview/sheet", { ids: ids.slice(0, 1), design, ...body });

    it("fill a page with one code: a poster, both faces of a tent, every card and sticker", async () => {
      for (const [body, labels] of [
        [{ format: "poster A4" }, 1],
        [{ format: "tent Letter" }, 2],
        [{ format: "cards A4" }, 10],
        [{ format: "card 85x55", bleed: 3, marks: true }, 1],
        [{ sheet: "L7160", start: 4 }, 18],
      ] as const) {
        const { status, json } = await preview({ name: false, ...body });
        assert.deepEqual([status, json.pages, json.labels], [200, 1, labels], JSON.stringify(body));
        assert.equal(json.svg.match(/<image /g).length, labels);
        assert.deepEqual(json.missingLetters, []);
      }
      const many = await preview({ ids: ids.slice(0, 2), format: "tent A4", copies: 2 });
      assert.deepEqual([many.json.pages, many.json.labels], [4, 8], "two copies of two tents");
    });

    it("are a document with a page for each code", async () => {
      const { status, text } = await ask("/selection/sheet", { format: "poster A4", design });
      assert.equal(status, 200);
      assert.equal(text.match(/\/Type\/Page\//g)?.length, 3);
    });

    it("400: words that do not fit, have letters that the font lacks, or are on several lines", async () => {
      const fields = async (body: object) => {
        const { status, json } = await preview(body);
        assert.equal(status, 400);
        return json.details.map(({ field }: { field: string }) => field);
      };
      const long = { ...design, headline: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter" };
      assert.deepEqual(await fields({ format: "poster A4", design: long }), ["design.headline"]);
      const wide = { ...design, headline: long.headline.slice(0, 60) };
      assert.deepEqual(await fields({ sheet: "L7160", design: wide }), ["design"]);
      assert.deepEqual(await fields({ format: "poster A4", design: { headline: "اسحب", line: "メニュー" } }), [
        "design.headline",
        "design.line",
      ]);
      assert.deepEqual(await fields({ format: "poster A4", design: { headline: "a\nb" } }), ["design.headline"]);
      assert.deepEqual(await fields({ format: "poster A5" }), ["format"]);
      const { json } = await preview({ format: "poster A4", design: { headline: "اسحب" } });
      assert.match(json.details[0].message, /^must be in Latin, Greek or Cyrillic letters: the font has no ا س ح ب$/);
    });

    it("400: no code is smaller than its verdict asks for", async () => {
      const measures = {
        page: { width: 100, height: 100 },
        columns: 1,
        rows: 1,
        left: 0,
        top: 0,
        pitchX: 0,
        pitchY: 0,
      };
      const small = { measures: { ...measures, width: 22, height: 22 }, address: false, name: false };
      const { json } = await preview({ ...small, design: { headline: "" } });
      assert.equal(json.tooSmall[0].name, "Menu");
      const refused = await ask("/selection/sheet", { ...small, ids: ids.slice(0, 1), design: { headline: "" } });
      assert.equal(refused.status, 400);
      assert.match(refused.json.message, /^One code would be too small to be read\. Choose a larger format/);
    });

    it("have the words of the code's frame instead of the frame, and the owner's brand", async () => {
      const { workspaceId: id } = (await app.store.users.findByEmail("sheets@example.com"))!;
      const frame = { kind: "label", text: "Menu", color: "#225533" };
      const framed = newCode(id, Date.now(), { style: JSON.stringify({ ...PLAIN, frame }) });
      await app.store.codes.create(framed);
      const svgOf = async (body: object) =>
        (await preview({ ids: [framed.id], format: "card 85x55", address: false, name: false, ...body })).json.svg;
      assert.equal(await svgOf({ design: {} }), await svgOf({ design: { headline: "Menu" } }));
      assert.notEqual(await svgOf({ design: {} }), await svgOf({ design: { headline: "" } }));
      const plain = await svgOf({ design: { filled: true } });
      await owner.request("PUT", "/brand", { name: "Café", color: "#9c4221", logoId: null, showFooter: true });
      const branded = await svgOf({ design: { filled: true } });
      assert.ok(branded.includes("#9c4221") && !plain.includes("#9c4221"));
      assert.notEqual(branded, await svgOf({ design: { filled: true, brand: false } }), "with its name");
    });
  });

  it("have the name of a network instead of its link, which guests cannot open yet", async () => {
    const { workspaceId: id } = (await app.store.users.findByEmail("sheets@example.com"))!;
    const preview = async (ssid: string, address: boolean) => {
      const wifi = newCode(id, Date.now(), { type: "wifi", content: `WIFI:T:WPA;S:${ssid};P:s3cret99;;` });
      await app.store.codes.create(wifi);
      return (await ask("/preview/sheet", { ids: [wifi.id], name: false, address, encode: "share" })).json;
    };
    const svgOf = async (ssid: string) => (await preview(ssid, true)).svg;
    const words = (svg: string) => svg.match(/<path fill="#000000" d="([^"]+)"/)?.[1];
    assert.equal(words(await svgOf("Guests")), words(await svgOf("Guests")), "whatever the link");
    assert.notEqual(words(await svgOf("Guests")), words(await svgOf("Mosaic")));
    const { svg, networksLeftOut } = await preview("漢字 Guests", true);
    assert.deepEqual([words(svg), networksLeftOut], [undefined, ["漢字 Guests"]], "no name rather than a wrong one");
    assert.deepEqual((await preview("漢字 Guests", false)).networksLeftOut, [], "not printed anyway");
  });

  it("404: do not find other owners' codes", async () => {
    const other = await signedIn(app, "other-sheets@example.com");
    for (const path of ["/preview/sheet", "/selection/sheet"]) {
      assert.equal((await other.request("POST", path, { ids })).status, 404);
    }
  });
});
