import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { decode } from "../../src/rendering/decode.ts";
import { unzip } from "../dashboard/unzip.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { objections } from "./axe.ts";
import { type Desk, hears, openDesk, signIn } from "./support.ts";

const COUNT = 30;
const nameOf = (i: number) => `Poster ${String(i).padStart(2, "0")}`;
const desk = await openDesk();

describe("a selection in the list", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let phone: Page;
  let workspaceId: string;
  let ids: string[];
  let tokens: string[];
  const show = async (on: Page, query: string) => {
    await on.goto(`${service.url}/app/codes?${query}`);
    await on
      .getByRole("link", { name: /Poster/ })
      .first()
      .waitFor();
  };
  const box = (i: number) => page.getByRole("checkbox", { name: `Select ${nameOf(i)}` });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const selected = (count: number, on = page) => on.getByText(`${count} selected`, { exact: true }).waitFor();
  const paused = async () => {
    const found = await service.store.codes.findMany(workspaceId, ids);
    return found
      .filter(({ isPublic }) => !isPublic)
      .map(({ name }) => name)
      .sort();
  };
  const save = async (press: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent("download"), press()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };

  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 900 } });
    ({ workspaceId } = await signIn(page, service));
    const made = Array.from({ length: COUNT }, (_, i) =>
      newCode(workspaceId, Date.now(), { name: nameOf(i), category: i % 2 ? "Odd" : "Even" }),
    );
    for (const code of made) await service.store.codes.create(code);
    ids = made.map(({ id }) => id);
    tokens = made.map(({ token }) => token);
    phone = await newPage({
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
    });
  });
  after(close);

  it("selects a range, and pausing it is undone exactly", async () => {
    await service.store.codes.update(workspaceId, ids[2]!, Date.now(), () => ({ isPublic: false }));
    await show(page, "sort=name");
    assert.equal(await page.getByRole("region", { name: "Selected codes" }).count(), 0);
    await box(1).check();
    await box(4).click({ modifiers: ["Shift"] });
    await selected(4);
    await hears(page, "3 codes paused. 1 unchanged.", () => button("Pause").click());
    assert.deepEqual(await paused(), [1, 2, 3, 4].map(nameOf));
    await hears(page, "3 codes changed back.", () => button("Undo").click());
    assert.deepEqual(await paused(), [nameOf(2)]);
    assert.deepEqual(await objections(page), []);
  });

  it("opens its menu above notices, and at the bar when the page scrolls", async () => {
    await show(page, "sort=name");
    await box(1).check();
    await hears(page, "1 code paused.", () => button("Pause").click());
    await button("More actions").click();
    await page.getByRole("menuitem").first().waitFor();
    const met = await page.evaluate(`[...document.querySelectorAll("[role=menuitem]")].map((item) => {
      const { x, y, width, height } = item.getBoundingClientRect();
      return item.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })`);
    assert.deepEqual(met, Array(4).fill(true), "by a click in the middle of each");
    const moved = await page.evaluate(`(() => {
      const menu = document.querySelector("[role=menu]");
      const { y } = menu.getBoundingClientRect();
      scrollBy(0, 200);
      return { page: scrollY, menu: menu.getBoundingClientRect().y - y };
    })()`);
    assert.deepEqual(moved, { page: 200, menu: 0 });
    await service.store.codes.update(workspaceId, ids[1]!, Date.now(), () => ({ isPublic: true }));
  });

  it("continues over pages and sort orders, by the keyboard too, and ends with another filter", async () => {
    await show(page, "sort=name");
    await page.getByRole("link", { name: nameOf(0) }).focus();
    await page.keyboard.press("x");
    await selected(1);
    await page.getByRole("link", { name: nameOf(2) }).focus();
    await page.keyboard.press("Shift+X");
    await selected(3);
    await button("Page 2").click();
    await box(25).check();
    await selected(4);
    await button("Page 1").click();
    assert.ok(await box(1).isChecked());
    await page.getByRole("combobox", { name: "Order" }).selectOption("Expiring soonest");
    await page.waitForURL(/sort=expires/);
    await selected(4);
    await hears(page, "4 codes no longer selected, because the filters changed.", () =>
      page.getByLabel("Search by name, destination or link").fill("Poster 1"),
    );
    await page.getByRole("region", { name: "Selected codes" }).waitFor({ state: "detached" });
    await box(11).check();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Selected codes" }).waitFor({ state: "detached" });
  });

  it("includes all matches, deletes them, and undoes that", async () => {
    const odd = (await service.store.tags.list(workspaceId)).find(({ name }) => name === "Odd")!;
    await show(page, `sort=name&tag=${odd.id}&limit=20`);
    await box(1).check();
    await button("Select all 15").waitFor();
    const cut = await page.evaluate(`[...document.querySelectorAll("[data-bar] button, [data-bar] span")]
      .filter((words) => words.scrollWidth > words.clientWidth).map((words) => words.textContent)`);
    assert.deepEqual(cut, [], "all words are visible");
    for (const width of [1440, 1280, 1000, 800]) {
      await page.setViewportSize({ width, height: 900 });
      await eventually(async () => {
        const { height, width: wide } = (await page.getByRole("region", { name: "Selected codes" }).boundingBox())!;
        assert.ok(height <= 56 && wide < width, `${wide} by ${height} px in ${width} px`);
        assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
      });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await button("Select all 15").click();
    await selected(15);
    await button("Delete").click();
    await hears(page, "15 codes moved to the bin.", () => button("Delete 15 codes").click());
    const left = await service.store.codes.findMany(workspaceId, ids);
    assert.ok(left.length === 15 && left.every(({ category }) => category === "Even"));
    await hears(page, "15 codes restored, with all scans.", () => button("Undo").last().click());
    assert.equal((await service.store.codes.findMany(workspaceId, ids)).length, COUNT);
  });

  it("is restored from the bin at once", async () => {
    await service.store.codes.removeMany(workspaceId, ids.slice(0, 25), Date.now());
    await page.goto(`${service.url}/app/codes?state=deleted`);
    await box(24).check();
    await selected(1);
    await button("Select all 25").click();
    await selected(25);
    assert.deepEqual(await objections(page), []);
    const bar = page.getByRole("region", { name: "Selected codes" });
    await hears(page, "25 codes restored, with all scans.", () =>
      bar.getByRole("button", { name: "Restore", exact: true }).click(),
    );
    await page.getByText("The bin is empty").waitFor();
    assert.equal((await service.store.codes.findMany(workspaceId, ids)).length, COUNT);
  });

  it("is saved as a ZIP of readable pictures, and as a sheet to print", async () => {
    const content = "WIFI:T:WPA;S:Mosaic;P:tesserae;;";
    await service.store.codes.create(newCode(workspaceId, Date.now(), { name: "Guests", type: "wifi", content }));
    const holdsNetwork = page.getByText("1 Wi-Fi code contains the network itself.");
    await show(page, "sort=name");
    await page.getByRole("checkbox", { name: "Select Guests" }).check();
    await box(0).check();
    await box(2).click({ modifiers: ["Shift"] });
    await button("Download").click();
    await page.getByLabel("Pixels").fill("512");
    await holdsNetwork.waitFor();
    const zip = await save(() => button("Download ZIP").click());
    assert.equal(zip.name, "codes.zip");
    const files = unzip(zip.bytes);
    const guests = "Guests (content).png";
    assert.deepEqual([...files.keys()].sort(), [guests, ...[0, 1, 2].map((i) => `${nameOf(i)}.png`), "index.csv"]);
    assert.equal(await decode(files.get(guests)!), content);
    for (const i of [0, 1, 2]) {
      const text = await decode(files.get(`${nameOf(i)}.png`)!);
      assert.equal(text?.toLowerCase(), `${service.url}/r/${tokens[i]}`);
    }
    await button("Print").click();
    const dialog = page.getByRole("dialog", { name: "Print 4 codes" });
    await dialog.getByText("4 labels on 1 page").waitFor();
    await holdsNetwork.waitFor();
    assert.deepEqual(await objections(page), []);
    await dialog.getByRole("combobox", { name: "Sheet" }).click();
    await page.getByRole("option", { name: /Avery L7160/ }).click();
    await dialog.getByLabel("Start at label").fill("20");
    await dialog.getByText("4 labels on 2 pages").waitFor();
    const sheet = await save(() => button("Download PDF").click());
    assert.equal(sheet.name, "codes.pdf");
    assert.match(sheet.bytes.toString("latin1"), /^%PDF-1\.4\n[\s\S]*\/Count 2[\s\S]*%%EOF\n$/);
  });

  it("begins with a button on a phone, where a tap anywhere selects a code", async () => {
    await show(phone, "sort=name");
    await phone.getByRole("button", { name: "Select", exact: true }).tap();
    await phone.getByText("Choose codes").waitFor();
    for (const i of [0, 1]) {
      await phone.locator("li", { has: phone.getByRole("link", { name: nameOf(i) }) }).tap();
    }
    await selected(2, phone);
    await eventually(async () => assert.deepEqual(await objections(phone), []));
    await phone.getByRole("button", { name: "Actions" }).tap();
    await hears(phone, "2 codes added to favourites.", () =>
      phone.getByRole("menuitem", { name: "Add to favourites" }).tap(),
    );
    const [first] = await service.store.codes.findMany(workspaceId, ids.slice(0, 1));
    assert.equal(first?.isFavorite, true);
    await phone.getByRole("button", { name: "Clear selection" }).tap();
    await phone.getByRole("region", { name: "Selected codes" }).waitFor({ state: "detached" });
  });
});
