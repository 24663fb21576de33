import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { codeOf } from "../support/authenticator.ts";
import { unlessOpen } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { type Desk, field, openOwnDesk, PASSWORD, signIn } from "./support.ts";

// Passkeys need a host name.
const PORT = String(await freePort());
const desk = await openOwnDesk({ PORT, BASE_URL: `http://localhost:${PORT}` });

describe("signing in with more than a password", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let email: string;
  /** What the new passkey is called: the browser and its system. */
  let passkey: string;
  before(async () => {
    page = await newPage();
    ({ email } = await signIn(page, service));
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  });
  after(close);

  const openAccount = () => page.goto(`${service.url}/app/settings/you`);
  const dialog = (name: string) => page.getByRole("dialog", { name });
  async function signOut(): Promise<void> {
    const headers = { origin: service.url };
    const answer = await page.context().request.post(`${service.url}/api/dashboard/sign-out`, { data: {}, headers });
    assert.equal(answer.status(), 204);
    await page.goto(`${service.url}/app/sign-in`);
  }
  const isIn = () => page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();

  it("adds a passkey and signs in with it", async () => {
    await openAccount();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const asked = dialog("Add a passkey");
    passkey = await asked.getByLabel("Name", { exact: true }).inputValue();
    assert.match(passkey, /^Chrom\S*( \S+)?, Linux$/);
    await asked.getByLabel("Your password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("button", { name: `Remove ${passkey}` }).waitFor();
    await signOut();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await isIn();
  });

  it("turns on a second factor, shows recovery codes, and asks for a code after the password", async () => {
    await openAccount();
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    const enrol = dialog("Turn on the second factor");
    await enrol.getByAltText("QR code for your authenticator app").waitFor();
    const secret = (await enrol.locator("code").textContent())!;
    await field(page, "Code").fill(codeOf(secret, Date.now()));
    await enrol.getByRole("button", { name: "Turn on" }).click();
    const codes = dialog("Recovery codes");
    await codes.waitFor();
    const [recovery] = await codes.locator("li").allTextContents();
    assert.equal(await codes.locator("li").count(), 10);
    await codes.getByRole("button", { name: "Done" }).click();
    await page.getByText("On. 10 of 10 recovery codes are left.").waitFor();

    await signOut();
    await page.getByLabel("Email address").fill(email);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.locator("input[name=code]:focus").fill(recovery!);
    await page.keyboard.press("Enter");
    await isIn();
  });

  it("removes the passkey, and lists this device", async () => {
    await openAccount();
    await page.getByRole("button", { name: `Remove ${passkey}` }).click();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("button", { name: `Remove ${passkey}` }).waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Signed-in devices" }).getByText("This device", { exact: true }).waitFor();
  });
});
