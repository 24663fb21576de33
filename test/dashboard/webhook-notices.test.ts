import assert from "node:assert/strict";
import { it } from "node:test";
import type { ListedDelivery } from "../../web/src/api/types.ts";
import { alikeOf } from "../../web/src/pages/webhooks/alike.ts";
import { sharedApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { signedIn } from "./support.ts";

onSqlite("GET /webhook-notices", (engine) => {
  it("lists the webhooks whose events do not arrive, since when and why", async () => {
    const app = await sharedApp({ engine });
    const owner = await signedIn(app, "notices@example.com");
    const url = "https://hooks.example.com/";
    const notices = async () => (await owner.request("GET", "/webhook-notices")).json;
    const make = async () => (await owner.request("POST", "/webhooks", { url })).json.id;
    const [failing, off] = [await make(), await make(), await make()];
    assert.deepEqual(await notices(), []);
    const { workspaceId } = (await app.store.users.findByEmail("notices@example.com"))!;
    const find = async (id: string) => (await app.store.webhooks.find(workspaceId, id))!;
    const at = Date.now();
    const problem = "the name could not be found";
    await app.store.deliveries.failed(await find(failing), { at, status: null, answer: null, problem }, at + 3_600_000);
    await app.store.deliveries.switchOff(await find(off), at, "It answered 410.");
    const since = new Date(at).toISOString();
    const rest = { since, waiting: 0, nextTryAt: null, dropped: 0 };
    assert.deepEqual(await notices(), [
      { id: off, url, state: "off", problem: "It answered 410.", ...rest },
      { id: failing, url, state: "failing", problem, ...rest },
    ]);
    const other = await signedIn(app, "other-notices@example.com");
    assert.deepEqual((await other.request("GET", "/webhook-notices")).json, []);
  });

  it("is polled by every open page, so only failures are logged at level info", async () => {
    const app = await sharedApp({ engine });
    const owner = await signedIn(app, "polling@example.com");
    const before = app.log.length;
    assert.equal((await owner.request("GET", "/webhook-notices")).status, 200);
    assert.equal((await app.request("GET", "/api/dashboard/webhook-notices")).status, 401);
    assert.equal((await owner.request("GET", "/export")).status, 200);
    assert.equal((await app.request("GET", "/api/dashboard/export")).status, 401);
    const lines = app.log.slice(before).filter((line) => /webhook-notices|export/.test(line));
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).status),
      [401, 401],
    );
  });
});

it("only deliveries of the same code and event are folded as alike", () => {
  const sent = (type: string, qrCodeId: string) =>
    ({ type, qrCodeId, state: "failed", problem: null, status: 500 }) as ListedDelivery;
  const [one, same, code, event] = [sent("a", "1"), sent("a", "1"), sent("a", "2"), sent("b", "2")];
  assert.deepEqual(alikeOf([one, same, code, event]), [[one, same], [code], [event]]);
});
