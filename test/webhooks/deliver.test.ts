import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { scanLine } from "../../src/scans/lines.ts";
import { createIds } from "../../src/shared/ids.ts";
import { eventCheck } from "../api/document.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventually, until } from "../support/eventually.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { type Manner, type Received, type Receiver, startReceiver } from "./receiver.ts";

const SETTINGS = { WEBHOOK_HTTP: "allow", WEBHOOK_PRIVATE: "allow", PLAN_LIMITS: "free=20,pro=100000" };
// A busy machine may take longer than ten seconds between two steps of a test.
const TIMING = { lookMs: 50, gapMs: 1, leaseMs: 1000, pausesMs: [20, 40, 60], answerMs: 300_000 };
const BAD: Manner[] = ["error", "slow", "redirect", "close", "break off", "endless"];
const HOOKS = "/api/v1/webhooks";
const CODES = "/api/v1/qrcodes";

onEachEngine("deliveries", (engine) => {
  let app: TestApp;
  let receiver: Receiver;
  before(async () => {
    app = await startApp({ engine, settings: SETTINGS, webhookTiming: TIMING });
    receiver = await startReceiver();
  });
  after(async () => {
    await app.close();
    await receiver.close();
  });

  /** An owner with a webhook to the receiver, whose record is cleared. */
  async function owner(events?: string[]) {
    const { key } = await app.user();
    const ask = (method: string, path: string, json?: unknown) =>
      app.request(method, path, { key, ...(json === undefined ? {} : { json }) });
    const { json: webhook } = await ask("POST", HOOKS, { url: receiver.url, events });
    Object.assign(receiver, { taken: [], requests: 0, secret: webhook.secret, manner: () => "ok" });
    const code = async () => (await ask("POST", CODES, VALID_BODY)).json;
    return { ask, webhook, code };
  }

  const createId = createIds(Date.now);
  const linesOf = (codeId: string, count: number) =>
    Array.from({ length: count }, () =>
      scanLine(createId(), codeId, Date.now(), '["mobile","Safari","iOS"]', '["DE","Berlin",52.5,13.4]'),
    );
  const idsOf = (lines: readonly string[]) => lines.map((line) => line.split("\t")[0]!);
  const scansOf = (events: readonly Received[]) =>
    events
      .filter(({ type }) => type === "qrcode.scanned")
      .flatMap(({ data }) => data.scans.map(({ id }: { id: string }) => id));

  it("contain each change with the code as the API returns it", async () => {
    const { ask, code } = await owner();
    const { id } = await code();
    const created = (await ask("GET", `${CODES}/${id}`)).json;
    const { json: changed } = await ask("PATCH", `${CODES}/${id}`, { name: "Second" });
    await ask("PATCH", `${CODES}/${id}`, { name: "Second" });
    await ask("DELETE", `${CODES}/${id}`);
    const { json: restored } = await ask("POST", `${CODES}/${id}/restore`);
    await until(() => receiver.taken.length === 4);
    assert.deepEqual(
      receiver.taken.map(({ type, data }) => [type, data]),
      [
        ["qrcode.created", created],
        ["qrcode.updated", changed],
        ["qrcode.deleted", changed],
        ["qrcode.updated", restored],
      ],
    );
    assert.equal(new Set(receiver.taken.map((event) => event.id)).size, 4);
    await settleLines(app.store, linesOf(id, 1));
    await until(() => receiver.taken.length === 5);
    const check = eventCheck((await app.request("GET", "/api/v1/openapi.json")).text);
    for (const { body } of receiver.taken) check(body);
  });

  it("contain many codes created at once", async () => {
    const { ask } = await owner(["qrcode.created"]);
    const { json } = await ask("POST", `${CODES}/bulk`, { qrcodes: [VALID_BODY, VALID_BODY, VALID_BODY] });
    await until(() => receiver.taken.length === 3);
    const ids = json.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(receiver.taken.map(({ data }) => data.id).sort(), ids.sort());
  });

  it("all arrive, in any order, at a receiver that fails at random", async () => {
    const { ask, code } = await owner();
    let n = 0;
    receiver.manner = () => (++n % 4 === 0 ? BAD[(n / 4) % BAD.length]! : "ok");
    const codes = [await code(), await code(), await code()];
    const scans: string[][] = [[], [], []];
    for (let round = 0; round < 6; round++) {
      for (const [i, { id }] of codes.entries()) {
        const lines = linesOf(id, 3);
        scans[i]!.push(...idsOf(lines));
        await settleLines(app.store, lines);
        await ask("PATCH", `${CODES}/${id}`, { name: `Name ${round}` });
      }
    }
    const last = codes.map(({ id }) => id);
    const of = (id: string) => receiver.taken.filter(({ data }) => data.id === id || data.qrCodeId === id);
    await eventually(() => {
      for (const [i, id] of last.entries()) {
        assert.equal(of(id).filter(({ type }) => type === "qrcode.updated").length >= 6, true);
        assert.ok(new Set(scansOf(of(id))).size === scans[i]!.length);
      }
    });
    for (const [i, id] of last.entries()) {
      // At least once: a repeated one has the same id, and is ignored here.
      const once = [...new Map(of(id).map((event) => [event.id, event])).values()];
      assert.equal(once.filter(({ type }) => type === "qrcode.created").length, 1);
      const names = once.filter(({ type }) => type === "qrcode.updated").map(({ data }) => data.name);
      assert.deepEqual(
        names.toSorted(),
        [0, 1, 2, 3, 4, 5].map((round) => `Name ${round}`),
      );
      assert.deepEqual(scansOf(once).toSorted(), scans[i]!.toSorted(), "each scan in one event");
    }
    assert.equal(receiver.forged, 0);
    assert.equal(receiver.mostAtOnce, 1, "one request at a time");
  });

  // From here on the engine makes no difference.
  if (engine.name === "postgres") return;

  it("continue while one event is refused, which arrives when it is accepted", async () => {
    const { code, ask } = await owner();
    const [a, b] = [await code(), await code()];
    await until(() => receiver.taken.length === 2);
    let refuses = true;
    receiver.manner = ({ data }) => (refuses && data.id === a.id ? "error" : "ok");
    await ask("PATCH", `${CODES}/${a.id}`, { name: "A" });
    await ask("PATCH", `${CODES}/${a.id}`, { name: "A again" });
    await ask("PATCH", `${CODES}/${b.id}`, { name: "B" });
    await until(() => receiver.taken.some(({ data }) => data.name === "B"));
    assert.equal(receiver.taken.filter(({ data }) => data.id === a.id).length, 1);
    refuses = false;
    await until(() => receiver.taken.filter(({ data }) => data.id === a.id).length === 3);
    const names = receiver.taken.slice(-2).map(({ data }) => data.name);
    assert.deepEqual(names.toSorted(), ["A", "A again"]);
  });

  it("are signed with both secrets after a rotation, and stop when the webhook is deactivated", async () => {
    const { code, ask, webhook } = await owner(["qrcode.created"]);
    const { json: rotated } = await ask("POST", `${HOOKS}/${webhook.id}/rotate`);
    assert.notEqual(rotated.secret, webhook.secret);
    await code();
    await until(() => receiver.taken.length === 1);
    receiver.secret = rotated.secret;
    await code();
    await until(() => receiver.taken.length === 2);
    await ask("PATCH", `${HOOKS}/${webhook.id}`, { isActive: false });
    await code();
    await ask("PATCH", `${HOOKS}/${webhook.id}`, { isActive: true });
    const { id } = await code();
    await until(() => receiver.taken.length === 3);
    assert.equal(receiver.taken[2]!.data.id, id, "events from meanwhile are not sent");
    assert.equal(receiver.forged, 0);
  });

  it("include at most two concurrent tests of one person, and ten of all", async (context) => {
    const held: ServerResponse[] = [];
    const holding = createServer((_, response) => void held.push(response));
    context.after(() => {
      holding.close();
      holding.closeAllConnections();
    });
    await once(holding.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(holding.address() as AddressInfo).port}`;
    const testOf = async () => {
      const { ask, webhook } = await owner();
      await ask("PATCH", `${HOOKS}/${webhook.id}`, { url });
      return (id = webhook.id) => ask("POST", `${HOOKS}/${id}/test`);
    };
    const tests = await Promise.all(Array.from({ length: 6 }, testOf));
    const under = [tests[0]!(), tests[0]!()];
    await until(() => held.length === 2);
    const third = await tests[0]!();
    assert.deepEqual([third.status, third.headers.get("retry-after")], [500, "5"]);
    assert.match(third.json.message, /2 of your tests are already running/);
    // Before anything is read, so that a flood of tests costs little.
    assert.equal((await tests[0]!("no-such-webhook")).status, 500);
    for (const test of tests.slice(1, 5)) under.push(test(), test());
    await until(() => held.length === 10);
    assert.match((await tests[5]!()).json.message, /Too many webhooks are being tested/);
    for (const response of held) response.end();
    assert.ok((await Promise.all(under)).every(({ json }) => json.state === "delivered"));
    const again = tests[0]!();
    await until(() => held.length === 11);
    held[10]!.end();
    assert.equal((await again).json.state, "delivered", "the places are free again");
  });

  it("are sent immediately for a test, and again on demand", async () => {
    const { ask, webhook } = await owner();
    const { json: test } = await ask("POST", `${HOOKS}/${webhook.id}/test`);
    assert.equal(test.state, "delivered");
    assert.equal(test.answer, "taken");
    assert.deepEqual(receiver.taken[0]!.data, { webhookId: webhook.id });
    const path = `${HOOKS}/${webhook.id}/deliveries/${test.id}/resend`;
    assert.equal((await ask("POST", path)).json.state, "waiting");
    await until(() => receiver.taken.length === 2);
    assert.equal(receiver.taken[1]!.id, test.id);
  });
});
