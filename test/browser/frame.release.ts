import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { type Seat, sitDown } from "./frame-support.ts";
import { type Desk, go, openDesk } from "./support.ts";

const desk = await openDesk();

describe("the frame around the pages", { skip: unlessOpen(desk) }, () => {
  const { service, roughPage, close } = desk as Desk;
  let seat: Seat;
  let page: Page;
  before(async () => {
    seat = await sitDown(desk as Desk, 19);
    page = seat.page;
  });
  after(close);

  const heading = (name: string, of?: Page) => seat.heading(name, of);

  it("shows a message in place of a page that fails, with links to others", async () => {
    const rough = await seat.roughPage("/codes");
    await rough.route("**/api/dashboard/keys", (route) => route.fulfill({ json: {} }));
    await rough.getByRole("link", { name: "Settings" }).click();
    await rough.getByRole("link", { name: "API keys" }).click();
    await heading("Something went wrong on this page", rough);
    await rough.getByRole("link", { name: "People" }).click();
    await heading("People", rough);
  });

  it("focuses the heading of a new page, announces its name, and scrolls to its top", async () => {
    await seat.open("/codes?sort=name", "Codes");
    const link = page.getByRole("link", { name: "Poster 9", exact: true });
    await link.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate("window.scrollY");
    assert.notEqual(scrolled, 0);
    await link.click();
    await heading("Poster 9");
    await page.locator("h1:focus", { hasText: "Poster 9" }).waitFor();
    await eventually(async () => assert.equal(await page.evaluate("window.scrollY"), 0));
    await page
      .getByRole("status")
      .filter({ hasText: /^Poster 9$/ })
      .waitFor();
    await page.goBack();
    await heading("Codes");
    await page.locator("h1:focus", { hasText: "Codes" }).waitFor();
    await eventually(async () => assert.equal(await page.evaluate("window.scrollY"), scrolled));
  });

  it("names a missing code on its page, and links to the bin", async () => {
    await seat.show("/people", "People");
    for (const path of ["nothing", "nothing/edit", "new?from=nothing"]) {
      await go(page, `/app/codes/${path}`);
      await page.locator("h1:focus", { hasText: "Code not found" }).waitFor();
      assert.equal(await page.title(), "Code not found · Tessera");
      await go(page, "/app/people");
      await heading("People");
    }
    await go(page, "/app/codes/nothing");
    await page.getByRole("link", { name: "bin" }).click();
    await heading("Bin");
  });

  it("has shortcuts, which do not interfere with typing", async () => {
    await seat.open("/people", "People");
    await page.keyboard.press("/");
    const search = page.getByLabel("Search by name, destination or link");
    await page.locator(":focus").and(search).waitFor();
    await page.keyboard.type("n/?");
    assert.equal(await search.inputValue(), "n/?");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await search.blur();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await page.keyboard.press("n");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).pathname, "/app/codes");
    // While it fades it is no longer a dialog, but still over the page.
    await page.locator('[aria-modal="true"]').waitFor({ state: "detached" });
    await page.keyboard.press("n");
    await heading("New code");
  });

  it("copies without the clipboard API, as on an http address in a local network", async () => {
    const rough = await seat.roughPage(
      "/codes?sort=name",
      "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    );
    await rough.getByRole("link", { name: "Poster 9", exact: true }).click();
    await rough.getByRole("button", { name: "Copy link" }).click();
    await rough.getByText("Copied", { exact: true }).waitFor();
    await go(rough, "/app/codes");
    const search = rough.getByLabel("Search by name, destination or link");
    await search.focus();
    await rough.keyboard.press("ControlOrMeta+V");
    await eventually(async () => assert.match(await search.inputValue(), /\/r\/\w{12}$/i));
  });

  it("finds pages, actions and codes in the palette", async () => {
    await seat.show("/people", "People");
    const box = page.getByRole("textbox", { name: "A page, a code or an action" });
    const choose = async (words: string, found: string) => {
      await page.keyboard.press("Control+k");
      await box.fill(words);
      await page.locator("[data-action][data-selected]", { hasText: found }).waitFor();
      await page.keyboard.press("Enter");
      await box.waitFor({ state: "detached" });
    };
    await choose("api k", "API Keys");
    await heading("API Keys");
    await choose("poster 17", "Poster 17");
    await heading("Poster 17");
    await page.locator("h1:focus", { hasText: "Poster 17" }).waitFor();
    await choose("edit this", "Edit this code");
    await heading("Edit Poster 17");
    await choose("trash", "Bin");
    await heading("Bin");
    await choose("labels", "Select codes to print");
    await page.getByRole("region", { name: "Selected codes" }).waitFor();
    await choose("dark", "Dark theme");
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
    await choose("shortcuts", "Help");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
  });

  it("has touch targets on a phone, and the main action in its top bar", async () => {
    const phone = await roughPage(page, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
    });
    await phone.goto(`${service.url}/app/codes`);
    for (const name of ["Open the menu", "Search or go to", "More for Poster 19"]) {
      const box = (await phone.getByRole("button", { name }).boundingBox())!;
      assert.ok(box.width >= 44 && box.height >= 44, `${name}: ${box.width} x ${box.height}`);
    }
    const action = (await phone.getByRole("banner").getByRole("link", { name: "New code" }).boundingBox())!;
    assert.ok(action.width >= 44 && action.height >= 44, `New code: ${action.width} x ${action.height}`);
  });
});
