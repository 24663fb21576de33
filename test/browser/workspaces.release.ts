import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { unlessOpen } from "../support/browser.ts";
import { type Desk, field, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

describe("two people in a workspace", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  after(close);

  it("is created, joined by a link, and opened in one tab without changing another", async () => {
    const [owner, guest] = [await newPage(), await newPage()];
    await signIn(owner, service);
    const { email, name } = await signIn(guest, service);
    await owner.goto(`${service.url}/app/members`);
    await owner.getByRole("button", { name: "New workspace" }).click();
    await field(owner, "Name").fill("Café Mosaic");
    await owner.getByRole("button", { name: "Create", exact: true }).click();
    await owner.getByText("· Café Mosaic").waitFor();
    await owner.getByRole("link", { name: "Members" }).click();
    await owner.getByText("Everyone who works in Café Mosaic.").waitFor();
    await owner.getByRole("button", { name: "Invite" }).click();
    await owner.getByRole("button", { name: "Create link" }).click();
    const link = (await owner.locator("[data-link]").textContent())!.trim();

    const other = await guest.context().newPage();
    await other.goto(`${service.url}/app/members`);
    await guest.goto(service.url + link.slice(link.indexOf("/app/")));
    await guest.getByText("You were invited to Café Mosaic as editor.").waitFor();
    await guest.getByRole("button", { name: "Join" }).click();
    await guest.getByText("· Café Mosaic").waitFor();
    await guest.getByRole("link", { name: "Members" }).click();
    await guest.getByRole("button", { name: "Leave workspace" }).waitFor();
    assert.equal(await guest.getByRole("button", { name: "Invite" }).count(), 0, "an editor invites nobody");
    await other.reload();
    await other.getByText(`Everyone who works in ${name}.`).waitFor();

    await owner.reload();
    await owner.getByText(email).waitFor();
    await owner.getByRole("button", { name: `Remove ${name}` }).click();
    await owner.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await owner.getByText(email).waitFor({ state: "detached" });
    await guest.reload();
    await guest.getByText(`Everyone who works in ${name}.`).waitFor();
  });
});
