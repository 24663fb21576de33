import assert from "node:assert/strict";
import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { badFields, useApp } from "./support.ts";

const PATH = "/api/v1/utm-presets";
const NONE = { source: null, medium: null, campaign: null, term: null, content: null };
const POSTER = { ...NONE, name: "Poster", source: "poster", medium: "print", content: "{placement}" };
const FLYER = { ...NONE, name: "Flyer", source: "flyer" };

onEachEngine("UTM presets under /api/v1", (engine) => {
  const use = useApp(engine);
  const set = (presets: unknown, key = use.key, headers = {}) =>
    use.ask("PUT", PATH, { json: { presets }, key, headers });
  const read = async (key = use.key) => (await use.ask("GET", PATH, { key })).json;

  it("200: none until they are set, then as sent, in order, for this workspace only; omitted values are null", async () => {
    const { key } = await use.app.user();
    assert.deepEqual(await read(key), { presets: [] });
    const answer = await set(
      [
        { ...POSTER, unknown: 1 },
        { name: "Flyer", source: "flyer" },
      ],
      key,
    );
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json, { presets: [POSTER, FLYER] });
    assert.deepEqual(await read(key), answer.json);
    assert.deepEqual(await read(), { presets: [] });
    assert.deepEqual((await set([], key)).json, { presets: [] });
  });

  it("200 and 400: If-Match keeps what somebody else has set meanwhile", async () => {
    const { key } = await use.app.user();
    const first = (await use.ask("GET", PATH, { key })).headers.get("etag")!;
    const second = await set([POSTER], key, { "if-match": first });
    assert.equal(second.status, 200, second.text);
    assert.deepEqual(badFields(await set([FLYER], key, { "if-match": first })), ["If-Match"]);
    assert.deepEqual((await read(key)).presets, [POSTER]);
    assert.equal((await set([FLYER], key, { "if-match": second.headers.get("etag")! })).status, 200);
  });

  it("400: names every wrong field and changes nothing", async () => {
    const { key } = await use.app.user();
    await set([POSTER], key);
    const wrong = [
      [
        [
          { ...POSTER, name: " " },
          { ...FLYER, source: "a\nb" },
        ],
        ["presets.0.name", "presets.1.source"],
      ],
      [[POSTER, { ...FLYER, name: "POSTER" }], ["presets.1.name"]],
      [[{ ...NONE, name: "Empty" }], ["presets.0"]],
      [[{ ...POSTER, term: "a".repeat(201), campaign: "" }], ["presets.0.campaign", "presets.0.term"]],
      [[{ source: "x" }], ["presets.0.name"]],
      [Array.from({ length: 101 }, (_, at) => ({ ...FLYER, name: `Flyer ${at}` })), ["presets"]],
      ["x", ["presets"]],
      [undefined, ["presets"]],
    ] as const;
    for (const [presets, fields] of wrong) {
      assert.deepEqual(badFields(await set(presets, key)), [...fields], JSON.stringify(presets)?.slice(0, 90));
    }
    assert.deepEqual((await read(key)).presets, [POSTER]);
  });

  it("A scan through the code's own link leaves out parameters with {placement}", async () => {
    const { shareToken } = await use.code({ content: "https://a.example/?a=1&utm_content={placement}" });
    const answer = await fetch(`${use.app.url}/r/${shareToken}`, { redirect: "manual" });
    assert.equal(answer.headers.get("location"), "https://a.example/?a=1");
  });

  it("A scan through a placement puts its name there, percent-encoded, also after it is renamed", async () => {
    const { id } = await use.code({ content: "https://a.example/at/{placement}?utm_content={placement}&b=1" });
    const path = `/api/v1/qrcodes/${id}/placements`;
    const placements = [{ name: "Bar & grill" }, { name: null }, { name: ".." }];
    const { data } = (await use.ask("POST", path, { json: { placements } })).json;
    const led = async (token: string) =>
      (await fetch(`${use.app.url}/r/${token}`, { redirect: "manual" })).headers.get("location");
    const [bar, blank, dots] = data;
    assert.equal(await led(bar.token), "https://a.example/at/Bar%20%26%20grill?utm_content=Bar%20%26%20grill&b=1");
    assert.equal(await led(blank.token), "https://a.example/at/?b=1");
    assert.equal(await led(dots.token), "https://a.example/at/?utm_content=..&b=1");
    const renamed = await use.ask("PATCH", `${path}/${bar.id}`, { json: { name: "Bar\u00a0#2" } });
    assert.equal(renamed.status, 200, renamed.text);
    assert.equal(await led(bar.token), "https://a.example/at/Bar%C2%A0%232?utm_content=Bar%C2%A0%232&b=1");
  });

  it("400: content that a placement's name could lead back to this service", async () => {
    const answer = await use.ask("POST", "/api/v1/qrcodes", {
      json: { name: "Loop", content: "http://tessera.test/{placement}/abc" },
    });
    assert.deepEqual(badFields(answer), ["content"]);
  });
});
