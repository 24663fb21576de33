import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { badFields, MISSING, PATH, TIME, useApp, withoutRequestId } from "./support.ts";

const HOOKS = "/api/v1/webhooks";
const URL = "https://hooks.example.com/tessera";

onEachEngine("/webhooks", (engine) => {
  const use = useApp(engine);
  const { ask } = use;

  it("are made with their secret, listed and changed without it", async () => {
    const created = await ask("POST", HOOKS, { json: { url: URL, events: ["qrcode.created"] } });
    assert.equal(created.status, 201, created.text);
    const { secret, ...webhook } = created.json;
    assert.match(secret, /^whsec_[A-Za-z0-9+/=]{32}$/);
    assert.match(webhook.createdAt, TIME);
    const fields = ["id", "url", "events", "isActive", "createdAt"];
    assert.deepEqual(Object.keys(webhook), fields);
    assert.match(created.headers.get("location") ?? "", new RegExp(`${HOOKS}/${webhook.id}$`));
    assert.deepEqual((await ask("GET", HOOKS)).json, { data: [webhook], nextCursor: null });
    const changed = await ask("PATCH", `${HOOKS}/${webhook.id}`, { json: { isActive: false } });
    assert.deepEqual(changed.json, { ...webhook, isActive: false });
    const rotated = await ask("POST", `${HOOKS}/${webhook.id}/rotate`);
    assert.notEqual(rotated.json.secret, secret);
    assert.equal((await ask("GET", HOOKS)).text.includes("whsec_"), false);
    assert.equal((await ask("DELETE", `${HOOKS}/${webhook.id}`)).status, 204);
    assert.deepEqual((await ask("GET", HOOKS)).json.data, []);
  });

  it("name every bad field and change nothing", async () => {
    const bad = async (json: unknown) => badFields(await ask("POST", HOOKS, { json }));
    assert.deepEqual(await bad({}), ["url"]);
    assert.deepEqual(await bad({ url: "http://a.example.com", events: [] }), ["events", "url"]);
    assert.deepEqual(await bad({ url: "https://127.1/", isActive: "yes" }), ["isActive", "url"]);
    assert.deepEqual(await bad({ url: 7, events: ["qrcode.drawn"] }), ["events.0", "url"]);
    assert.deepEqual((await ask("GET", HOOKS)).json.data, []);
    const { json } = await ask("POST", HOOKS, { json: { url: URL } });
    assert.equal(json.events.length, 6, "every event unless some are named");
    const patched = await ask("PATCH", `${HOOKS}/${json.id}`, { json: { url: "https://[::1]/" } });
    assert.deepEqual(badFields(patched), ["url"]);
    assert.equal((await ask("GET", HOOKS)).json.data[0].url, URL);
    for (const nothing of [{}, { colour: "red" }]) {
      const same = await ask("PATCH", `${HOOKS}/${json.id}`, { json: nothing });
      assert.deepEqual([same.status, same.json.url, same.json.isActive], [200, URL, true]);
    }
    const spaced = await ask("PATCH", `${HOOKS}/${json.id}`, { json: { url: "\t https://EXAMPLE.com " } });
    assert.equal(spaced.json.url, "https://example.com/", "as it is asked for");
    await ask("DELETE", `${HOOKS}/${json.id}`);
  });

  it("are at most 20", async () => {
    const { key } = await use.app.user();
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      statuses.push((await ask("POST", HOOKS, { key, json: { url: URL } })).status);
    }
    assert.deepEqual(statuses, [...Array(20).fill(201), 400]);
  });

  it("of another owner are answered as if there were none", async () => {
    const { json } = await ask("POST", HOOKS, { json: { url: URL } });
    const { key } = await use.app.user();
    const calls: [string, string, object?][] = [
      ["PATCH", "", { isActive: true }],
      ["DELETE", ""],
      ["POST", "/rotate"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["POST", `/deliveries/${MISSING}/resend`],
    ];
    for (const [method, rest, body] of calls) {
      const to = (id: string) => ask(method, `${HOOKS}/${id}${rest}`, { key, ...(body ? { json: body } : {}) });
      const [foreign, missing, odd] = [await to(json.id), await to(MISSING), await to("x'--")];
      assert.equal(foreign.status, 404, `${method} ${rest}`);
      assert.equal(withoutRequestId(foreign), withoutRequestId(missing));
      assert.equal(withoutRequestId(foreign), withoutRequestId(odd));
    }
    const own = await ask("POST", `${HOOKS}/${json.id}/deliveries/${MISSING}/resend`);
    assert.equal(own.status, 404);
    await ask("DELETE", `${HOOKS}/${json.id}`);
  });

  it("show what is sent, page by page", async () => {
    const { json } = await ask("POST", HOOKS, { json: { url: URL, events: ["qrcode.updated"] } });
    const { id } = await use.code();
    for (const name of ["one", "two", "three"]) await ask("PATCH", `${PATH}/${id}`, { json: { name } });
    const path = `${HOOKS}/${json.id}/deliveries`;
    const first = (await ask("GET", `${path}?limit=2`)).json;
    const second = (await ask("GET", `${path}?limit=2&cursor=${first.nextCursor}`)).json;
    const all = [...first.data, ...second.data];
    const names = all.map(({ request }) => JSON.parse(request.body).data.name);
    assert.deepEqual(names, ["three", "two", "one"]);
    assert.equal(second.nextCursor, null);
    assert.equal(all[0].request.headers["webhook-id"], all[0].id);
    assert.ok(!JSON.stringify(all).includes("whsec_"));
    assert.deepEqual(badFields(await ask("GET", `${path}?cursor=${MISSING}`)), ["cursor"]);
    assert.deepEqual(badFields(await ask("GET", `${path}?cursor=%00`)), ["cursor"]);
    assert.equal((await ask("POST", `${path}/%00/resend`)).status, 404);
    assert.deepEqual(badFields(await ask("GET", `${path}?limit=101`)), ["limit"]);
    await ask("PATCH", `${HOOKS}/${json.id}`, { json: { isActive: false } });
    const off = await ask("POST", `${path}/${all[0].id}/resend`);
    assert.deepEqual(badFields(off), ["isActive"]);
    assert.equal((await ask("GET", path)).json.data[0].state, "failed");
  });

  describe("to this machine", () => {
    const inside = useApp(engine, { WEBHOOK_HTTP: "allow", WEBHOOK_PRIVATE: "allow" });

    it("send a test, and say in words why it did not arrive", async () => {
      // No name has to be resolved, and nobody listens on this of a machine's own addresses.
      const { json } = await inside.ask("POST", HOOKS, { json: { url: "http://127.83.71.9:8099/" } });
      const { status, json: test } = await inside.ask("POST", `${HOOKS}/${json.id}/test`);
      assert.equal(status, 200);
      assert.deepEqual([test.state, test.tries, test.type], ["failed", 1, "webhook.test"]);
      // Refused, unless the system has that address not or stands still for so long.
      assert.match(test.problem, /^(the connection was refused|it could not be reached|there was no answer within)/);
    });
  });
});
