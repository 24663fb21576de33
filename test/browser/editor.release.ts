import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Locator, Page } from "playwright-core";
import { decode } from "../../src/rendering/decode.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { type Desk, field, go, hears, inField, openDesk, signIn, toLook } from "./support.ts";

const desk = await openDesk();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const kind = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

/** What a phone reads from the screen. */
async function scan(page: Page): Promise<string | undefined> {
  // Not covered by the header.
  await page.evaluate("scrollTo(0, 0)");
  return decode(await preview(page).locator(".tile").screenshot());
}

describe("the editor", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let phone: Page;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, service);
    await page.goto(`${service.url}/app/codes`);
    phone = await newPage(PHONE);
    await phone.context().addCookies(await page.context().cookies());
  });
  after(close);
  beforeEach(async () => {
    await page.evaluate("sessionStorage.clear(); localStorage.clear()");
  });

  /** An empty form, without a draft. */
  const openNew = async () => {
    const isThere = page.url().endsWith("/codes/new");
    await (isThere ? page.reload() : go(page, "/app/codes/new"));
    // The previous page stays until the next one has loaded, and its form has a name too.
    await page.getByRole("heading", { name: "New code", level: 1 }).waitFor();
  };
  const created = async () => {
    await page.waitForURL(/\/codes\/[\da-f-]{36}(?:\/created)?$/);
    // The form stays until the next page has loaded, though the address is already that page's.
    await page.getByRole("button", { name: "Create code" }).or(button(page, "Save")).waitFor({ state: "detached" });
    const id = /codes\/([\da-f-]{36})/.exec(page.url())![1]!;
    const path = `/api/dashboard/codes/${id}`;
    return page.evaluate(`fetch("${path}").then((answer) => answer.json())`) as Promise<Record<string, string>>;
  };

  it("keeps a draft after a reload and when it is left, until it is discarded", async () => {
    await openNew();
    await field(page, "Name").fill("Half a code");
    await page.reload();
    await page.getByText("Draft restored.").waitFor();
    assert.equal(await field(page, "Name").inputValue(), "Half a code");
    await page.getByRole("link", { name: "People" }).click();
    await page.getByText("Draft kept.").waitFor();
    await page.getByRole("heading", { name: "People", level: 1 }).waitFor();
    await openNew();
    await page.getByText("Draft restored.").waitFor();
    assert.equal(await field(page, "Name").inputValue(), "Half a code");
    await button(page, "Cancel").click();
    await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
    await button(page, "Discard").click();
    await openNew();
    assert.equal(await field(page, "Name").inputValue(), "");
    await field(page, "Name").fill("Another");
    await page.reload();
    await button(page, "Start over").click();
    assert.equal(await field(page, "Name").inputValue(), "");
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("heading", { name: "People", level: 1 }).waitFor();
  });

  it("asks before it loses what another tab's draft has replaced", async () => {
    await openNew();
    const other = await page.context().newPage();
    await other.goto(`${service.url}/app/codes/new`);
    await field(page, "Name").fill("First");
    await field(other, "Name").fill("Second");
    await page.getByRole("link", { name: "People" }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay here" }).click();
    await question.waitFor({ state: "detached" });
    assert.equal(await field(page, "Name").inputValue(), "First");
    await field(page, "Name").fill("First again");
    await page.getByRole("link", { name: "People" }).click();
    await page.getByText("Draft kept.").waitFor();
    await other.close();
  });

  it("marks the picture as a sample until the code is saved", async () => {
    await openNew();
    await preview(page).getByText("Sample", { exact: true }).waitFor();
    await eventually(async () => assert.equal(await scan(page), "SAMPLE. NOT SAVED. FILL IN THE FORM"));
    await field(page, "Name").fill("Menu");
    await field(page, "Web address").fill("example.com/menu");
    await preview(page).getByText("example.com/menu", { exact: true }).waitFor();
    await eventually(async () => assert.equal(await scan(page), "SAMPLE. NOT SAVED. EXAMPLE.COM/MENU"));
    await button(page, "Create code").click();
    const code = await created();
    await go(page, `/app/codes/${code.id}/edit`);
    await page.getByRole("heading", { name: "Edit Menu" }).waitFor();
    await preview(page).getByRole("img").waitFor();
    assert.equal(await preview(page).getByText("Sample", { exact: true }).count(), 0);
    await eventually(async () => assert.equal((await scan(page))?.toLowerCase(), code.shareUrl!.toLowerCase()));
  });

  it("sets a last day, refuses one in the past, and shows the saved one", async () => {
    await openNew();
    await field(page, "Name").fill("Campaign");
    await field(page, "Web address").fill("example.com");
    await page.getByRole("button", { name: "Advanced No fixed end date" }).click();
    await page.getByRole("radio", { name: "A day I choose" }).check();
    await field(page, "Last day").fill("2020-01-01");
    await page.getByRole("button", { name: /^Advanced End date/ }).click();
    await toLook(page);
    await button(page, "Create code").click();
    await page.getByText("This day is over.").waitFor();
    await page.locator(":focus").and(field(page, "Last day")).waitFor();
    await field(page, "Last day").fill("2099-12-24");
    await button(page, "Create code").click();
    const code = await created();
    assert.equal(new Date(code.expiresAt!).getFullYear(), 2099);
    await page.goto(`${service.url}/app/codes/${code.id}/edit`);
    await eventually(async () => assert.equal(await field(page, "Last day").inputValue(), "24 Dec 2099"));
    await page.getByRole("radio", { name: "As long as it is scanned" }).check();
    await button(page, "Save").click();
    assert.notEqual(new Date((await created()).expiresAt!).getFullYear(), 2099);
  });

  it("leads from Cancel to the code if there is no page to go back to", async () => {
    const id = /codes\/([\da-f-]{36})/.exec(page.url())![1]!;
    const fresh = await page.context().newPage();
    await fresh.goto(`${service.url}/app/codes/${id}/edit`);
    await button(fresh, "Cancel").click();
    await fresh.getByRole("heading", { name: "Campaign", level: 1 }).waitFor();
    await fresh.close();
  });

  it("writes campaign parameters into the address, reads them from it, and keeps presets", async () => {
    const utm = (name: string) => page.locator(`[name=utm-${name}]`);
    const fold = page.getByRole("button", { name: /^Campaign parameters/ });
    await openNew();
    await field(page, "Web address").fill("example.com/menu?table=%41&utm_medium=print#top");
    await fold.click();
    assert.equal(await utm("medium").inputValue(), "print");
    await utm("source").fill("poster & flyer");
    await utm("medium").fill("");
    await utm("content").fill("{placement}");
    const written = "?table=%41&utm_source=poster%20%26%20flyer&utm_content={placement}";
    assert.equal(await field(page, "Web address").inputValue(), `example.com/menu${written}#top`);
    await button(page, "Save as preset…").click();
    await field(page, "Name of the preset").fill("Poster");
    await hears(page, "Preset “Poster” saved.", () => button(page, "Save").click());
    await field(page, "Web address").fill("example.com/other");
    await button(page, "Use a preset").click();
    await page.getByRole("menuitem", { name: "Poster" }).click();
    await button(page, "Create code").click();
    const code = await created();
    assert.equal(code.content, `https://example.com/other${written.replace("table=%41&", "")}`);
    assert.equal(code.name, "example.com/other");
    await openNew();
    await field(page, "Web address").fill("example.com");
    await fold.click();
    await button(page, "Use a preset").click();
    const manage = page.getByRole("menuitem", { name: "Manage presets" });
    assert.equal(await manage.getAttribute("target"), "_blank", "the draft stays");
    await page.goto(new URL((await manage.getAttribute("href"))!, service.url).href);
    await hears(page, "Preset “Poster” deleted.", () => button(page, "Delete preset Poster").click());
    await page.getByText("There are no presets yet.").waitFor();
  });

  it("has the button, the picture and the scannability result within reach on a phone", async () => {
    await phone.goto(`${service.url}/app/codes/new`);
    await field(phone, "Name").waitFor();
    assert.equal(await phone.locator("input:focus").count(), 0, "no keyboard over the page");
    await kind(phone, "Contact").click();
    await field(phone, "Name").fill("Ada");
    await field(phone, "Email").fill("not an email");
    await phone.evaluate("scrollTo(0, document.body.scrollHeight)");
    await phone.getByText("Scans very well").filter({ visible: true }).waitFor();
    const inView = async (label: string) => {
      await inField(phone, label);
      const isSeen = `
        const { top, bottom } = document.activeElement.getBoundingClientRect();
        top > 60 && bottom < innerHeight - 70
      `;
      await eventually(async () => assert.ok(await phone.evaluate(isSeen), label));
    };
    await button(phone, "Create code").tap();
    await inView("content-firstName");
    await field(phone, "First name").fill("Ada");
    await button(phone, "Create code").tap();
    await inView("content-email");
    await field(phone, "Email").fill("ada@example.com");
    await button(phone, "Show the preview").tap();
    await preview(phone).getByText("Ada", { exact: true }).waitFor();
    await phone.keyboard.press("Escape");
    await button(phone, "Create code").tap();
    await phone.getByRole("heading", { name: "Your code is ready", level: 1 }).waitFor();
  });

  it("keeps the picture and the button visible wherever the page is scrolled", async () => {
    const box = async (what: Locator) => (await what.boundingBox())!;
    await openNew();
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 1280, height: 640 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      for (const name of ["Website", "Contact"]) {
        await kind(page, name).click();
        await preview(page).locator("img").waitFor();
        await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
        const size = `${name} at ${viewport.width}x${viewport.height}`;
        await eventually(async () => {
          const save = await box(button(page, "Create code"));
          const picture = await box(preview(page).locator(".tile"));
          assert.ok(picture.y >= 0 && picture.y + picture.height <= save.y, `${size}: ${picture.y}, ${save.y}`);
          assert.ok(save.y + save.height <= viewport.height, `${size}: ${save.y}`);
        });
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
