import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { objections } from "./axe.ts";
import { type Desk, field, hears, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

describe("links and placements", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let id: string;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, service);
  });
  after(close);

  const placements = () => page.goto(`${service.url}/app/codes/${id}?tab=placements`);

  it("check a link while it is typed, and show it", async () => {
    await page.goto(`${service.url}/app/codes/new`);
    await field(page, "Web address").fill("example.com/menu");
    await field(page, "Link").fill("admin");
    await page.getByText("This link is reserved: choose another.").waitFor();
    await field(page, "Link").fill("-a");
    await page.getByText("Use 3 to 40 letters").waitFor();
    await field(page, "Link").fill("a-very-long-name-for-a-summer-menu-26");
    await page.getByText(/The code gets denser: \d more squares on each side/).waitFor();
    await field(page, "Link").fill("Browser-Menu");
    await page.getByText("Available. The code stays as small").waitFor();
    await button(page, "Create code").click();
    await page.waitForURL(/\/created$/);
    id = /codes\/([\da-f-]{36})/.exec(page.url())![1]!;
    await page.getByText("/r/browser-menu").first().waitFor();
  });

  it("are added from ranges, found, renamed, paused and deleted", async () => {
    await placements();
    await button(page, "Add placements").click();
    await page.getByRole("textbox", { name: "Names" }).fill("Table 1-60\nBar 7-8");
    await hears(page, "Added 62 placements.", () => button(page, "Add 62 placements").click());
    await row(page, "Bar 7").waitFor();
    await button(page, "Page 2").click();
    await row(page, "Table 60").waitFor();
    await page.getByRole("searchbox", { name: "Find a placement" }).fill("bar");
    await row(page, "Table").first().waitFor({ state: "detached" });
    assert.equal(await page.getByRole("row").count(), 3);
    await button(page, "Actions for Bar 7").click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await field(page, "Name").fill("Bar, left");
    await hears(page, "Saved.", () => button(page, "Save").click());
    await page.getByRole("checkbox", { name: "Select Bar, left" }).check();
    await hears(page, "Paused 1 placement.", () => button(page, "Pause").click());
    await row(page, "Bar, left").getByText("Paused").waitFor();
    await button(page, "Actions for Bar 8").click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await hears(page, "Deleted 1 placement.", () =>
      page.getByRole("dialog").getByRole("button", { name: "Delete" }).click(),
    );
    await row(page, "Bar 8").waitFor({ state: "detached" });
    assert.deepEqual(await objections(page), []);
  });

  it("are added from a CSV file, and refusals name the placement", async () => {
    await placements();
    await button(page, "Add placements").click();
    const csv = (text: string) => ({ name: "places.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.locator("input[type=file]").setInputFiles(csv("name,slug\nDoor,browser-door\nGate,browser-menu\n"));
    await page.getByText("2 placements in places.csv").waitFor();
    await button(page, "Add 2 placements").click();
    await page.getByText("“Gate”: the slug is taken: choose another.").waitFor();
    await button(page, "Remove file").click();
    await page.locator("input[type=file]").setInputFiles(csv("Door;browser-door\n"));
    await hears(page, "Added 1 placement.", () => button(page, "Add 1 placement").click());
    await row(page, "/r/browser-door").waitFor();
  });

  it("are ranked in the insights, and filter them", async () => {
    const answer = await page.request.get(`${service.url}/api/dashboard/codes/${id}/placements?q=table&sort=name`);
    const { placements: tables } = await answer.json();
    for (const at of [0, 0, 0, 1]) await fetch(tables[at].shareUrl, { redirect: "manual" });
    await page.goto(`${service.url}/app/codes/${id}`);
    const card = page.getByRole("region", { name: "Placements" });
    await card.getByRole("row", { name: "1–2 Table 1 3 75%" }).waitFor();
    await card.getByRole("row", { name: "1–2 Table 2 1 25%" }).waitFor();
    await card.getByRole("button", { name: "Table 1" }).click();
    await button(page, "Placement: Table 1").waitFor();
    await card.getByRole("button", { name: "Table 2" }).waitFor({ state: "detached" });
    await button(page, "Remove the filter Placement").click();
    await card.getByRole("button", { name: "Table 2" }).waitFor();
  });

  it("are named by scanning a blank copy while signed in", async () => {
    await placements();
    await button(page, "Add placements").click();
    await page.getByText("Blank copies", { exact: true }).click();
    await field(page, "How many").fill("1");
    await hears(page, "Added 1 blank copy.", () => button(page, "Add 1 blank copy").click());
    const answer = await page.request.get(`${service.url}/api/dashboard/codes/${id}/placements?sort=newest`);
    const { shareUrl, token } = (await answer.json()).placements[0];
    const phone = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.context().addCookies(await page.context().cookies());
    await phone.goto(shareUrl);
    await phone.getByRole("heading", { name: "Where is this copy?" }).waitFor();
    assert.deepEqual(await objections(phone), []);
    await field(phone, "Place").fill("Terrace");
    await button(phone, "Save").tap();
    await phone.getByRole("heading", { name: "Saved as “Terrace”" }).waitFor();
    await phone.goto(`${service.url}/app/claim/${token}`);
    await phone.getByRole("heading", { name: "This copy already has a place" }).waitFor();
    const visitor = await fetch(shareUrl, { redirect: "manual" });
    assert.equal(visitor.headers.get("location"), "https://example.com/menu");
  });

  it("are found in the list of codes by the address of one of them", async () => {
    await page.goto(`${service.url}/app/codes?q=${encodeURIComponent("HTTPS://QR.EXAMPLE.COM/R/BROWSER-DOOR")}`);
    await page.getByRole("link", { name: "example.com/menu" }).first().waitFor();
    await page.getByText("1 code", { exact: true }).waitFor();
    await page.goBack();
  });

  it("are printed on a sheet with their names", async () => {
    await placements();
    await page.getByRole("checkbox", { name: "Select Door" }).check();
    await button(page, "Print 1").click();
    await page.getByRole("menuitem", { name: "Labels, tents, posters (PDF)…" }).click();
    await page.getByText("1 label on 1 page").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download PDF").click()]);
    assert.equal(download.suggestedFilename(), "example.com menu.pdf");
  });
});
