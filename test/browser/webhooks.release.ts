import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { until } from "../support/eventually.ts";
import { type Receiver, startReceiver } from "../webhooks/receiver.ts";
import { objections } from "./axe.ts";
import { type Desk, hears, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

describe("the Webhooks page", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let receiver: Receiver;
  let workspaceId: string;
  before(async () => {
    receiver = await startReceiver();
    page = await newPage();
    ({ workspaceId } = await signIn(page, service));
    const made = await page.request.post(`${service.url}/api/dashboard/webhooks`, {
      data: { url: receiver.url },
      headers: { origin: service.url },
    });
    assert.equal(made.status(), 201);
    receiver.secret = (await made.json()).secret;
    await page.goto(`${service.url}/app/webhooks`);
  });
  after(async () => {
    // First, since `close` throws on browser errors.
    await receiver.close();
    await close();
  });

  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();

  it("creates a new secret, and shows why the service deactivated the webhook", async () => {
    const before = receiver.secret;
    for (let i = 0; i < 3; i++) {
      await hears(page, "Test delivered. The receiver answered 200.", () => press("Send test"));
    }
    await page.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "New secret" }).click();
    await press("Create secret");
    receiver.secret = (await page.locator("[data-secret]").textContent())!;
    assert.notEqual(receiver.secret, before);
    await press("Done");
    const [webhook] = await service.store.webhooks.list(workspaceId);
    const outcome = { at: Date.now(), status: 503, answer: "", problem: "it answered 503" };
    await service.store.deliveries.failed(webhook!, outcome, Date.now() + 3_600_000);
    await page.reload();
    await page.getByText(/^Failing since /).waitFor();
    await page.getByText("It answered 503.").waitFor();
    await page.getByText("On, but failing").waitFor();
    await page.getByRole("link", { name: "1 webhook is failing" }).waitFor();
    const reason = "Nothing was accepted for 24 hours: it answered 500.";
    const [failing] = await service.store.webhooks.list(workspaceId);
    await service.store.deliveries.switchOff(failing!, Date.now() - 7_200_000, reason);
    await page.reload();
    await page.getByText("Turned off 2 hours ago").waitFor();
    await page.getByText(reason).waitFor();
    await press("Deliveries");
    // Equal neighbours are folded into one.
    await page.locator("[data-delivery]").waitFor();
    assert.equal(await page.locator("[data-delivery]").count(), 1);
    await press("Show 2 more like this");
    assert.equal(await page.locator("[data-delivery]").count(), 3);
    await page.locator("[data-delivery] button").first().click();
    await page.getByText("Response 200").waitFor();
    for (const [colorScheme, width] of [["light", 1280] as const, ["dark", 390] as const]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await until(async () => Boolean(await page.evaluate("document.body.scrollWidth <= innerWidth")));
      assert.deepEqual(await objections(page, { evenSlight: true }), [], colorScheme);
    }
    await hears(page, "Webhook turned on.", () => page.getByRole("switch").click({ force: true }));
    await page.getByText(reason).waitFor({ state: "detached" });
  });
});
