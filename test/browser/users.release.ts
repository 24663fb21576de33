import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { createAccounts } from "../../src/accounts/service.ts";
import { unlessOpen } from "../support/browser.ts";
import { type Desk, hears, openDesk, signIn } from "./support.ts";

const ADA = "ada.with.a.rather.long.name@mail.example.com";

const desk = await openDesk();

describe("the page of users", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let own: string;
  before(async () => {
    page = await newPage();
    own = (await signIn(page, service)).email;
    const { store, url } = service;
    const accounts = createAccounts({ store, plans: ["free", "pro"] });
    // The last administrator may not give up the role.
    await accounts.add({ email: ADA, plan: "free", role: "admin" });
    await page.goto(`${url}/app/settings/accounts`);
  });
  after(close);

  const choose = async (email: string, item: string) => {
    await page.getByRole("button", { name: `More for ${email}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const dialog = () => page.getByRole("dialog");

  it("shows a user's address and menu together on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText(ADA).waitFor();
    const [address, menu] = [
      await page.getByText(ADA).boundingBox(),
      await page.getByRole("button", { name: `More for ${ADA}` }).boundingBox(),
    ];
    assert.ok(address!.x >= 0 && menu!.x + menu!.width <= 390);
    assert.ok(menu!.y < address!.y + address!.height && address!.y < menu!.y + menu!.height);
    await page.setViewportSize({ width: 1360, height: 850 });
  });

  it("explains what giving up one's own rights means, and leads to the codes", async () => {
    await choose(own, "Make a member");
    await dialog().getByText("Only another administrator can give the role back").waitFor();
    await hears(page, "You are now a member.", () => dialog().getByRole("button", { name: "Become a member" }).click());
    await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
    await page.getByRole("link", { name: "Accounts" }).waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).pathname.replace(/\/$/, ""), "/app");
  });
});
