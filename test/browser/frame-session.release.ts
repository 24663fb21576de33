import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { type Seat, sitDown } from "./frame-support.ts";
import { addPerson, chooseInMenu, type Desk, field, hasFailed, openDesk, PASSWORD } from "./support.ts";

const desk = await openDesk();

describe("sessions of the dashboard", { skip: unlessOpen(desk) }, () => {
  const { service, close } = desk as Desk;
  let seat: Seat;
  let page: Page;
  let other: { email: string };
  const sit = async () => {
    seat = await sitDown(desk as Desk, 3);
    page = seat.page;
    other = await addPerson(service, "member");
  };
  before(sit);
  // A failed test may have left its page in any state.
  afterEach((test) => (hasFailed(test) ? sit() : undefined));
  after(close);

  const heading = (name: string) => seat.heading(name);
  const signIn = async (email: string) => {
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await page.getByLabel("Email address").fill(email);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
  };
  const codesInWords = async () => {
    const { codes } = await service.store.codes.list(seat.user.workspaceId, {}, Date.now(), 100);
    return `${codes.length} codes`;
  };
  const signOut = () => chooseInMenu(page, "Sign out");

  /** A filled form whose session ends before it is sent. */
  async function signedOutOver(name: string): Promise<void> {
    await seat.open("/codes/new", "New code");
    await field(page, "Name").fill(name);
    await field(page, "Web address").fill("example.com/menu");
    await page.context().clearCookies();
    // The preview sends a request too, a moment after the last key, and its refusal covers the button.
    await page.evaluate("document.querySelector('main form').requestSubmit()");
    await page.getByRole("dialog", { name: "You were signed out" }).waitFor();
    assert.equal(await field(page, "Name").inputValue(), name);
  }

  it("ask for the password over the form when they have ended, then save what was typed", async () => {
    await signedOutOver("Kept while away");
    await page.locator("input[name=password]").fill("not this one");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("not right").waitFor();
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await heading("Kept while away");
    assert.equal(await page.getByRole("dialog").count(), 0);
  });

  it("show none of it to another user", async () => {
    const before = await codesInWords();
    await signedOutOver("Not for others");
    await page.getByRole("button", { name: "Sign in as someone else" }).click();
    await signIn(other.email);
    await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
    assert.match(new URL(page.url()).pathname, /^\/app\/?$/);
    await signOut();
    await signIn(seat.user.email);
    await page.getByRole("link", { name: "Codes", exact: true }).click();
    await page.getByText(before, { exact: true }).waitFor();
    assert.equal(await page.getByText("Not for others").count(), 0);
  });

  it("ask before signing out with unsaved changes, and sign out only after confirmation", async () => {
    await seat.open("/codes/new", "New code");
    await field(page, "Name").fill("Half typed");
    await signOut();
    const question = page.getByRole("dialog", { name: "Sign out and delete your drafts?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    assert.equal(await field(page, "Name").inputValue(), "Half typed");
    assert.equal((await page.request.get(`${service.url}/api/dashboard/me`)).status(), 200);
    // Also from a page that shows no draft.
    await page.getByRole("link", { name: "Codes", exact: true }).click();
    await heading("Codes");
    await signOut();
    await question.getByRole("button", { name: "Sign out" }).click();
    await heading("Sign in");
    assert.equal((await page.request.get(`${service.url}/api/dashboard/me`)).status(), 401);
    await signIn(seat.user.email);
    await heading("Codes");
    await seat.open("/codes/new", "New code");
    assert.equal(await field(page, "Name").inputValue(), "");
  });

  it("continue, on the same page, when signing out fails", async () => {
    await seat.open("/people", "People");
    await page.route("**/sign-out", (route) => route.fulfill({ status: 400, json: {} }));
    await signOut();
    await page.getByText("That did not work").waitFor();
    await heading("People");
    await page.unrouteAll();
  });

  it("lead the next user to the first page, whether the last one signed out or was signed out", async () => {
    const endings = [
      signOut,
      () =>
        page
          .context()
          .clearCookies()
          .then(() => page.reload()),
    ];
    const before = await codesInWords();
    for (const end of endings) {
      await seat.open("/codes?q=secretwords", "Codes");
      await end();
      await heading("Sign in");
      await signIn(other.email);
      await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
      assert.match(page.url(), /\/app\/?$/);
      await page.getByRole("link", { name: "People" }).click();
      await heading("People");
      await signOut();
      await signIn(seat.user.email);
      await heading("Overview");
      await page.getByRole("link", { name: "Codes", exact: true }).click();
      await page.getByText(before, { exact: true }).waitFor();
    }
  });

  it("say why when the server refuses a user", async () => {
    await seat.open("/codes", "Codes");
    const json = { error: "suspended", message: "This account is suspended." };
    await page.route("**/me", (route) => route.fulfill({ status: 403, json }));
    await page.reload();
    await page.getByRole("alert").filter({ hasText: json.message }).waitFor();
    await heading("Sign in");
    await page.unrouteAll();
    await signIn(seat.user.email);
    await heading("Codes");
    assert.equal(await page.getByText("suspended").count(), 0);
  });
});
