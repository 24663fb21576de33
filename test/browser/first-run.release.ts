import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { ADMIN, type Desk, field, inField, openOwnDesk, PASSWORD, setUp } from "./support.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = await openOwnDesk();

describe("the first run", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage({ reducedMotion: "no-preference" });
  });
  after(close);

  const open = async (path: string, on = page) => {
    // Only a new document reads the fragment.
    await on.goto("about:blank");
    await on.goto(`${service.url}/app${path}`);
  };

  it("shows no form for an invalid link, and no sign-up while that is closed", async () => {
    for (const [path, name] of [
      ["/set-up", "Open the link again"],
      ["/set-up#nonsense", "This link does not work"],
      ["/reset", "Open the link again"],
      ["/reset#a.b", "This link does not work"],
      ["/join#nonsense", "This link does not work"],
    ] as const) {
      await open(path);
      await page.getByRole("heading", { name }).waitFor();
      assert.equal(await page.locator("input").count(), 0, path);
    }
    await open("/sign-up");
    await page.getByRole("heading", { name: "Sign-up is closed" }).waitFor();
    assert.equal(await page.locator("input").count(), 0);
    await page.getByRole("link", { name: "Go to sign-in" }).click();
    await page.getByRole("heading", { name: "There is no administrator yet" }).waitFor();
    assert.equal(await page.locator("input").count(), 0);
    // For the demo's account, and others created with the command line.
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Password", { exact: true }).waitFor();
  });

  it("focuses the first field, except where a keyboard would cover the page", async () => {
    const link = (await service.setUpLink())!;
    await page.goto("about:blank");
    await page.goto(link);
    await inField(page, "name");
    const phone = await newPage(PHONE);
    await phone.goto(link);
    await phone.getByLabel("Email address").waitFor();
    assert.equal(await phone.evaluate("document.activeElement.name ?? ''"), "");
    await phone.context().close();
  });

  it("asks for the link again when its page is reloaded, and accepts it there", async () => {
    const link = (await service.setUpLink())!;
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    assert.equal(new URL(page.url()).hash, "");
    await page.reload();
    await page.getByRole("heading", { name: "Open the link again" }).waitFor();
    await page.goto(link);
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    assert.equal(new URL(page.url()).hash, "", "it is not in the history either");
  });

  it("shows at each field what is wrong with it, and focuses the first", async () => {
    await page.goto("about:blank");
    await page.goto((await service.setUpLink())!);
    await page.getByRole("button", { name: "Continue" }).click();
    for (const problem of ["Enter your name.", "Enter an email address", "Use at least 8 characters."]) {
      await page.getByText(problem).waitFor();
    }
    await inField(page, "name");
    await page.getByLabel("Your name").fill("Anna");
    await page.getByLabel("Email address").fill(ADMIN);
    await page.locator("input[name=password]").fill("short");
    await page.getByText("Too short").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Use at least 8 characters.").waitFor();
    await inField(page, "password");
    await page.getByLabel("Email address").fill("a..b@example.com");
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.getByText("Fair").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("is not an email address").waitFor();
    // Also for errors of the server.
    await inField(page, "email");
    await page.goto("about:blank");
    await setUp(page, service);
  });

  it("creates examples, without duplicates, and removes exactly those", async () => {
    await page.goto(`${service.url}/app/welcome`);
    await page.getByText(`which only the computer of the server can open`).waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
    await eventually(async () => {
      const { y, height } = (await page.getByRole("link", { name: "Skip to the dashboard" }).boundingBox())!;
      assert.ok(y + height <= 720, `the link ends at ${y + height} px`);
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Add examples" }).click();
    await page.getByText("6 example codes. Removing them keeps any that you changed.").waitFor();
    await page.goto(`${service.url}/app/codes`);
    const sparks = page.locator("polyline[data-today][stroke-dasharray]");
    await eventually(async () => assert.equal(await sparks.count(), 6));
    await page.goto(`${service.url}/app/welcome`);
    await page.getByRole("button", { name: "Remove examples" }).click();
    await page.getByRole("button", { name: "Add examples" }).waitFor();
    await page.goto(`${service.url}/app/codes`);
    await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
  });

  it("creates a first code from just an address", async () => {
    await page.goto(`${service.url}/app/welcome`);
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByText("Enter the address that the code should open.").waitFor();
    await field(page, "Web address").fill("example.com/menu");
    await page.getByAltText("Sample of your code").waitFor();
    await page.getByRole("button", { name: "Create code" }).click();
    await page.waitForURL(/\/codes\/[\da-f-]{36}/);
    await page.getByRole("heading", { name: "Your code is ready" }).waitFor();
    await page.getByRole("link", { name: "Set address" }).waitFor();
  });

  it("warns that phones cannot open the share address, until the warning is closed", async () => {
    await page.goto(`${service.url}/app/codes`);
    const bar = page.getByRole("note").filter({ hasText: "Phones cannot open your codes" });
    await bar.waitFor();
    for (const viewport of [{ width: 1280, height: 800 }, PHONE.viewport, { width: 320, height: 640 }]) {
      await page.setViewportSize(viewport);
      await eventually(async () => {
        const { height } = (await bar.boundingBox())!;
        assert.ok(height < 50, `one line, but ${height} px at ${viewport.width}`);
      });
      await bar.getByRole("link", { name: "Set address" }).click();
      await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
      await page.goBack();
      await bar.waitFor();
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await bar.getByRole("button", { name: "Close this notice" }).click();
    await bar.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await bar.count(), 0);
  });

  it("asks before the dialog with a new key is closed", async () => {
    await page.goto(`${service.url}/app/keys`);
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByText("Enter a name.").waitFor();
    await field(page, "Name").fill("Ticket printer");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.locator("[data-key]").waitFor();
    const question = page.getByRole("dialog", { name: "Have you saved the key?" });
    await page.keyboard.press("Escape");
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    assert.ok(await page.locator("[data-key]").isVisible(), "the key is still visible");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Close", exact: true }).click();
    await page.locator("[data-key]").waitFor({ state: "detached" });
  });

  it("creates a read-only key with a last day, and shows both in the list", async () => {
    await page.getByRole("button", { name: "New key" }).first().click();
    await field(page, "Name").fill("Sign");
    await page.getByLabel("Read only").check();
    await field(page, "Expires after").fill("2020-01-31");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByText("This day is over. Choose today or a later day.").waitFor();
    await field(page, "Expires after").fill("2199-12-31");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByText("Try it: this command lists your codes").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("row", { name: /^Sign/ });
    await row.getByText("Read only").waitFor();
    await row.getByText(/^Expires .*2199/).waitFor();
    await row.getByRole("button", { name: "Revoke Sign" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await row.waitFor({ state: "detached" });
  });

  it("shows keys as cards on a phone, with everything that the table has", async () => {
    await page.setViewportSize(PHONE.viewport);
    const card = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
    await card.waitFor();
    const text = (await card.textContent())!;
    for (const word of ["Ticket printer", "tsr_", "Created", "never", "0 of 100 in the last hour"]) {
      assert.ok(text.includes(word), `${word}: ${text}`);
    }
    const { x, width } = (await card.getByRole("button", { name: /^Revoke/ }).boundingBox())!;
    assert.ok(x + width <= 390);
    // Exactly the width at which the wide layout begins.
    await page.setViewportSize({ width: 992, height: 800 });
    await page.getByRole("cell", { name: "Ticket printer", exact: true }).waitFor();
  });

  it("greets an invited person by address, and says that a search finds no one", async () => {
    await page.goto(`${service.url}/app/settings/accounts`);
    await page.getByRole("button", { name: "Add account" }).click();
    await field(page, "Email address").fill("livia@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
    const link = (await page.locator("[data-link]").textContent())!;
    await page.keyboard.press("Escape");
    await page.getByLabel("Search by name or email address").fill("nobody");
    await page.getByText("No accounts match “nobody”").waitFor();
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByText("livia@example.com").waitFor();

    const theirs = await newPage();
    await theirs.goto(link);
    await theirs.getByRole("heading", { name: "Welcome" }).waitFor();
    const words = (await theirs.locator("main").textContent())!;
    assert.ok(words.includes("livia@example.com") && !words.includes("old"), words);
    await inField(theirs, "password");
    await theirs.context().close();
  });
});
