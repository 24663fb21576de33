import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { codeOf } from "../support/authenticator.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { addPerson, type Desk, openOwnDesk, PASSWORD, signIn } from "./support.ts";

const PORT = String(await freePort());
const BASE_URL = `http://localhost:${PORT}`;
const idp = await startIdentityProvider(`${BASE_URL}/api/dashboard/oidc/callback`);
const desk = await openOwnDesk({
  PORT,
  BASE_URL,
  SIGNUP: "open",
  OIDC_ISSUER: idp.issuer,
  OIDC_CLIENT_ID: idp.clientId,
  OIDC_CLIENT_SECRET: idp.clientSecret,
});
after(idp.close);

describe("signing in with an identity provider", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  after(close);
  const name = `Sign in with ${new URL(idp.issuer).host}`;

  it("leads to the provider and back into a new account", async () => {
    await addPerson(service, "admin");
    idp.signIn("ada", { email: "ada@example.com", email_verified: true, name: "Ada" });
    const page = await newPage();
    await page.goto(`${service.url}/app/sign-in`);
    await page.getByRole("button", { name }).click();
    await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
    assert.notEqual(await service.store.users.findByEmail("ada@example.com"), null);
  });

  it("asks for the code of a second factor", async () => {
    const page = await newPage();
    const { email } = await signIn(page, service);
    const post = (path: string, data: object) =>
      page.request.post(`${service.url}/api/dashboard${path}`, { data, headers: { origin: service.url } });
    const { secret, codes } = await (await post("/second-factor/start", { password: PASSWORD })).json();
    assert.equal((await post("/second-factor", { code: codeOf(secret, Date.now()) })).status(), 204);
    await post("/sign-out", {});
    idp.signIn("careful", { email, email_verified: true });
    await page.goto(`${service.url}/app/sign-in`);
    await page.getByRole("button", { name }).click();
    await page.locator("input[name=code]:focus").fill(codes[0]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
  });

  it("joins the workspace of an invitation that was opened before, with an account or without, and with a code", async () => {
    const owner = await newPage();
    await signIn(owner, service);
    const call = (page: typeof owner, path: string, data: object) =>
      page.request.post(`${service.url}/api/dashboard${path}`, { data, headers: { origin: service.url } });
    const { email: known } = await addPerson(service);
    const careful = await newPage();
    const { email } = await signIn(careful, service);
    const { secret, codes } = await (await call(careful, "/second-factor/start", { password: PASSWORD })).json();
    await call(careful, "/second-factor", { code: codeOf(secret, Date.now()) });
    for (const [subject, address] of [
      ["without an account", "unknown@example.com"],
      ["with one", known],
      ["with a code", email],
    ] as const) {
      const { link } = await (await call(owner, "/invitations", { role: "editor" })).json();
      idp.signIn(subject, { email: address, email_verified: true });
      const page = await newPage();
      await page.goto(link);
      if (subject !== "without an account") await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByRole("button", { name }).click();
      if (subject === "with a code") {
        await page.locator("input[name=code]:focus").fill(codes[0]);
        await page.keyboard.press("Enter");
      }
      await eventually(async () => {
        const user = await service.store.users.findByEmail(address);
        const roles = user ? (await service.store.workspaces.ofUser(user.id)).map(({ role }) => role) : [];
        assert.deepEqual(roles.toSorted(), ["editor", "owner"], subject);
      });
    }
  });

  it("explains why somebody is not let in", async () => {
    idp.signIn("mallory", { email: "ada@example.com", email_verified: false });
    const page = await newPage();
    await page.goto(`${service.url}/app/sign-in`);
    await page.getByRole("button", { name }).click();
    await page.getByRole("alert").getByText("it has not been verified that the address is yours").waitFor();
  });
});
