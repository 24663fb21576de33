import assert from "node:assert/strict";
import { before, it } from "node:test";
import { decode } from "../../src/rendering/decode.ts";
import { readPng } from "../rendering/support/pictures.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";
import { unzip } from "./unzip.ts";

const NAMES = ["Menu", "menu", "Menu (2)", "a/b:c", "=SUM(A1)", "CON", "漢字", "Menu", "..", "index"];

onSqlite("the pictures of many codes as one ZIP", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let ids: string[];
  let tokens: string[];
  const ask = (body: object, signal?: AbortSignal) =>
    fetch(`${app.url}${BASE}/selection/images`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://tessera.test", cookie: owner.cookie() },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  const files = async (body: object) => {
    const answer = await ask(body);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "application/zip");
    return unzip(Buffer.from(await answer.arrayBuffer()));
  };

  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "zip@example.com");
    const { workspaceId: id } = (await app.store.users.findByEmail("zip@example.com"))!;
    const made = NAMES.map((name, i) =>
      newCode(id, Date.now(), { name, content: i === 4 ? '+1, "x"\nhttps://x' : "https://x.org" }),
    );
    for (const code of made) await app.store.codes.create(code);
    ids = made.map((code) => code.id);
    tokens = made.map((code) => code.token);
  });

  it("names every picture after its code, safely and uniquely, and lists them", async () => {
    const zip = await files({ ids, format: "png", size: 256 });
    const names = [...zip.keys()];
    assert.deepEqual(names, [
      ...["Menu.png", "menu (2).png", "Menu (2) (2).png", "a b c.png", "=SUM(A1).png"],
      ...["_CON.png", "漢字.png", "Menu (3).png", `${tokens[8]}.png`, "index.png", "index.csv"],
    ]);
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
    for (const name of names.slice(0, -1)) assert.equal(readPng(zip.get(name)!).size, 256, name);
    const lines = zip.get("index.csv")!.toString().split("\r\n");
    assert.equal(lines[0], "name,file,contains,shareUrl,content,problem");
    assert.equal(lines[1], `Menu,Menu.png,share link,http://tessera.test/r/${tokens[0]},https://x.org,`);
    assert.equal(
      lines[5],
      `'=SUM(A1),'=SUM(A1).png,share link,http://tessera.test/r/${tokens[4]},"'+1, ""x""\nhttps://x",`,
    );
    assert.equal(lines.length, NAMES.length + 2);
  });

  it("contains the network itself for Wi-Fi codes by default, and the index says so", async () => {
    const { workspaceId } = (await app.store.users.findByEmail("zip@example.com"))!;
    const content = "WIFI:T:WPA;S:Guests;P:s3cret99;;";
    const wifi = newCode(workspaceId, Date.now(), { name: "Wi-Fi", type: "wifi", content });
    await app.store.codes.create(wifi);
    const body = { ids: [ids[0], wifi.id], size: 256 };
    const best = await files(body);
    assert.deepEqual([...best.keys()], ["Menu.png", "Wi-Fi (content).png", "index.csv"]);
    assert.equal(await decode(best.get("Wi-Fi (content).png")!), content);
    assert.match(best.get("index.csv")!.toString(), /\r\nWi-Fi,Wi-Fi \(content\).png,content,/);
    const linked = await files({ ...body, encode: "share" });
    assert.match((await decode(linked.get("Wi-Fi.png")!))!, /^HTTP:/);
  });

  it("draws what is requested, and the index says what could not be drawn", async () => {
    const { workspaceId } = (await app.store.users.findByEmail("zip@example.com"))!;
    const long = newCode(workspaceId, Date.now(), { name: "Long", content: `https://x.org/${"x".repeat(2300)}` });
    await app.store.codes.create(long);
    const zip = await files({ ids: [ids[0], long.id], format: "png", size: 128, encode: "content" });
    assert.deepEqual([...zip.keys()], ["Menu (content).png", "index.csv"]);
    assert.match(
      zip.get("index.csv")!.toString(),
      /\r\nLong,,.*size is too small for this code: the smallest size that works is 185/,
    );
    const svg = await files({ ids: [ids[6]], format: "svg" });
    assert.match(svg.get("漢字.svg")!.toString(), /^<svg /);
    const pdf = await files({ ids: [ids[6], "no id"], format: "pdf" });
    assert.match(pdf.get("漢字.pdf")!.toString("latin1"), /^%PDF-1/);
  });

  it("is made once at a time for each person, and is aborted when they disconnect", async () => {
    const { workspaceId } = (await app.store.users.findByEmail("zip@example.com"))!;
    // More bytes than the buffers between both ends of a connection hold.
    const content = `https://x.org/${"x".repeat(2300)}`;
    const large = Array.from({ length: 150 }, () => newCode(workspaceId, Date.now(), { content }));
    for (const code of large) await app.store.codes.create(code);
    const all = { ids: large.map(({ id }) => id), size: 2048, encode: "content" };
    const leaving = new AbortController();
    const open = await ask(all, leaving.signal);
    assert.equal(open.status, 200);
    const second = await ask({ ids });
    assert.equal(second.status, 503);
    assert.match(((await second.json()) as { message: string }).message, /is being made for you/);
    leaving.abort();
    await eventually(async () => {
      const answer = await ask({ ids: ids.slice(0, 1) });
      await answer.arrayBuffer();
      assert.equal(answer.status, 200);
    });
  });

  it("400: names every error", async () => {
    for (const [body, field] of [
      [{ ids: [] }, "ids"],
      [{ ids, size: 64 }, "size"],
      [{ ids, format: "gif" }, "format"],
      [{ ids: [1] }, "ids"],
    ] as const) {
      const answer = await ask(body);
      assert.equal(answer.status, 400);
      const { details } = (await answer.json()) as { details: { field: string }[] };
      assert.equal(details[0]!.field, field);
    }
  });
});
