/** Webhooks created with the client, whose deliveries it verifies. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, it } from "node:test";
import { createClient, type TesseraClient, verifyWebhook, type WebhookEvent } from "../../client/src/index.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";

onSqlite("The client and webhooks", (engine) => {
  let app: TestApp;
  let tessera: TesseraClient;
  let receiver: Server;
  let url = "";
  let secret = "";
  const events: WebhookEvent[] = [];

  before(async () => {
    app = await startApp({ engine, settings: { WEBHOOK_HTTP: "allow", WEBHOOK_PRIVATE: "allow" } });
    tessera = createClient({ url: app.url, key: (await app.user()).key });
    receiver = createServer(async (request, response) => {
      try {
        const body = await text(request);
        events.push(await verifyWebhook({ body, headers: request.headers, secret }));
        response.writeHead(204).end();
      } catch {
        response.writeHead(401).end();
      }
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await app.close();
    receiver.close();
  });

  const received = (type: string) =>
    eventually(async () => {
      const found = events.find((event) => event.type === type);
      assert.ok(found, `no ${type}`);
      return found;
    });

  it("are created, tested, rotated, read and deleted", async () => {
    const hook = await tessera.webhooks.create({ url });
    secret = hook.secret;
    await tessera.webhooks.test(hook.id);
    await received("webhook.test");
    const code = await tessera.codes.create({ name: "Menu", content: "https://example.com/menu" });
    const created = await received("qrcode.created");
    assert.ok(created.type === "qrcode.created" && created.data.id === code.id);

    // The old secret still signs, together with the new one.
    const rotated = await tessera.webhooks.rotate(hook.id);
    assert.notEqual(rotated.secret, secret);
    await app.request("GET", `/r/${code.shareToken}`, { headers: { "user-agent": PHONE } });
    const scanned = await received("qrcode.scanned");
    assert.ok(scanned.type === "qrcode.scanned" && scanned.data.qrCodeId === code.id);
    assert.equal(scanned.data.scans.length, 1);

    const sent = await eventually(async () => {
      const all = await Array.fromAsync(tessera.webhooks.deliveries(hook.id, { limit: 1 }));
      assert.ok(all.length === 3 && all.every(({ state }) => state === "delivered"));
      return all;
    });
    assert.deepEqual(await Array.fromAsync(tessera.webhooks.deliveries(hook.id, { state: "failed" })), []);
    const whole = await tessera.webhooks.delivery(hook.id, sent[0]!.id);
    assert.match(whole.request.body, /"qrcode.scanned"/);
    assert.equal((await tessera.webhooks.health(hook.id)).state, "ok");
    const before = events.length;
    await tessera.webhooks.resend(hook.id, sent[0]!.id);
    await eventually(() => assert.ok(events.length > before));

    const paused = await tessera.webhooks.update(hook.id, { isActive: false });
    assert.deepEqual(await Array.fromAsync(tessera.webhooks.list()), [paused]);
    assert.deepEqual(await tessera.webhooks.get(hook.id), paused);
    await tessera.webhooks.delete(hook.id);
    assert.deepEqual(await Array.fromAsync(tessera.webhooks.list()), []);
  });
});
