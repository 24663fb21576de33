import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { ADMIN, chooseInMenu, type Desk, field, hears, openOwnDesk, PASSWORD, setUp } from "./support.ts";

const desk = await openOwnDesk();

describe("the first hour with the dashboard", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let key: string;
  before(async () => {
    page = await newPage();
  });
  after(close);

  const list = () => fetch(`${service.url}/api/v1/qrcodes`, { headers: { authorization: `Bearer ${key}` } });

  it("leads from the set-up link to the empty list, and removes the token from the address bar", async () => {
    const link = (await service.setUpLink())!;
    assert.match(link, /\/app\/set-up#[\w-]{43}$/);
    await setUp(page, service);
    assert.equal(new URL(page.url()).hash, "");
    assert.equal(await service.setUpLink(), null);
  });

  it("creates a key that is shown once and works", async () => {
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByRole("button", { name: "New key" }).first().click();
    await field(page, "Name").fill("Ticket printer");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    key = (await page.locator("[data-key]").textContent())!;
    assert.match(key, /^tsr_\w{8}_\w{38}$/);
    assert.ok((await page.getByRole("dialog").textContent())!.includes("curl "));
    const answer = await fetch(`${service.url}/api/v1/qrcodes`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "First", content: "https://example.com" }),
    });
    assert.equal(answer.status, 201);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("cell", { name: "Ticket printer", exact: true }).waitFor();
    await page.reload();
    await page.getByText("1 of 100").waitFor();
    assert.ok(!(await page.content()).includes(key.slice(13)), "the key is gone from the page");
    assert.ok((await page.content()).includes(key.slice(-4)), "its last four characters are shown");
  });

  it("revokes the key after confirmation, and the next request with it is 401", async () => {
    assert.equal((await list()).status, 200);
    await page.getByRole("button", { name: "Revoke Ticket printer" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByText("No API keys yet").waitFor();
    assert.equal((await list()).status, 401);
  });

  it("signs out and in again, and shows the same message for a wrong password and a wrong address", async () => {
    await chooseInMenu(page, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const say = async (email: string, password: string) => {
      await page.getByLabel("Email address").fill(email);
      await page.locator("input[name=password]").fill(password);
      const answered = page.waitForResponse("**/sign-in");
      await page.getByRole("button", { name: "Sign in" }).click();
      await answered;
      await page.getByRole("button", { name: "Sign in", disabled: false }).waitFor();
      return page.locator("form").getByRole("alert").textContent();
    };
    const first = await say(ADMIN, "not this one");
    assert.match(first!, /not right/);
    assert.equal(await say("nobody@example.com", "not this one"), first);
    await page.getByLabel("Email address").fill(ADMIN);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Codes", exact: true }).click();
    await page.getByRole("link", { name: "First" }).waitFor();
  });

  it("adds a user, whose link lets them choose a password and see only their own codes", async () => {
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Server", exact: true }).click();
    await page.getByRole("link", { name: "Accounts" }).click();
    await page.getByRole("button", { name: "Add account" }).click();
    await page.getByRole("dialog").getByText("They will not see your codes; invite them instead.").waitFor();
    await field(page, "Email address").fill("livia@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
    const link = (await page.locator("[data-link]").textContent())!;
    await page.getByRole("button", { name: "Done" }).click();
    const theirs = await newPage();
    await theirs.goto(link);
    await theirs.locator("input[name=password]").fill("another good one");
    await theirs.getByRole("button", { name: "Save and sign in" }).click();
    await theirs.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
    await theirs.goto(`${service.url}/app/settings`);
    await theirs.getByRole("link", { name: "You", exact: true }).waitFor();
    assert.equal(await theirs.getByRole("link", { name: "Server", exact: true }).count(), 0);
    await theirs.goto(`${service.url}/app/settings/accounts`);
    await theirs.getByText("You cannot open this page").waitFor();
  });

  it("changes the password", async () => {
    await page.goto(`${service.url}/app/settings/you`);
    await field(page, "Current password").fill("wrong");
    await field(page, "New password").fill("a new good one");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("This is not your current password.").waitFor();
    await field(page, "Current password").fill(PASSWORD);
    await hears(page, "Password changed", () => page.getByRole("button", { name: "Change password" }).click());
  });
});
