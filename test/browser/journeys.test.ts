/** What a person does in the dashboard, from end to end, at one desk and signed in once. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { createCanvas } from "@napi-rs/canvas";
import type { Page } from "playwright-core";
import { decode } from "../../src/rendering/decode.ts";
import { readPng } from "../rendering/support/pictures.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually, until } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { objections } from "./axe.ts";
import { addPerson, type Desk, field, go, hears, inField, openDesk, signIn, toLook } from "./support.ts";

const desk = await openDesk();

describe("a person", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 900 } });
    await signIn(page, service);
    await page.goto(`${service.url}/app/codes`);
  });
  after(close);

  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
  const show = async (path: string, title: string) => {
    await go(page, `/app${path}`);
    await heading(title);
  };
  const make = async (body: object) => {
    const answer = await page.request.post(`${service.url}/api/dashboard/qrcodes`, {
      data: { content: "https://example.com/menu", ...body },
      headers: { origin: service.url },
    });
    assert.equal(answer.status(), 201);
    return (await answer.json()) as { id: string; shareUrl: string; shareToken: string };
  };
  const get = <T>(path: string): Promise<T> =>
    page.evaluate(`fetch("/api/dashboard${path}").then((answer) => answer.json())`);
  const choose = async (name: string, item: string) => {
    await button(`More for ${name}`).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  const saved = async (press: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent("download"), press()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };

  it("creates a code with a look and a logo, is led to errors, and the code scans", async () => {
    await show("/codes/new", "New code");
    await inField(page, "content-url");
    await button("Create code").click();
    await page.getByText("Enter the address that the code should open.").waitFor();
    await inField(page, "content-url");
    await field(page, "Name").fill("Menu");
    await field(page, "Web address").fill(`${service.url}/r/abcdefghjkmn`);
    await button("Create code").click();
    await page.getByText("Must not be a share URL of this service").waitFor();
    await inField(page, "content-url");
    await toLook(page);
    await button("Create code").click();
    await inField(page, "content-url");
    await field(page, "Web address").fill("example.com/menu");
    await toLook(page);
    const canvas = createCanvas(64, 64);
    canvas.getContext("2d").fillRect(8, 8, 48, 48);
    await page
      .getByLabel("Logo file", { exact: true })
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: canvas.toBuffer("image/png") });
    await page.getByRole("radio", { name: "Logo 1 of 1", checked: true }).waitFor();
    await page.getByRole("radiogroup", { name: "Dots" }).getByRole("radio", { name: "Round", exact: true }).click();
    await button("Undo look change").click();
    const dots = page.getByRole("radiogroup", { name: "Dots" }).getByRole("radio", { name: "Round", exact: true });
    await eventually(async () => assert.equal(await dots.isChecked(), false));
    await button("Redo look change").click();
    await eventually(async () => assert.ok(await dots.isChecked()));
    await page.reload();
    await page.getByText("Draft restored.").waitFor();
    await button("Create code").click();
    await heading("Menu is ready");
    const id = page.url().split("/").at(-2)!;
    const style = await get<{ modules: string; logo: object | null }>(`/qrcodes/${id}/style`);
    assert.equal(style.modules, "dots");
    assert.ok(style.logo);
    const picture = await page.request.get(`${service.url}/api/dashboard/qrcodes/${id}/image?format=png&size=500`);
    const { shareUrl, errorCorrection } = await get<{ shareUrl: string; errorCorrection: string }>(`/codes/${id}`);
    assert.equal(errorCorrection, "H", "automatic, with a logo");
    assert.equal((await decode(await picture.body()))?.toLowerCase(), shareUrl.toLowerCase());
  });

  it("is asked about colours that phones cannot read before anything is saved", async () => {
    await show("/codes/new", "New code");
    await field(page, "Name").fill("Pale");
    await field(page, "Web address").fill("example.com");
    await toLook(page);
    await field(page, "Colour").fill("#ffcccc");
    await page.getByText("The two colours are too similar: their contrast is 1.4 to 1").waitFor();
    await button("Create code").click();
    const question = page.getByRole("dialog", { name: "Create it anyway?" });
    await question.getByRole("button", { name: "Make it scan" }).click();
    await question.waitFor({ state: "detached" });
    await button("Create code").click();
    await heading("Pale is ready");
    const { foregroundColor } = await get<Record<string, string>>(`/codes/${page.url().split("/").at(-2)}`);
    assert.notEqual(foregroundColor, "#ffcccc");
  });

  it("finds codes by search and filter, pauses one, deletes one, and restores it", async () => {
    for (let i = 1; i <= 21; i++) await make({ name: `Poster ${String(i).padStart(2, "0")}`, category: "Posters" });
    // Their tag was not created by this page.
    await page.goto(`${service.url}/app/codes?sort=name`);
    await button("Tags").click();
    await page.getByRole("option", { name: "Posters" }).click();
    await page.getByText("21 codes").waitFor();
    await button("Page 2").click();
    await page.getByRole("link", { name: "Poster 21" }).waitFor();
    await page.getByLabel("Search by name, destination or link").fill("Poster 07");
    await page.getByText("1 code", { exact: true }).waitFor();
    assert.match(page.url(), /q=Poster(\+|%20)07/);
    await Promise.all([
      hears(page, "Paused. Visitors cannot open it", () => choose("Poster 07", "Pause")),
      hears(page, "Undone.", () => button("Undo").click()),
    ]);
    await choose("Poster 07", "Delete…");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "No codes match “Poster 07”" }).waitFor();
    await show("/codes?state=deleted", "Bin");
    await hears(page, "“Poster 07” was restored", () => button("Restore Poster 07").click());
  });

  it("sees a code's scans arrive, changes its destination, and restores the previous one", async () => {
    const { id, shareUrl } = await make({ name: "Watched", content: "https://example.com/spring" });
    const scan = () => fetch(shareUrl, { redirect: "manual", headers: { "user-agent": PHONE } });
    await show(`/codes/${id}`, "Watched");
    await page.locator("[data-live]").waitFor();
    await page.getByRole("heading", { name: "No scans yet" }).waitFor();
    await scan();
    await page
      .locator("[data-live]")
      .getByText(/, just now$/)
      .waitFor();
    await page.locator('[data-number="Scans"]', { hasText: "1" }).waitFor();
    await page.locator("[data-running] [data-bar]").waitFor();
    assert.deepEqual(await objections(page), []);
    await button("Change destination").click();
    await field(page, "Web address").fill("example.com/summer");
    await page.keyboard.press("Enter");
    const leads = page.getByRole("region", { name: "Leads to" });
    await leads.getByText("example.com/summer").waitFor();
    assert.equal((await scan()).headers.get("location"), "https://example.com/summer");
    await page.getByRole("tab", { name: "History" }).click();
    const history = page.getByRole("list", { name: "Destinations, newest first" }).locator("> li");
    await history
      .nth(1)
      .getByRole("button", { name: /^Restore/ })
      .click();
    await leads.getByText("example.com/spring").waitFor();
    assert.equal((await scan()).headers.get("location"), "https://example.com/spring");
    await page.getByRole("tab", { name: "Scans" }).click();
    await page.getByRole("cell", { name: "iOS" }).first().waitFor();
    const { name } = await saved(() => page.getByRole("link", { name: "CSV of these scans" }).click());
    assert.match(name, /^Watched scans \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$/);
    assert.deepEqual(await objections(page), []);
  });

  it("downloads a picture in the typed size, and prints labels", async () => {
    const { shareToken } = await make({ name: "Printed: Café 1/2" });
    await show("/codes?q=Printed", "Codes");
    await choose("Printed: Café 1/2", "Download…");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Printed width").fill("60");
    await eventually(async () => assert.equal(await dialog.getByLabel("Pixels").inputValue(), "709"));
    const file = await saved(() => page.getByRole("link", { name: "Download PNG" }).click());
    assert.equal(file.name, "Printed Café 1 2.png");
    assert.equal(readPng(file.bytes).size, 709);
    assert.equal(file.bytes.readUInt32BE(file.bytes.indexOf("pHYs") + 4), Math.round(709 / 0.06), "300 dots an inch");
    assert.equal((await decode(file.bytes))?.toLowerCase(), `${service.url}/r/${shareToken}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const menuButton = page.getByRole("button", { name: "More for Printed: Café 1/2" });
    await eventually(async () => assert.ok(await menuButton.evaluate((button) => button.matches(":focus"))));
    await choose("Printed: Café 1/2", "Print…");
    await dialog.getByText(/^1 page, code \d+/).waitFor();
    await page.getByRole("radio", { name: "Table tent" }).click();
    await dialog.getByLabel("Headline").fill("メニュー");
    await dialog.getByText(/^Must be in Latin, Greek or Cyrillic letters/).waitFor();
    await dialog.getByLabel("Headline").fill("Scan for the menu");
    await dialog.getByText("Fold it along the dashed line.").waitFor();
    assert.deepEqual(await objections(page), []);
    const tent = await saved(() => button("Download PDF").click());
    assert.equal(tent.name, "Printed Café 1 2.pdf");
    assert.match(tent.bytes.toString("latin1"), /^%PDF-/);
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Printed: Café 1/2" }).focus();
    await page.keyboard.press("x");
    await button("Download").click();
    assert.equal((await saved(() => button("Download ZIP").click())).name, "codes.zip");
    await button("Clear selection").click();
  });

  it("imports a table: corrects columns, sees problems at their cells, and downloads rows that were not imported", async () => {
    await show("/import", "Import codes");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "c.csv", mimeType: "text/csv", buffer: Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1") });
    await page.getByText("This is not a CSV file.").waitFor();
    const rows = [
      "Bezeichnung;Wohin;Notiz",
      "Café;example.com/caf;Tische",
      "Bad;no address;",
      `Loop;${service.url}/r/k7mq2xw9cvpa;`,
    ];
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "c.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\r\n"), "latin1") });
    await button("Create 2 codes").waitFor();
    await page.getByRole("combobox", { name: "Notiz" }).click();
    await page.getByRole("option", { name: "Tags" }).click();
    await page.getByRole("columnheader", { name: "Tags" }).waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: "no address" })
      .getByText(/^Must be a web address/)
      .waitFor();
    assert.deepEqual(await objections(page), []);
    await button("Create 2 codes").click();
    await page.getByRole("heading", { name: "1 code created" }).waitFor();
    const failed = await saved(() => button("Download these rows (CSV)").click());
    assert.match(failed.bytes.toString(), /Bad,no address,,"?Content[\s\S]*Loop,/);
    await button("Import more").click();
    await page.getByLabel("Rows").fill("Name\tURL\nPasted\texample.com/p");
    await button("Preview").click();
    await button("Create 1 code").click();
    await page.getByRole("heading", { name: "1 code created" }).waitFor();
    await button("Import more").click();
    await page.getByLabel("Rows").fill("Name\tURL\nPasted\texample.com/p\nAnother\texample.com/p");
    await button("Preview").click();
    await page.getByText("1 row already exists").waitFor();
    assert.equal(await page.getByRole("checkbox", { name: "Create row 2" }).isChecked(), false);
    await button("Create 1 code").click();
    await page.getByRole("heading", { name: "1 code created" }).waitFor();
    await page.getByRole("link", { name: "Show codes" }).click();
    await page.getByRole("link", { name: "Pasted" }).waitFor();
    await page.getByRole("link", { name: "Café", exact: true }).waitFor();
  });

  it("creates a webhook, and a test arrives", async () => {
    const receiver = await startReceiver();
    try {
      await show("/webhooks", "Webhooks");
      await button("New webhook").first().click();
      await field(page, "URL").fill("http://user@127.0.0.1/");
      await page.getByRole("dialog").getByRole("button", { name: "Create webhook" }).click();
      await page.getByText("Must not contain a user name").waitFor();
      await field(page, "URL").fill(receiver.url);
      await page.getByRole("dialog").getByRole("button", { name: "Create webhook" }).click();
      receiver.secret = (await page.locator("[data-secret]").textContent())!;
      await button("Done").click();
      await hears(page, "Test delivered. The receiver answered 200.", () => button("Send test").click());
      await button("Deliveries").click();
      await page.locator('[data-delivery="webhook.test"] button').first().click();
      await button("Send again").click();
      await until(() => receiver.taken.length === 2);
      await button(/^More for/).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await button("Delete webhook").click();
      await page.getByText("No webhooks yet").waitFor();
    } finally {
      await receiver.close();
    }
  });

  it("gives another account a role, after confirmation", async () => {
    const { email } = await addPerson(service, "member");
    await show("/settings/accounts", "Accounts");
    await choose(email, "Make an administrator…");
    await hears(page, `${email} is now an administrator.`, () =>
      page.getByRole("dialog").getByRole("button", { name: "Make an administrator" }).click(),
    );
  });

  it("exports everything as one archive", async () => {
    await show("/settings", "Settings");
    await button("Export everything").click();
    const { name, bytes } = await saved(() => page.getByRole("link", { name: "Download" }).click());
    assert.match(name, /^tessera-\d{4}-\d\d-\d\d\.zip$/);
    assert.ok(bytes.length > 1000);
  });

  it("sees that a restart lost the export in progress", async () => {
    const nothing = { progress: null, isReady: false, problem: null };
    const gone = page.getByText("The server no longer has your export");
    await page.route("**/api/dashboard/export", (route) =>
      route.fulfill({ json: route.request().method() === "POST" ? { ...nothing, progress: 0.4 } : nothing }),
    );
    await show("/settings", "Settings");
    await button("Export everything").click();
    await button("Exporting, 40%").waitFor();
    await gone.waitFor();
    await page.unroute("**/api/dashboard/export");
    await button("Export everything").click();
    await saved(() => page.getByRole("link", { name: "Download" }).click());
    assert.equal(await gone.count(), 0);
  });

  it("works on a phone: list, menu, filters, code page and form", async () => {
    const storageState = await page.context().storageState();
    const phone = await newPage({
      storageState,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await phone.goto(`${service.url}/app/codes?sort=name`);
    await phone.getByRole("button", { name: "Filter and sort 1 chosen" }).tap();
    await phone.getByRole("switch", { name: "Favourites only" }).click();
    await phone.getByRole("button", { name: "Show codes" }).tap();
    await phone.getByRole("heading", { name: "No codes match these filters" }).waitFor();
    await phone.getByRole("button", { name: "Show all codes" }).tap();
    assert.deepEqual(await objections(phone), []);
    await phone.getByRole("button", { name: "Open the menu" }).tap();
    await phone.getByRole("link", { name: "People" }).tap();
    await phone.getByRole("heading", { name: "People", level: 1 }).waitFor();
    await go(phone, "/app/codes/new");
    await phone.getByRole("radio", { name: "Phone", exact: true }).click();
    await field(phone, "Name").fill("Desk");
    await phone.getByRole("button", { name: "Create code" }).tap();
    await inField(phone, "content-number");
    await field(phone, "Phone number").fill("+44 20 7946 0000");
    await phone.getByRole("button", { name: "Show the preview" }).tap();
    await phone.getByRole("dialog").getByText("+44 20 7946 0000").waitFor();
    await phone.keyboard.press("Escape");
    await phone.getByRole("button", { name: "Create code" }).tap();
    await phone.getByRole("heading", { name: "Desk", level: 1 }).waitFor();
  });
});
