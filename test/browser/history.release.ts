import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { PHONE } from "../support/fixtures.ts";
import { type Desk, field, hears, openDesk, signIn } from "./support.ts";

const PHONE_SIZE = { width: 390, height: 844 };

const desk = await openDesk();

describe("the history of a code", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let email: string;
  let code: { id: string; shareUrl: string };
  const headers = { origin: service?.url };
  const asPerson = (method: string, path: string, data?: object) =>
    page.request.fetch(`${service.url}/api/dashboard${path}`, { method, data, headers });
  const scan = () => fetch(code.shareUrl, { redirect: "manual", headers: { "user-agent": PHONE } });
  const items = () => page.getByRole("list", { name: "Destinations, newest first" }).locator("> li");
  const leads = () => page.getByRole("region", { name: "Leads to" });

  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 900 } });
    ({ email } = await signIn(page, service));
    const { text: key } = await (await asPerson("POST", "/keys", { name: "Till" })).json();
    const made = await page.request.post(`${service.url}/api/v1/qrcodes`, {
      headers: { authorization: `Bearer ${key}` },
      data: { name: "Menu", content: "https://example.com/spring" },
    });
    code = await made.json();
    await scan();
    await scan();
  });
  after(close);

  it("shows each destination, since when, by whom, and how many scans it had", async () => {
    await page.goto(`${service.url}/app/codes/${code.id}?tab=history`);
    await items().first().waitFor();
    assert.equal(await items().count(), 1);
    assert.match((await items().textContent())!, /example\.com\/spring.*Created .* by key “Till” · 2 scans/);
    await leads().getByRole("button", { name: "Change destination" }).click();
    await field(page, "Web address").fill("https://example.com/summer");
    await leads().getByRole("button", { name: "Save" }).click();
    await items().nth(1).waitFor();
    await scan();
    await items().first().getByText("1 scan", { exact: true }).waitFor();
    assert.match((await items().first().textContent())!, /summer.*Set .* by you · 1 scan.*Now/);
    assert.match((await items().nth(1).textContent())!, /spring.*until .* · 2 scans/);
    assert.ok(!(await page.locator("main").textContent())!.includes(email));
  });

  it("marks the day of a change in the chart, with a flag that compares and links to the history", async () => {
    await page.getByRole("tab", { name: "Insights" }).click();
    const flag = page.getByRole("button", { name: /^v2: changed on \d+ \w+$/ });
    await flag.click();
    assert.equal(await page.locator("[data-change]").count(), 1);
    await page.getByText("Changed to example.com/summer").waitFor();
    await page.getByRole("button", { name: "Compare before and after" }).click();
    await page.waitForURL(/period=today/);
    await page.locator('[data-interval="hour"]').waitFor();
    await flag.click();
    await page.getByRole("link", { name: "Open history" }).click();
    await page.getByRole("tab", { name: "History 2", selected: true }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("tab"), "history");
  });

  it("marks other changes too, those of a day together", async () => {
    await page.goto(`${service.url}/app/codes/${code.id}`);
    const patch = (data: object) =>
      page.request.patch(`${service.url}/api/dashboard/qrcodes/${code.id}`, { data, headers: { origin: service.url } });
    assert.equal((await patch({ foregroundColor: "#123456" })).status(), 200);
    await page.reload();
    await page.getByRole("button", { name: /^v2, Look: changed on \d+ \w+$/ }).waitFor();
    for (const isPublic of [false, true]) assert.equal((await patch({ isPublic })).status(), 200);
    await page.reload();
    await page.getByRole("button", { name: /^4 changes: changed on \d+ \w+$/ }).click();
    for (const line of ["Look changed", "Paused", "Activated"]) await page.getByText(line, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "History" }).click();
  });

  it("restores an earlier content with one click, and undoes that", async () => {
    await items()
      .nth(1)
      .getByRole("button", { name: /^Restore/ })
      .click();
    await page.getByText("Restored. Printed codes now lead there.").waitFor();
    await leads().getByText("example.com/spring").waitFor();
    assert.equal((await scan()).headers.get("location"), "https://example.com/spring");
    await hears(page, "Undone.", () => page.getByRole("button", { name: "Undo" }).last().click());
    await leads().getByText("example.com/summer").waitFor();
    await items().nth(3).waitFor();
    assert.equal((await scan()).headers.get("location"), "https://example.com/summer");
  });

  it("shows five at first and older ones on request, within reach of a thumb", async () => {
    for (const path of ["a", "b", "c"]) {
      const change = { content: `https://example.com/${path}` };
      assert.equal((await asPerson("PATCH", `/qrcodes/${code.id}`, change)).status(), 200);
    }
    await page.setViewportSize(PHONE_SIZE);
    await page.reload();
    await items().nth(4).waitFor();
    assert.equal(await items().count(), 5);
    const older = page.getByRole("button", { name: "Show older" });
    assert.ok((await older.boundingBox())!.height >= 44);
    await older.click();
    await items().nth(6).waitFor();
    const restore = items()
      .last()
      .getByRole("button", { name: /^Restore/ });
    const { x, width, height } = (await restore.boundingBox())!;
    assert.ok(x + width <= PHONE_SIZE.width && height >= 44);
    await older.waitFor({ state: "detached" });
  });
});
