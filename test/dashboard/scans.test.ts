import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { csvCell, textOfCell } from "../../src/shared/csv.ts";
import { sharedApp, startApp, type TestApp } from "../support/app.ts";
import { ANDROID, PHONE } from "../support/fixtures.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";

describe("a cell of CSV", () => {
  it("never starts a formula, and keeps commas, quotes and line breaks", () => {
    const invisible = ["", " ", "\u00a0", "\u200b", "\ufeff", "\u2060", " \u200d\u3000", "\u202e"];
    for (const start of [
      "\t",
      "\r",
      ...invisible.flatMap((before) => [..."=+-@＝＋－＠"].map((sign) => before + sign)),
    ]) {
      assert.match(csvCell(`${start}cmd|' /C calc'!A0`), /^"?'/);
    }
    for (const text of ["Table 4", "a=b", " it's", "'quoted'", "5 - 3"]) assert.equal(csvCell(text), text);
    assert.equal(csvCell('Frankfurt "am" Main, DE'), '"Frankfurt ""am"" Main, DE"');
    assert.equal(csvCell("two\nlines"), '"two\nlines"');
    assert.equal(csvCell(null), "");
    assert.equal(csvCell(-3.5), "-3.5");
  });

  it("is read as it was before it was written", () => {
    const part = fc.constantFrom("'", "=", "＝", " ", "\u200b", "a", "+", "-", "\t");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join("");
        assert.equal(textOfCell(csvCell(text)), text);
      }),
    );
  });
});

onEachEngine("a code's scans in the dashboard", (engine) => {
  let app: TestApp;
  let visitor: Visitor;
  let code: { id: string; shareToken: string; name: string };
  before(async () => {
    app = await sharedApp({ engine });
    visitor = await signedIn(app, "scans@example.com");
    const body = { name: "Poster", content: "https://example.com" };
    code = (await visitor.request("POST", "/qrcodes", body)).json;
  });

  it("arrive live, in the shape of the scan record, and only this code's", async () => {
    const other = (await visitor.request("POST", "/qrcodes", { name: "Other", content: "https://example.com" })).json;
    const leave = new AbortController();
    const stream = await fetch(`${app.url}${BASE}/qrcodes/${code.id}/live`, {
      headers: { cookie: visitor.cookie() },
      signal: leave.signal,
    });
    assert.match(stream.headers.get("content-type")!, /^text\/event-stream/);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await app.request("GET", `/r/${other.shareToken}`);
    const scanned = await app.request("GET", `/r/${code.shareToken}`);
    let heard = "";
    while (!/data: .*\n\n/.test(heard)) heard += (await reader.read()).value;
    const scan = JSON.parse(/data: (.*)\n\n/.exec(heard)![1]!);
    assert.equal(scan.qrCodeId, code.id);
    assert.equal(scan.id, scanned.headers.get("scan-id"));
    const read = (await visitor.request("GET", `/qrcodes/${code.id}/scans`)).json;
    assert.deepEqual(read.data, [scan]);
    leave.abort();
  });

  it("arrive live from another node too, each once", async (t) => {
    if (engine.name === "sqlite") return;
    const place = { dataDir: freshDir(), databaseUrl: app.place.databaseUrl };
    const second = await startApp({ engine, place });
    t.after(() => second.close());
    const leave = new AbortController();
    const headers = { cookie: visitor.cookie() };
    const stream = await fetch(`${app.url}${BASE}/qrcodes/${code.id}/live`, { headers, signal: leave.signal });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const ids: string[] = [];
    for (const node of [second, app, second]) {
      ids.push((await node.request("GET", `/r/${code.shareToken}`)).headers.get("scan-id")!);
    }
    let heard = "";
    const shown = () => [...heard.matchAll(/data: (.*)\n\n/g)].map(([, json]) => JSON.parse(json!).id as string);
    while (shown().length < ids.length) heard += (await reader.read()).value;
    assert.deepEqual(shown().toSorted(), ids.toSorted());
    leave.abort();
  });

  it("do not keep the service from stopping while someone watches", async (t) => {
    const own = await startApp({ engine });
    t.after(() => own.close());
    const watcher = await signedIn(own, "watcher@example.com");
    const body = { name: "Poster", content: "https://example.com" };
    const { id } = (await watcher.request("POST", "/qrcodes", body)).json;
    const stream = await fetch(`${own.url}${BASE}/qrcodes/${id}/live`, { headers: { cookie: watcher.cookie() } });
    const ended = stream.text();
    // Without it the watcher would be waited for, and this test would never end.
    await own.close();
    assert.match(await ended, /^retry: /);
  });
});

onEachEngine("the list of scans", (engine) => {
  const DAY_MS = 86_400_000;
  let app: TestApp;
  let visitor: Visitor;
  let code: { id: string; shareToken: string };
  before(async () => {
    app = await sharedApp({ engine });
    visitor = await signedIn(app, "scan-list@example.com");
    code = (await visitor.request("POST", "/qrcodes", { name: "Poster", content: "https://example.com" })).json;
    for (const [agent, times] of [
      [PHONE, 3],
      [ANDROID, 2],
    ] as const) {
      for (let i = 0; i < times; i++)
        await app.request("GET", `/r/${code.shareToken}`, { headers: { "user-agent": agent } });
    }
  });
  const list = async (search: string, id = code.id) =>
    (await visitor.request("GET", `/qrcodes/${id}/scans?${search}`)).json;
  const systems = ({ data }: { data: { os: string }[] }) => data.map(({ os }) => os);
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it("has those of the period that match every filter, newest first", async () => {
    const all = await list("period=7d");
    assert.deepEqual(systems(all), ["Android", "Android", "iOS", "iOS", "iOS"]);
    assert.equal(all.nextCursor, null);
    assert.deepEqual(all.data, (await visitor.request("GET", `/qrcodes/${code.id}/scans`)).json.data);
    assert.deepEqual(systems(await list("period=7d&os=Android")), ["Android", "Android"]);
    assert.equal((await list("os=Android&os=iOS&device=mobile&country=Unknown")).data.length, 5);
    assert.equal((await list("os=Android&browser=Firefox")).data.length, 0);
    const [before, after] = [dayOf(Date.now() - 3 * DAY_MS), dayOf(Date.now() + DAY_MS)];
    assert.equal((await list(`from=${before}&to=${before}`)).data.length, 0);
    assert.equal((await list(`from=${before}&to=${after}`)).data.length, 5);
  });

  it("continues after the last scan of a page, under the same filter", async () => {
    const first = await list("os=iOS&limit=2");
    assert.equal(first.nextCursor, first.data[1].id);
    const second = await list(`os=iOS&limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual([systems(second), second.nextCursor], [["iOS"], null]);
  });

  it("is next to the number of visits that were not counted, for any days", async () => {
    await app.request("GET", `/r/${code.shareToken}`, {
      headers: { "sec-purpose": "prefetch", "user-agent": PHONE },
    });
    const [after, before] = [dayOf(Date.now() + DAY_MS), dayOf(Date.now() - 3 * DAY_MS)];
    const visits = async (from: string, to: string) =>
      visitor.request("GET", `/codes/${code.id}/visits?from=${from}&to=${to}`);
    const { json } = await visits(before, after);
    assert.deepEqual([json.counted, json.missed.prefetch, json.missed.crawler], [5, 1, 0]);
    assert.equal((await visits(before, before)).json.counted, 0);
    for (const [from, to] of [
      ["x", after],
      ["2026-02-30", after],
      ["1900-01-01", after],
    ]) {
      assert.equal((await visits(from!, to!)).status, 400);
    }
  });
});
