import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onSqlite } from "../support/stores.ts";
import { badFields, MISSING, PATH, TIME, useApp } from "./support.ts";

const HOOKS = "/api/v1/webhooks";
const URL = "https://hooks.example.com/tessera";

onSqlite("/webhooks", (engine) => {
  const use = useApp(engine);
  const { ask } = use;

  it("are created with their secret, and listed and changed without it", async () => {
    const created = await ask("POST", HOOKS, { json: { url: URL, events: ["qrcode.created"] } });
    assert.equal(created.status, 201, created.text);
    const { secret, ...webhook } = created.json;
    assert.match(secret, /^whsec_[A-Za-z0-9+/=]{32}$/);
    assert.match(webhook.createdAt, TIME);
    const fields = ["id", "url", "events", "isActive", "createdAt"];
    assert.deepEqual(Object.keys(webhook), fields);
    assert.match(created.headers.get("location") ?? "", new RegExp(`${HOOKS}/${webhook.id}$`));
    assert.deepEqual((await ask("GET", HOOKS)).json, { data: [webhook], nextCursor: null });
    assert.deepEqual((await ask("GET", `${HOOKS}/${webhook.id}`)).json, webhook);
    const changed = await ask("PATCH", `${HOOKS}/${webhook.id}`, { json: { isActive: false } });
    assert.deepEqual(changed.json, { ...webhook, isActive: false });
    const rotated = await ask("POST", `${HOOKS}/${webhook.id}/rotate`);
    assert.notEqual(rotated.json.secret, secret);
    assert.equal((await ask("GET", HOOKS)).text.includes("whsec_"), false);
    assert.equal((await ask("DELETE", `${HOOKS}/${webhook.id}`)).status, 204);
    assert.deepEqual((await ask("GET", HOOKS)).json.data, []);
  });

  it("name every invalid field and change nothing", async () => {
    const bad = async (json: unknown) => badFields(await ask("POST", HOOKS, { json }));
    assert.deepEqual(await bad({}), ["url"]);
    assert.deepEqual(await bad({ url: "http://a.example.com", events: [] }), ["events", "url"]);
    assert.deepEqual(await bad({ url: "https://127.1/", isActive: "yes" }), ["isActive", "url"]);
    assert.deepEqual(await bad({ url: 7, events: ["qrcode.drawn"] }), ["events.0", "url"]);
    assert.deepEqual((await ask("GET", HOOKS)).json.data, []);
    const { json } = await ask("POST", HOOKS, { json: { url: URL } });
    assert.equal(json.events.length, 6, "every event by default");
    const patched = await ask("PATCH", `${HOOKS}/${json.id}`, { json: { url: "https://[::1]/" } });
    assert.deepEqual(badFields(patched), ["url"]);
    assert.equal((await ask("GET", HOOKS)).json.data[0].url, URL);
    for (const nothing of [{}, { colour: "red" }]) {
      const same = await ask("PATCH", `${HOOKS}/${json.id}`, { json: nothing });
      assert.deepEqual([same.status, same.json.url, same.json.isActive], [200, URL, true]);
    }
    const spaced = await ask("PATCH", `${HOOKS}/${json.id}`, { json: { url: "\t https://EXAMPLE.com " } });
    assert.equal(spaced.json.url, "https://example.com/", "the address is normalised");
    await ask("DELETE", `${HOOKS}/${json.id}`);
  });

  it("are limited to 20", async () => {
    const { key } = await use.app.user();
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      statuses.push((await ask("POST", HOOKS, { key, json: { url: URL } })).status);
    }
    assert.deepEqual(statuses, [...Array(20).fill(201), 400]);
  });

  it("have no deliveries but their own", async () => {
    const { json } = await ask("POST", HOOKS, { json: { url: URL } });
    for (const id of [MISSING, "x'--"]) {
      assert.equal((await ask("GET", `${HOOKS}/${json.id}/deliveries/${id}`)).status, 404);
      assert.equal((await ask("POST", `${HOOKS}/${json.id}/deliveries/${id}/resend`)).status, 404);
    }
    await ask("DELETE", `${HOOKS}/${json.id}`);
  });

  it("list their deliveries page by page", async () => {
    const { json } = await ask("POST", HOOKS, { json: { url: URL, events: ["qrcode.updated"] } });
    const { id } = await use.code();
    for (const name of ["one", "two", "three"]) await ask("PATCH", `${PATH}/${id}`, { json: { name } });
    const path = `${HOOKS}/${json.id}/deliveries`;
    const first = (await ask("GET", `${path}?limit=2`)).json;
    const second = (await ask("GET", `${path}?limit=2&cursor=${first.nextCursor}`)).json;
    const all = [...first.data, ...second.data];
    const whole = await Promise.all(all.map(async (each) => (await ask("GET", `${path}/${each.id}`)).json));
    const names = whole.map(({ request }) => JSON.parse(request.body).data.name);
    assert.deepEqual(names, ["three", "two", "one"]);
    for (const some of [all, whole]) {
      assert.deepEqual(
        some.map(({ qrCodeId, qrCodeName }) => [qrCodeId, qrCodeName]),
        names.map((name) => [id, name]),
      );
    }
    for (const [i, { request: _request, ...rest }] of whole.entries()) {
      assert.equal(rest.id, all[i].id);
      assert.deepEqual(Object.keys(rest), Object.keys(all[i]), "the payload is only in the answer for one delivery");
    }
    assert.equal(second.nextCursor, null);
    assert.equal(whole[0].request.headers["webhook-id"], all[0].id);
    assert.ok(!JSON.stringify(whole).includes("whsec_"));
    assert.deepEqual(badFields(await ask("GET", `${path}?cursor=${MISSING}`)), ["cursor"]);
    assert.deepEqual(badFields(await ask("GET", `${path}?cursor=%00`)), ["cursor"]);
    assert.equal((await ask("POST", `${path}/%00/resend`)).status, 404);
    assert.deepEqual(badFields(await ask("GET", `${path}?limit=101`)), ["limit"]);
    await ask("PATCH", `${HOOKS}/${json.id}`, { json: { isActive: false } });
    const off = await ask("POST", `${path}/${all[0].id}/resend`);
    assert.deepEqual(badFields(off), ["isActive"]);
    assert.equal((await ask("GET", path)).json.data[0].state, "failed");
  });

  it("name the code of scans as it is called now, and none for a test", async () => {
    const { json } = await ask("POST", HOOKS, { json: { url: URL } });
    const { id } = await use.code({ name: "Menü “1”" });
    const { db } = use.app.store.auth;
    const { num } = await db.selectFrom("webhooks").select("num").where("id", "=", json.id).executeTakeFirstOrThrow();
    const code = await db.selectFrom("codes").select("num").where("id", "=", id).executeTakeFirstOrThrow();
    const scans = { codeNum: code.num, codeId: id, ids: [MISSING] };
    const rows = [
      { type: "qrcode.scanned", data: JSON.stringify(scans) },
      { type: "qrcode.scanned", data: JSON.stringify({ ...scans, codeNum: 2 ** 40 }) },
      { type: "webhook.test", data: JSON.stringify({ webhookId: json.id }) },
    ];
    await db
      .insertInto("webhook_deliveries")
      .values(
        rows.map((row, i) => ({ webhook_num: num, id: `${MISSING.slice(0, -1)}${i}`, at: i, is_waiting: 0, ...row })),
      )
      .execute();
    const { data } = (await ask("GET", `${HOOKS}/${json.id}/deliveries?limit=3`)).json;
    assert.deepEqual(
      data.map((each: Record<string, unknown>) => [each.qrCodeId, each.qrCodeName]),
      [
        [null, null],
        [id, null],
        [id, "Menü “1”"],
      ],
    );
    await ask("DELETE", `${HOOKS}/${json.id}`);
  });

  it("filter deliveries by state, page by page", async () => {
    const { json } = await ask("POST", HOOKS, { json: { url: URL, events: ["qrcode.updated"] } });
    const path = `${HOOKS}/${json.id}/deliveries`;
    const states = ["failed", "delivered", "failed", "waiting"];
    const { db } = use.app.store.auth;
    const { num } = await db.selectFrom("webhooks").select("num").where("id", "=", json.id).executeTakeFirstOrThrow();
    const row = (state: string, i: number) => ({
      webhook_num: num,
      id: `019b76da-a800-7000-8c41-00000000000${i}`,
      type: "qrcode.updated",
      at: i,
      data: '{"webhookId": "x"}',
      is_waiting: Number(state === "waiting"),
      next_try: state === "waiting" ? Date.UTC(2999, 0) : 0,
      problem: state === "delivered" ? null : "it answered 500",
    });
    await db.insertInto("webhook_deliveries").values(states.map(row)).execute();
    const listed = async (query: string) => (await ask("GET", `${path}?${query}`)).json;
    for (const state of ["failed", "delivered", "waiting"]) {
      const { data } = await listed(`state=${state}`);
      assert.deepEqual(new Set(data.map((each: { state: string }) => each.state)), new Set([state]));
      assert.equal(data.length, states.filter((each) => each === state).length, state);
    }
    const first = await listed("state=failed&limit=1");
    const second = await listed(`state=failed&limit=1&cursor=${first.nextCursor}`);
    assert.deepEqual(
      [first, second].map(({ data }) => Date.parse(data[0].createdAt)),
      [2, 0],
    );
    assert.equal(second.nextCursor, null);
    assert.deepEqual(badFields(await ask("GET", `${path}?state=lost`)), ["state"]);
    await ask("DELETE", `${HOOKS}/${json.id}`);
  });

  it("report whether their events arrive, and if not since when and why", async () => {
    const { json } = await ask("POST", HOOKS, { json: { url: URL, events: ["qrcode.updated"] } });
    const at = `${HOOKS}/${json.id}`;
    const health = async () => (await ask("GET", `${at}/health`)).json;
    const well = { state: "ok", since: null, problem: null, waiting: 0, nextTryAt: null, dropped: 0 };
    assert.deepEqual(await health(), well);
    const { webhooks, deliveries, auth } = use.app.store;
    const { workspace_id: owner } = await auth.db
      .selectFrom("webhooks")
      .select("workspace_id")
      .where("id", "=", json.id)
      .executeTakeFirstOrThrow();
    const read = async () => (await webhooks.find(owner, json.id))!;
    const now = use.clock.now();
    const [since, later] = [now - 60_000, now + 3_600_000];
    const outcome = { at: since, status: 503, answer: "", problem: "it answered 503" };
    await deliveries.failed(await read(), outcome, later);
    // Nothing is sent while the webhook is paused, so this one waits.
    const { id } = await use.code();
    await ask("PATCH", `${PATH}/${id}`, { json: { name: "Changed" } });
    assert.deepEqual(await health(), {
      state: "failing",
      since: new Date(since).toISOString(),
      problem: "it answered 503",
      waiting: 1,
      nextTryAt: new Date(later).toISOString(),
      dropped: 0,
    });
    const [waiting] = (await ask("GET", `${at}/deliveries`)).json.data;
    assert.equal(waiting.nextTryAt, new Date(later).toISOString(), "as its health says");
    const whole = (await ask("GET", `${at}/deliveries/${waiting.id}`)).json;
    assert.equal(whole.nextTryAt, waiting.nextTryAt);
    await deliveries.failed(await read(), { ...outcome, at: now, problem: "it answered 500" }, later);
    const still = await health();
    assert.deepEqual([still.since, still.problem], [new Date(since).toISOString(), "it answered 500"]);
    await deliveries.switchOff(await read(), now, "It answered 410.");
    assert.deepEqual(await health(), {
      ...well,
      state: "off",
      since: new Date(now).toISOString(),
      problem: "It answered 410.",
    });
    await ask("PATCH", at, { json: { isActive: true } });
    assert.deepEqual(await health(), well, "its health is reset when it is activated");
    await ask("PATCH", at, { json: { isActive: false } });
    assert.deepEqual(
      await health(),
      { ...well, state: "off" },
      "no problem is reported when its owner switched it off",
    );
    await ask("DELETE", at);
  });

  describe("to this machine", () => {
    const inside = useApp(engine, { WEBHOOK_HTTP: "allow", WEBHOOK_PRIVATE: "allow" });

    it("send a test, and explain why it did not arrive", async () => {
      // No name to resolve, and no process listens on this loopback address.
      const { json } = await inside.ask("POST", HOOKS, { json: { url: "http://127.83.71.9:8099/" } });
      const { status, json: test } = await inside.ask("POST", `${HOOKS}/${json.id}/test`);
      assert.equal(status, 200);
      assert.deepEqual([test.state, test.tries, test.type], ["failed", 1, "webhook.test"]);
      // Refused, unless the system lacks that address or stalls for that long.
      assert.match(test.problem, /^(the connection was refused|it could not be reached|it did not answer within)/);
    });
  });
});
