import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { type Desk, field, hears, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

/** Buttons and links that viewers must not see, by page. */
const CHANGING: Record<string, string[]> = {
  "/": ["New code", "Remove examples"],
  "/codes": ["Import", "New code"],
  "/codes?state=deleted": ["Restore"],
  "/codes/:id": ["Edit", "Add to favourites", "Change destination"],
  "/codes/:id?tab=history": ["Restore"],
  "/looks": ["New look", "Actions for"],
  "/keys": ["New key", "Revoke"],
  "/webhooks": ["New webhook", "Send test"],
  "/people": ["Invite"],
  "/settings": ["Save", "Delete workspace", "Brand"],
};

describe("two people in a workspace", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  after(close);

  it("is created, joined by a link, and opened in one tab without changing another", async () => {
    const [owner, guest] = [await newPage(), await newPage()];
    await signIn(owner, service);
    const { email, name } = await signIn(guest, service);
    await owner.goto(`${service.url}/app/people`);
    await owner.getByRole("button", { name: /^Workspace / }).click();
    await owner.getByRole("menuitem", { name: "New workspace…" }).click();
    await field(owner, "Name").fill("Café Mosaic");
    await owner.getByRole("button", { name: "Create", exact: true }).click();
    await owner.getByRole("button", { name: "Workspace Café Mosaic" }).waitFor();
    await owner.getByRole("link", { name: "People" }).click();
    await owner.getByText("Only you so far.").waitFor();
    await owner.getByRole("button", { name: "Invite" }).click();
    await owner.getByRole("button", { name: "Create link" }).click();
    const link = (await owner.locator("[data-link]").textContent())!.trim();

    const other = await guest.context().newPage();
    await other.goto(`${service.url}/app/people`);
    await guest.goto(service.url + link.slice(link.indexOf("/app/")));
    await guest.getByText("You were invited to the workspace “Café Mosaic” as an editor.").waitFor();
    await guest.getByRole("button", { name: "Join" }).click();
    await guest.getByRole("button", { name: "Workspace Café Mosaic" }).waitFor();
    const next = await guest.context().newPage();
    await next.goto(service.url + link.slice(link.indexOf("/app/")));
    await next.getByText("This invitation is no longer valid. It works once, for 7 days.").waitFor();
    assert.equal(await next.getByRole("button", { name: "Try again" }).count(), 0);
    await owner.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await owner.getByRole("button", { name: "Invite" }).click();
    await owner.getByRole("button", { name: "Create link" }).click();
    const another = (await owner.locator("[data-link]").textContent())!.trim();
    await next.goto(service.url + another.slice(another.indexOf("/app/")));
    await next.getByText("You are already in the workspace “Café Mosaic”, as an editor.").waitFor();
    await next.getByRole("button", { name: "Open workspace" }).click();
    await next.getByRole("heading", { name: "Overview" }).waitFor();
    await next.goto(`${service.url}/app/people`);
    await next.getByText("Everyone who works in the workspace “Café Mosaic”.").waitFor();
    await guest.getByRole("link", { name: "People" }).click();
    await guest.getByRole("button", { name: "Leave workspace" }).waitFor();
    assert.equal(await guest.getByRole("button", { name: "Invite" }).count(), 0, "an editor invites nobody");
    await other.reload();
    await other.getByText("Only you so far.").waitFor();

    const team = await guest.evaluate(() => sessionStorage.getItem("tessera.workspace")!);
    for (const key of ["Till", "Kiosk"]) {
      const headers = { origin: service.url, "tessera-workspace": team };
      const made = await guest.request.post(`${service.url}/api/dashboard/keys`, { data: { name: key }, headers });
      assert.equal(made.status(), 201);
    }
    const { id: guestId } = (await service.store.users.findByEmail(email))!;
    const hook = { id: randomUUID(), workspaceId: team, url: "https://hooks.example.com/secret", isActive: true };
    const rest = { events: ["qrcode.created" as const], secret: "whsec_AAAA", createdAt: Date.now() };
    await service.store.webhooks.create({ ...hook, ...rest }, 20, undefined, { userId: guestId });
    await guest.getByRole("button", { name: "Leave workspace" }).click();
    await guest.getByText("These API keys of yours are revoked: Kiosk, Till.").waitFor();
    await guest.getByText("These webhooks of yours are deleted: hooks.example.com.").waitFor();

    await owner.reload();
    await owner.getByText(email).waitFor();
    await owner.getByRole("combobox", { name: `Role of ${name}` }).click();
    await owner.getByRole("option", { name: "Viewer" }).click();
    const lowering = owner.getByRole("dialog", { name: `Make ${name} a viewer?` });
    await lowering.getByText("so do programs that use them").waitFor();
    assert.equal(await lowering.getByRole("checkbox").count(), 3);
    for (const made of ["Kiosk", "Till", "hooks.example.com"]) {
      await lowering.getByRole("checkbox", { name: made }).waitFor();
    }
    await owner.getByRole("button", { name: "Cancel" }).click();
    await owner.getByRole("button", { name: `Remove ${name}` }).click();
    await owner.getByRole("checkbox", { name: "Till" }).check();
    await hears(owner, `${name} was removed. Revoked keys: Kiosk. Deleted webhooks: hooks.example.com.`, () =>
      owner.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click(),
    );
    await owner.getByText(email).waitFor({ state: "detached" });
    const keys = await service.store.keys.list(team);
    assert.deepEqual(
      keys.filter(({ revokedAt }) => revokedAt === null).map((key) => key.name),
      ["Till"],
    );
    await guest.getByRole("button", { name: "Cancel" }).click();
    await hears(guest, "You are no longer a member of Café Mosaic.", () =>
      guest.getByRole("link", { name: "Looks" }).click(),
    );
    await guest.getByRole("link", { name: "People" }).click();
    await guest.getByText("Only you so far.").waitFor();
  });

  it("is renamed, deleted, and restored, and gives a code to another one", async () => {
    const owner = await newPage();
    const { name, workspaceId } = await signIn(owner, service);
    await owner.goto(`${service.url}/app/settings`);
    await field(owner, "Name").fill("Café Mosaic");
    const general = owner.getByRole("region", { name: "General" });
    await hears(owner, "Saved.", () => general.getByRole("button", { name: "Save" }).click());
    await owner.getByRole("button", { name: "Workspace Café Mosaic" }).waitFor();
    await owner.getByRole("button", { name: "Delete workspace…" }).click();
    await owner.getByRole("dialog").getByRole("button", { name: "Delete workspace" }).click();
    await owner.getByRole("button", { name: `Workspace ${name}` }).waitFor();
    await owner.getByRole("button", { name: "Restore Café Mosaic" }).click();
    await owner.getByRole("button", { name: "Workspace Café Mosaic" }).waitFor();

    const headers = { origin: service.url, "tessera-workspace": workspaceId };
    const data = { name: "Menu", content: "https://example.com" };
    const made = await owner.request.post(`${service.url}/api/dashboard/qrcodes`, { data, headers });
    await owner.goto(`${service.url}/app/codes/${(await made.json()).id}`);
    await owner.getByRole("button", { name: "More for Menu" }).click();
    await owner.getByRole("menuitem", { name: "Move to another workspace…" }).click();
    await hears(owner, `“Menu” was moved to ${name}.`, () =>
      owner.getByRole("dialog").getByRole("button", { name: "Move" }).click(),
    );
    await owner.getByRole("heading", { name: "Create your first code" }).waitFor();
    await owner.getByRole("link", { name: "Settings" }).click();
    await owner.getByRole("link", { name: "Audit log" }).click();
    await owner.getByRole("cell", { name: "Moved code “Menu” to another workspace" }).waitFor();
    await owner.getByRole("cell", { name: "Deleted the workspace" }).waitFor();
  });

  it("shows a viewer what they may see, no button that would be refused, and why", async () => {
    const [owner, guest] = [await newPage(), await newPage()];
    const { workspaceId, name } = await signIn(owner, service);
    const { id: guestId } = await signIn(guest, service);
    await service.store.workspaces.change(workspaceId, { name: "Café Mosaic" }, Date.now());
    await service.store.workspaces.join(workspaceId, guestId, "viewer", Date.now());
    const ask = (method: string, path: string, data?: object) =>
      owner.request.fetch(`${service.url}/api/dashboard${path}`, {
        method,
        headers: { origin: service.url, "sec-fetch-site": "same-origin" },
        ...(data && { data }),
      });
    const make = async (path: string, data: object) => (await ask("POST", path, data)).json();
    const { id } = await make("/qrcodes", { name: "Menu", content: "https://example.com/1" });
    await ask("PATCH", `/qrcodes/${id}`, { content: "https://example.com/2" });
    const gone = await make("/qrcodes", { name: "Gone", content: "https://example.com/3" });
    await ask("DELETE", `/qrcodes/${gone.id}`);
    await make("/examples", {});
    await make("/styles", { name: "Ours", style: {} });
    await make("/keys", { name: "Till", scope: "full", endsAt: null });
    await make("/webhooks", { url: "https://hooks.example.com/", events: ["qrcode.created"] });

    await guest.goto(`${service.url}/app/settings/you`);
    await guest.getByRole("heading", { name: "Settings", exact: true }).waitFor();
    await guest.evaluate((open) => sessionStorage.setItem("tessera.workspace", open), workspaceId);
    for (const [path, labels] of Object.entries(CHANGING)) {
      const to = `${service.url}/app${path.replace(":id", id)}`;
      const names = labels.map((label) => new RegExp(`^${label}`));
      const buttons = (page: Page) =>
        names.map((name) => page.getByRole("main").getByText(name).or(page.getByRole("main").getByLabel(name)));
      await owner.goto(to);
      for (const button of buttons(owner)) await button.first().waitFor();
      await guest.goto(to);
      await guest.getByRole("button", { name: "Workspace Café Mosaic Viewer" }).waitFor();
      await guest.locator("main :is(h1, h2)").first().waitFor();
      await guest.waitForLoadState("networkidle");
      for (const [i, button] of buttons(guest).entries())
        assert.equal(await button.count(), 0, `${path}: ${labels[i]}`);
    }
    await guest.goto(`${service.url}/app/keys`);
    await guest.getByText(`By ${name}`).waitFor();
    await guest.goto(`${service.url}/app/codes/new`);
    await guest.getByRole("heading", { name: "Only for editors" }).waitFor();
  });
});
