/** What an owner sets for visitors in the dashboard, and what visitors then see. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { objections } from "./axe.ts";
import { type Desk, field, hears, openDesk, signIn } from "./support.ts";

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
);
const SAVED = "Saved. Visitors see it from now on.";

const desk = await openDesk();

describe("what an owner sets for visitors", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
    await signIn(page, service);
  });
  after(close);

  async function created(code: object): Promise<{ id: string; shareToken: string }> {
    const headers = { origin: service.url };
    return (await page.request.post(`${service.url}/api/dashboard/qrcodes`, { data: code, headers })).json();
  }
  const colorOf = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
  const dialog = () => page.getByRole("dialog", { name: /^(Text|Title) for visitors$/ });
  async function openText(id: string): Promise<void> {
    await page.goto(`${service.url}/app/codes/${id}`);
    await page.getByRole("button", { name: /^More for / }).click();
    await page.getByRole("menuitem", { name: " for visitors…" }).click();
    await dialog().getByLabel("Title for visitors").waitFor();
  }

  it("is a brand with name, colour, logo and footer, shown on the pages of the codes", async () => {
    const { shareToken } = await created({ name: "Line 7", type: "phone", content: "+49 30 123456" });
    await page.goto(`${service.url}/app/settings/brand`);
    await field(page, "Name for visitors").fill("Café Lisboa");
    await page.getByRole("button", { name: "Colour #9c4221" }).click();
    await page
      .getByLabel("Logo file", { exact: true })
      .setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: SVG });
    await page.getByRole("radio", { name: "Logo 1 of 1", checked: true }).waitFor();
    await page.getByRole("switch", { name: "Show “Made with Tessera”" }).uncheck();
    const card = page.getByRole("region", { name: "Brand" });
    await card.getByRole("figure").getByText("Café Lisboa").waitFor();
    for (const [width, colorScheme] of [
      [1280, "light"],
      [320, "dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await eventually(async () =>
        assert.ok(await page.evaluate("document.body.scrollWidth <= innerWidth"), `${width}`),
      );
      assert.deepEqual(await objections(page), [], colorScheme);
    }
    await hears(page, SAVED, () => card.getByRole("button", { name: "Save" }).click());
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${service.url}/r/${shareToken}`);
    assert.match(await page.innerText("header"), /Café Lisboa/);
    assert.equal(await page.locator("header img").count(), 1);
    assert.equal(await colorOf("header"), "rgb(156, 66, 33)");
    assert.doesNotMatch(await page.innerText("body"), /Made with Tessera|Line 7/);
  });

  it("with half a colour is not saved, and Save reports it although the message moves the button", async () => {
    await page.goto(`${service.url}/app/settings/brand`);
    await field(page, "Colour").fill("#12");
    const save = page.getByRole("region", { name: "Brand" }).getByRole("button", { name: "Save" });
    await save.scrollIntoViewIfNeeded();
    const { x, y } = (await save.boundingBox())!;
    // At the upper edge, which leaves the pointer when the button moves down.
    await page.mouse.move(x + 20, y + 2);
    await page.mouse.down();
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    await page.mouse.up();
    await page.locator("input[name=color]:focus").waitFor();
    await page.getByText("Enter a hex colour").waitFor();
  });

  it("is a colour of six digits, or the field reports an error and nothing is saved", async () => {
    await page.goto(`${service.url}/app/settings/brand`);
    const card = page.getByRole("region", { name: "Brand" });
    await field(page, "Colour").fill("#12345");
    await field(page, "Colour").press("Tab");
    await card.getByRole("button", { name: "Save" }).click();
    await page.locator('[name="color"]:focus').waitFor();
    await card.getByText("Enter a hex colour").waitFor();
  });

  it("is a title and a text for a code's page, unless the code was changed meanwhile", async () => {
    const { id, shareToken } = await created({ name: "Line 8", type: "phone", content: "+49 30 123456" });
    await openText(id);
    await dialog().getByLabel("Title for visitors").fill("Reserve a table");
    await dialog().getByLabel("Text for visitors").fill("From 8:00\nto 18:00");
    assert.deepEqual(await objections(page), []);
    await hears(page, SAVED, () => dialog().getByRole("button", { name: "Save" }).click());
    await page.goto(`${service.url}/r/${shareToken}`);
    assert.match(await page.innerText("main"), /Reserve a table[\s\S]*From 8:00\s*to 18:00/);

    await openText(id);
    assert.equal(await dialog().getByLabel("Title for visitors").inputValue(), "Reserve a table");
    const headers = { origin: service.url };
    await page.request.put(`${service.url}/api/dashboard/qrcodes/${id}/page`, { data: { title: "Other" }, headers });
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().getByText("changed elsewhere").waitFor();
  });

  it("is only the title of the share page for a code that redirects", async () => {
    const { id } = await created({ name: "Line 9", content: "https://example.com" });
    await openText(id);
    await dialog().getByText("Only its share page shows the title").waitFor();
    assert.equal(await dialog().getByLabel("Text for visitors").count(), 0);
  });
});
