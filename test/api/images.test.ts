import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decode } from "../../src/rendering/decode.ts";
import { rasterisePdf, rasteriseSvg, readPng } from "../rendering/support/pictures.ts";
import { onSqlite } from "../support/stores.ts";
import { assertRateHeaders, badFields, PATH, useApp } from "./support.ts";

onSqlite("GET /api/v1/qrcodes/:id/image", (engine) => {
  const use = useApp(engine);
  const draw = (id: string, query = "", headers: Record<string, string> = {}) =>
    fetch(`${use.app.url}${PATH}/${id}/image${query}`, { headers: { authorization: `Bearer ${use.key}`, ...headers } });
  const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

  it("200: a PNG of the share URL in the code's own size by default", async () => {
    const code = await use.code({ size: 300 });
    const answer = await draw(code.id);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "image/png");
    const bytes = await bytesOf(answer);
    assert.equal(readPng(bytes).size, 300);
    assert.equal((await decode(bytes))?.toLowerCase(), code.shareUrl);
  });

  it("200: every format can be read back, and encode=content draws the content itself", async () => {
    const content = "WIFI:T:WPA;S:Café;P:päss;;";
    const code = await use.code({ type: "wifi", content, errorCorrection: "Q" });
    const png = await bytesOf(await draw(code.id, "?encode=content&size=640"));
    assert.equal(await decode(png), content);
    const svg = Buffer.from(await bytesOf(await draw(code.id, "?format=svg&encode=content")));
    assert.equal(await decode(rasteriseSvg(svg.toString(), 8).picture), content);
    const pdf = await bytesOf(await draw(code.id, "?format=pdf&encode=content&millimetres=40"));
    assert.match(Buffer.from(pdf).toString("latin1"), /^%PDF-/);
    assert.equal(await decode(rasterisePdf(pdf, 8).picture), content);
    assert.equal(rasterisePdf(pdf, 8).title, "QR code", "without the password");
  });

  it("200: SVG and PDF say to screen readers where the code leads", async () => {
    const { id, shareToken } = await use.code();
    const title = `QR code of tessera.test/r/${shareToken}`;
    const svg = Buffer.from(await bytesOf(await draw(id, "?format=svg"))).toString();
    assert.equal(rasteriseSvg(svg, 1).title, title);
    assert.equal(rasterisePdf(await bytesOf(await draw(id, "?format=pdf")), 1).title, title);
    await use.ask("PUT", `${PATH}/${id}/style`, { json: { modules: "dots" } });
    const styled = Buffer.from(await bytesOf(await draw(id, "?format=svg"))).toString();
    assert.match(styled, new RegExp(`role="img" lang="en" .*<title>${title}</title>`));
    const pdf = Buffer.from(await bytesOf(await draw(id, "?format=pdf"))).toString("latin1");
    assert.match(pdf, /\/Lang\(en\)/);
    assert.match(pdf, new RegExp(`/Alt <feff${Buffer.from(title, "utf16le").swap16().toString("hex")}>`));
  });

  it("200: with ink=black it is black on white, whatever its look", async () => {
    const { id } = await use.code({ foregroundColor: "#aa0000", backgroundColor: "#ffee00" });
    const svg = Buffer.from(await bytesOf(await draw(id, "?format=svg&ink=black"))).toString();
    const { foreground, background } = rasteriseSvg(svg, 1);
    assert.deepEqual([foreground, background], ["#000000", "#ffffff"]);
    await use.ask("PUT", `${PATH}/${id}/style`, { json: { modules: "dots", eyeColor: "#00006a" } });
    const styled = Buffer.from(await bytesOf(await draw(id, "?format=svg&ink=black"))).toString();
    assert.deepEqual(new Set(styled.match(/#[\da-f]{6}/g)), new Set(["#000000", "#ffffff"]));
    assert.match(Buffer.from(await bytesOf(await draw(id, "?format=svg"))).toString(), /#00006a/);
    const tag = async (query: string) => (await draw(id, query)).headers.get("etag");
    assert.notEqual(await tag("?format=pdf&ink=black"), await tag("?format=pdf"));
    assert.deepEqual(badFields(await use.ask("GET", `${PATH}/${id}/image?ink=red`)), ["ink"]);
  });

  it("200: the printed width, if given, is written to PNG and SVG", async () => {
    const { id } = await use.code();
    const png = Buffer.from(await bytesOf(await draw(id, "?size=600&millimetres=30")));
    const at = png.indexOf("pHYs");
    assert.ok(at > 0 && at < png.indexOf("IDAT"));
    assert.equal(png.readUInt32BE(at + 4), 20_000, "600 pixels on 30 mm, in pixels per metre");
    assert.equal(png.readUInt32BE(at + 8), 20_000);
    assert.equal(png[at + 12], 1);
    assert.equal(readPng(png).size, 600);
    assert.equal(await decode(png), await decode(await bytesOf(await draw(id, "?size=600"))));
    const svg = Buffer.from(await bytesOf(await draw(id, "?format=svg&millimetres=30")));
    assert.match(svg.toString(), /^<svg [^>]*width="30mm" height="30mm" viewBox=/);
    const plain = await bytesOf(await draw(id, "?size=600"));
    assert.ok(!Buffer.from(plain).includes("pHYs"));
    const tag = async (query: string) => (await draw(id, query)).headers.get("etag");
    assert.notEqual(await tag("?millimetres=30"), await tag("?millimetres=31"));
  });

  it("200: the file is named after the code, and is an attachment when download is asked for", async () => {
    const { id } = await use.code({ name: "Café: menu" });
    const named = async (query: string) => (await draw(id, query)).headers.get("content-disposition");
    const file = (ending: string) => `filename="Cafe menu.${ending}"; filename*=UTF-8''Caf%C3%A9%20menu.${ending}`;
    assert.equal(await named(""), `inline; ${file("png")}`);
    assert.equal(await named("?format=svg&download=false"), `inline; ${file("svg")}`);
    assert.equal(await named("?format=pdf&download=true"), `attachment; ${file("pdf")}`);
    assert.match((await named("?encode=content"))!, /filename="Cafe menu content\.png"/);
    assert.deepEqual(badFields(await use.ask("GET", `${PATH}/${id}/image?download=1`)), ["download"]);
  });

  it("304: for a matching ETag, until the code looks different", async () => {
    const code = await use.code();
    const etag = (await draw(code.id)).headers.get("etag") ?? "";
    assert.equal((await draw(code.id, "", { "if-none-match": etag })).status, 304);
    await use.ask("PATCH", `${PATH}/${code.id}`, { json: { foregroundColor: "#333333" } });
    assert.equal((await draw(code.id, "", { "if-none-match": etag })).status, 200);
  });

  it("400: names the smallest size that works", async () => {
    const content = "x".repeat(2300);
    const code = await use.code({ type: "text", content });
    const answer = await use.ask("GET", `${PATH}/${code.id}/image?encode=content&size=128`);
    assert.deepEqual(badFields(answer), ["size"]);
    const smallest = Number(/(\d+)$/.exec(answer.json.details[0].message)?.[1]);
    const just = (size: number) => draw(code.id, `?encode=content&size=${size}`);
    assert.equal((await just(smallest)).status, 200);
    assert.equal((await just(smallest - 1)).status, 400);
  });

  it("400: refuses unknown values", async () => {
    const { id } = await use.code();
    for (const [query, field] of [
      ["format=gif", "format"],
      ["encode=both", "encode"],
      ["size=2049", "size"],
      ["size=1e3", "size"],
      ["millimetres=0", "millimetres"],
      ["format=png&format=svg", "format"],
    ]) {
      assert.deepEqual(badFields(await use.ask("GET", `${PATH}/${id}/image?${query}`)), [field]);
    }
  });
});

onSqlite("GET /api/v1/qrcodes/:id/scannability", (engine) => {
  const use = useApp(engine);
  const judge = async (fields: object) => {
    const { id } = await use.code(fields);
    const answer = await use.ask("GET", `${PATH}/${id}/scannability`);
    assert.equal(answer.status, 200, answer.text);
    assertRateHeaders(answer);
    return answer.json;
  };

  describe("200", () => {
    it("checks the content itself when asked, which has smaller modules", async () => {
      const { id } = await use.code({ type: "text", content: "much text ".repeat(60) });
      const ask = (query: string) => use.ask("GET", `${PATH}/${id}/scannability${query}`);
      const [share, content] = [(await ask("")).json, (await ask("?encode=content")).json];
      assert.deepEqual((await ask("?encode=share")).json, share);
      assert.ok(content.symbolVersion > share.symbolVersion);
      assert.ok(content.smallestPrintMillimetres > share.smallestPrintMillimetres);
      assert.deepEqual(badFields(await ask("?encode=both")), ["encode"]);
    });

    it("says how to fix a code that fails", async () => {
      const verdict = await judge({ foregroundColor: "#ffffff", backgroundColor: "#1a1410" });
      assert.equal(verdict.passes, false);
      assert.match(verdict.advice.join(" "), /^Light on dark: .*Swap the colours\./);
    });

    it("is the same each time, and differs once the code has changed", async () => {
      const { id } = await use.code();
      const ask = async () => (await use.ask("GET", `${PATH}/${id}/scannability`)).json;
      const first = await ask();
      assert.deepEqual([first.grade, first.passes, first.trials.length], ["A", true, 5]);
      assert.ok(first.smallestPrintMillimetres > 10 && first.smallestPrintMillimetres < 60);
      assert.deepEqual(await ask(), first);
      const { headers } = await use.ask("GET", `${PATH}/${id}/scannability`);
      const again = () =>
        use.ask("GET", `${PATH}/${id}/scannability`, { headers: { "if-none-match": headers.get("etag")! } });
      const same = await again();
      assert.deepEqual([same.status, same.text], [304, ""]);
      await use.ask("PATCH", `${PATH}/${id}`, { json: { foregroundColor: "#dddddd" } });
      assert.equal((await ask()).passes, false);
      assert.equal((await again()).status, 200, "its ETag differs");
    });
  });
});
