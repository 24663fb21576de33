import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { createAccounts } from "../../src/accounts/service.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { ADMIN, type Desk, field, openDesk, PASSWORD, setUp } from "./support.ts";

const OTHER = "livia@example.com";

const desk = await openDesk();

describe("the frame around the pages", { skip: unlessOpen(desk) }, () => {
  const { service, browser, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage();
    await setUp(page, service);
    const accounts = createAccounts({ store: service.store, plans: ["free"] });
    await accounts.add({ email: OTHER, password: PASSWORD, plan: "free", role: "member" });
    await page.evaluate(async () => {
      for (let i = 1; i <= 19; i++) {
        const body = JSON.stringify({ name: `Poster ${i}`, content: "https://example.com" });
        const headers = { "Content-Type": "application/json" };
        await fetch("/api/dashboard/qrcodes", { method: "POST", headers, body });
      }
    });
  });
  after(close);

  /** Signed in as on the page, where errors in the console belong to what is tested. */
  async function roughPage(path: string): Promise<Page> {
    const context = await browser.newContext({
      locale: "en-GB",
      storageState: await page.context().storageState(),
    });
    const rough = await context.newPage();
    rough.setDefaultTimeout(60_000);
    await rough.goto(`${service.url}/app${path}`);
    await rough.getByRole("heading", { level: 1 }).waitFor();
    return rough;
  }

  const open = async (path: string, heading: string) => {
    await page.goto(`${service.url}/app${path}`);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  };
  const heading = (name: string, of = page) =>
    of.getByRole("heading", { level: 1, name }).waitFor();

  it("reloads once when a page's script is gone, then says so, and can be tried again", async () => {
    await open("/", "Codes");
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route("**/assets/keys-page*", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: "API Keys" }).click();
    await heading("This page could not be loaded");
    assert.equal(loads, 1);
    await page.getByRole("link", { name: "Account" }).click();
    await heading("Account");
    await page.unroute("**/assets/keys-page*");
    await page.getByRole("link", { name: "API Keys" }).click();
    await page.getByRole("button", { name: "Reload" }).click();
    await heading("API Keys");
  });

  it("says that the service was updated, when its document has other scripts", async () => {
    await open("/", "Codes");
    await page.route("**/assets/users-page*", (route) => route.fulfill({ status: 404 }));
    await page.route("**/app/", (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.fulfill({ body: "new" }),
    );
    await page.getByRole("link", { name: "Users" }).click();
    await heading("The service was updated");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload" }).click();
    await heading("Users");
  });

  it("puts words in the place of a page that fails, and leads on from there", async () => {
    const rough = await roughPage("/");
    await rough.route("**/api/dashboard/keys", (route) => route.fulfill({ json: {} }));
    await rough.getByRole("link", { name: "API Keys" }).click();
    await heading("Something went wrong on this page", rough);
    await rough.getByRole("link", { name: "Account" }).click();
    await heading("Account", rough);
    await rough.context().close();
  });

  it("says since when one is offline, keeps what was read, and goes on by itself", async () => {
    const rough = await roughPage("/");
    await rough.getByText("19 codes").waitFor();
    await rough.context().setOffline(true);
    await rough.getByText(/You are offline\. Showing what was read at \d\d:\d\d\./).waitFor();
    await rough.getByRole("link", { name: "API Keys" }).click();
    await heading("This page could not be loaded", rough);
    await rough.getByRole("link", { name: "Codes", exact: true }).click();
    await rough.getByText("19 codes").waitFor();
    await rough.getByRole("link", { name: "API Keys" }).click();
    await heading("This page could not be loaded", rough);
    await rough.context().setOffline(false);
    await heading("API Keys", rough);
    assert.equal(await rough.getByText("You are offline").count(), 0);
    await rough.context().close();
  });

  it("says that nothing was saved, and saves when the line is back", async () => {
    const rough = await roughPage("/codes/new");
    await field(rough, "Name").fill("Written offline");
    await field(rough, "Web address").fill("example.com");
    await rough.context().setOffline(true);
    await rough.getByRole("button", { name: "Create the code" }).click();
    await rough.getByText("You are offline. Nothing was sent or saved.").waitFor();
    assert.equal(await field(rough, "Name").inputValue(), "Written offline");
    await rough.context().setOffline(false);
    await rough.getByRole("button", { name: "Create the code" }).click();
    await heading("Written offline", rough);
    await rough.context().close();
  });

  it("notices a service that is gone, and one that is back", async () => {
    const rough = await roughPage("/");
    await rough.route("**/api/dashboard/**", (route) => route.fulfill({ status: 502, body: "" }));
    await rough.getByRole("button", { name: "Favourite: Poster 19" }).click();
    await rough.getByText("The service cannot be reached. Showing what was read at").waitFor();
    await rough.getByText("take it as not saved").waitFor();
    await rough.unrouteAll();
    await rough.evaluate("window.dispatchEvent(new Event('online'))");
    await rough.getByText("Showing what was read at").waitFor({ state: "detached" });
    await rough.context().close();
  });

  /** A filled form whose session ends before it is sent. */
  async function signedOutOver(name: string): Promise<void> {
    await open("/codes/new", "New code");
    await field(page, "Name").fill(name);
    await field(page, "Web address").fill("example.com/menu");
    await page.context().clearCookies();
    // The preview asks too, a moment after the last key, and its refusal covers the button.
    await page.evaluate("document.querySelector('main form').requestSubmit()");
    await page.getByRole("dialog", { name: "You were signed out" }).waitFor();
    assert.equal(await field(page, "Name").inputValue(), name);
  }

  it("asks for the password over the form when a session ended, then saves what was typed", async () => {
    await signedOutOver("Kept while away");
    await page.locator("input[name=password]").fill("not this one");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("not right").waitFor();
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await heading("Kept while away");
    assert.equal(await page.getByRole("dialog").count(), 0);
  });

  it("shows someone else nothing of it", async () => {
    await signedOutOver("Not for others");
    await page.getByRole("button", { name: "Sign in as someone else" }).click();
    await page.getByLabel("E-mail address").fill(OTHER);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Make your first code" }).waitFor();
    assert.match(new URL(page.url()).pathname, /^\/app\/?$/);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("E-mail address").fill(ADMIN);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("21 codes").waitFor();
    assert.equal(await page.getByText("Not for others").count(), 0);
  });

  it("gives the focus to the heading of a new page, says its name, and begins at its top", async () => {
    await open("/?sort=name", "Codes");
    const link = page.getByRole("link", { name: "Poster 9", exact: true });
    await link.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate("window.scrollY");
    assert.notEqual(scrolled, 0);
    await link.click();
    await heading("Poster 9");
    await page.locator("h1:focus", { hasText: "Poster 9" }).waitFor();
    assert.equal(await page.evaluate("window.scrollY"), 0);
    await page
      .getByRole("status")
      .filter({ hasText: /^Poster 9$/ })
      .waitFor();
    await page.goBack();
    await heading("Codes");
    await page.locator("h1:focus", { hasText: "Codes" }).waitFor();
    await eventually(async () => assert.equal(await page.evaluate("window.scrollY"), scrolled));
  });

  it("has shortcuts, which leave alone what is typed", async () => {
    await open("/account", "Account");
    await page.keyboard.press("/");
    const search = page.getByLabel("Search names and contents");
    await page.locator(":focus").and(search).waitFor();
    await page.keyboard.type("n/?");
    assert.equal(await search.inputValue(), "n/?");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await search.blur();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("n");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.match(new URL(page.url()).pathname, /^\/app\/?$/);
    await page.keyboard.press("n");
    await heading("New code");
  });

  it("copies where the browser has no clipboard, as on a plain address of one's network", async () => {
    const rough = await roughPage("/codes/new");
    await rough.addInitScript(
      "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    );
    await rough.goto(`${service.url}/app/?sort=name`);
    await rough.getByRole("link", { name: "Poster 9", exact: true }).click();
    await rough.getByRole("button", { name: "Copy the link" }).click();
    await rough.getByRole("button", { name: "Copied" }).waitFor();
    await rough.goto(`${service.url}/app/`);
    const search = rough.getByLabel("Search names and contents");
    await search.focus();
    await rough.keyboard.press("ControlOrMeta+V");
    assert.match(await search.inputValue(), /\/r\/\w{12}$/i);
    await rough.context().close();
  });

  it("finds pages, actions and codes in the palette", async () => {
    await open("/account", "Account");
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
    await choose("dark", "Dark colours");
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
    await choose("shortcuts", "Keyboard shortcuts");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });

  it("has targets for fingers on a phone, and its title and main action on one line", async () => {
    const rough = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      storageState: await page.context().storageState(),
    });
    const phone = await rough.newPage();
    await phone.goto(`${service.url}/app/`);
    for (const name of [
      "Open the menu",
      "Search or go to",
      "Light colours",
      "More for Poster 19",
    ]) {
      const box = (await phone.getByRole("button", { name }).boundingBox())!;
      assert.ok(box.width >= 44 && box.height >= 44, `${name}: ${box.width} x ${box.height}`);
    }
    const title = (await phone.getByRole("heading", { level: 1 }).boundingBox())!;
    const action = (await phone.getByRole("link", { name: "New code" }).boundingBox())!;
    assert.ok(action.y < title.y + title.height, "the action stands beside the title");
    await rough.close();
  });
});
