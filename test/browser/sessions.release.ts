import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { PHONE } from "../support/fixtures.ts";
import { addPerson, type Desk, field, openDesk, PASSWORD, signIn } from "./support.ts";

const desk = await openDesk();

describe("a page that loses its session or connection", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, roughPage, close } = desk as Desk;
  let page: Page;
  let own: string;
  let other: string;
  before(async () => {
    page = await newPage();
    own = (await signIn(page, service)).email;
    other = (await addPerson(service, "member")).email;
  });
  after(close);

  /** As another tab of the same browser would, without opening a page. */
  async function signInElsewhere(email: string): Promise<void> {
    const headers = { origin: service.url };
    const send = (path: string, data: object) =>
      page.context().request.post(`${service.url}/api/dashboard${path}`, { data, headers });
    assert.equal((await send("/sign-out", {})).status(), 204);
    assert.equal((await send("/sign-in", { email, password: PASSWORD })).status(), 204);
  }
  const codesOf = async (email: string) => {
    const { workspaceId } = (await service.store.users.findByEmail(email))!;
    const { codes } = await service.store.codes.list(workspaceId, {}, Date.now(), 100);
    return codes.map(({ name }) => name);
  };
  const fill = async (of: Page, name: string) => {
    await of.goto(`${service.url}/app/codes/new`);
    await field(of, "Name").fill(name);
    await field(of, "Web address").fill("example.com/menu");
  };
  const asked = () => page.getByRole("dialog", { name: "You were signed out" });

  it("saves nothing for another user who signed in meanwhile, and continues when its own user is back", async () => {
    await fill(page, "Of the first");
    await signInElsewhere(other);
    await page.evaluate("document.querySelector('main form').requestSubmit()");
    await asked().getByText(own).first().waitFor();
    // Another tab changes nothing while the other user is signed in.
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    assert.equal(await field(page, "Name").inputValue(), "Of the first");
    assert.deepEqual(await codesOf(other), []);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Of the first" }).waitFor();
    assert.deepEqual([await codesOf(other), await codesOf(own)], [[], ["Of the first"]]);
  });

  it("becomes the other user's only when they sign in on it", async () => {
    await fill(page, "Never saved");
    await signInElsewhere(other);
    await page.evaluate("document.querySelector('main form').requestSubmit()");
    await asked().waitFor();
    await page.getByRole("button", { name: "Sign in as someone else" }).click();
    await page.getByLabel("Email address").fill(other);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
    assert.deepEqual([await codesOf(other), await codesOf(own)], [[], ["Of the first"]]);
    await signInElsewhere(own);
  });

  it("shows live scans again after a proxy's error, and after signing in over the page", async () => {
    const rough = await roughPage(page);
    const live = rough.getByText("Live", { exact: true });
    const refused = (status: number) =>
      rough.waitForResponse((one) => new URL(one.url()).pathname.endsWith("/live") && one.status() === status);
    await rough.route(/\/live(?:\?|$)/, (route) => route.fulfill({ status: 502, body: "" }));
    const proxy = refused(502);
    await rough.goto(`${service.url}/app/codes`);
    await rough.getByRole("link", { name: "Of the first", exact: true }).click();
    await proxy;
    await rough.unrouteAll();
    await live.waitFor();

    const over = refused(401);
    await rough.context().request.post(`${service.url}/api/dashboard/sign-out`, { headers: { origin: service.url } });
    await over;
    await rough.getByRole("button", { name: /^Period/ }).click();
    await rough.getByRole("button", { name: "Last 90 days" }).click();
    await rough.locator("input[name=password]").fill(PASSWORD);
    await rough.keyboard.press("Enter");
    await live.waitFor();
    const { workspaceId } = (await service.store.users.findByEmail(own))!;
    const { codes } = await service.store.codes.list(workspaceId, { q: "Of the first" }, Date.now(), 1);
    const headers = { "user-agent": PHONE };
    await fetch(`${service.url}/r/${codes[0]!.token}`, { redirect: "manual", headers });
    await rough.getByText(/, just now$/).waitFor();
    await signInElsewhere(own);
  });

  it("does not say that nothing was sent when the connection broke afterwards", async () => {
    const rough = await roughPage(page);
    const context = rough.context();
    await fill(rough, "Sent after all");
    await rough.route("**/api/dashboard/qrcodes", async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    });
    await rough.getByRole("button", { name: "Create code" }).click();
    await rough.getByText("You are offline. Your change may not have been saved").waitFor();
    assert.equal(await rough.getByText("Nothing was sent").count(), 0);
    assert.deepEqual(await codesOf(own), ["Sent after all", "Of the first"]);
  });

  it("shows a code that was deleted elsewhere as gone, once something is done with it", async () => {
    await signInElsewhere(own);
    // Another user was here last, so it begins at the first page.
    await page.goto(`${service.url}/app`);
    await page.getByRole("heading", { name: "Overview", exact: true }).waitFor();
    await page.goto(`${service.url}/app/codes`);
    await page.getByText("2 codes").waitFor();
    await fill(page, "Deleted elsewhere");
    await page.getByRole("button", { name: "Create code" }).click();
    await page.waitForURL(/\/created$/);
    const id = new URL(page.url()).pathname.split("/").at(-2);
    await page.goto(`${service.url}/app/codes/${id}`);
    await page.getByRole("heading", { name: "Deleted elsewhere" }).waitFor();
    const removed = await page.request.delete(`${service.url}/api/dashboard/qrcodes/${id}`, {
      headers: { origin: service.url },
    });
    assert.equal(removed.status(), 204);
    await page.getByRole("button", { name: "More for Deleted elsewhere" }).click();
    await page.getByRole("menuitem", { name: "Pause", exact: true }).click();
    await page.getByRole("heading", { name: "Code not found" }).waitFor();
    await page.getByRole("link", { name: "bin" }).click();
    await page.getByRole("listitem").getByText("Deleted elsewhere").waitFor();
  });
});
