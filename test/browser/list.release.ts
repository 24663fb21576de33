import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { objections } from "./axe.ts";
import { type Desk, go, hears, openDesk, signIn } from "./support.ts";

const COUNT = 45;
const DAY_MS = 86_400_000;
const desk = await openDesk();

describe("the owner's list", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, roughPage, close } = desk as Desk;
  let page: Page;
  let workspaceId: string;
  const load = (on: Page, query = "") => on.goto(`${service.url}/app/codes?${query}`);
  const show = (query: string) => go(page, `/app/codes?${query}`);
  const names = (on: Page) => on.locator("[data-row] a[href*='/codes/']").allTextContents();
  const menu = async (name: string, item: string) => {
    await page.getByRole("button", { name: `More for ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  const find = async (name: string) => {
    const page = { sort: "newest", offset: 0, limit: 1 } as const;
    const { codes } = await service.store.codes.browse(workspaceId, { q: name }, Date.now(), page);
    return codes[0];
  };

  before(async () => {
    page = await newPage();
    ({ workspaceId } = await signIn(page, service));
    for (let i = 1; i <= COUNT; i++) {
      const name = `Poster ${String(i).padStart(2, "0")}`;
      const fixed = i === 1 ? { expiresFixed: true, expiresAt: Date.now() + 9 * DAY_MS } : {};
      await service.store.codes.create(newCode(workspaceId, Date.now(), { name, ...fixed }));
    }
  });
  after(close);

  it("begins at the top on another page, and Back returns to the previous position", async () => {
    await load(page, "sort=name");
    await page.getByRole("link", { name: "Poster 20" }).scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Page 2" }).scrollIntoViewIfNeeded();
    assert.ok(Number(await page.evaluate("scrollY")) > 200);
    await page.getByRole("button", { name: "Page 2" }).click();
    await page.getByRole("link", { name: "Poster 21" }).waitFor();
    await eventually(async () => assert.equal(await page.evaluate("scrollY"), 0));
    await page.goBack();
    await page.getByRole("link", { name: "Poster 20" }).waitFor();
    await eventually(async () => assert.ok(Number(await page.evaluate("scrollY")) > 200));
  });

  it("leads from a page that does not exist to the last one, and has a choice of page sizes", async () => {
    await show("sort=name&page=99");
    await page.getByRole("link", { name: "Poster 45" }).waitFor();
    await page.waitForURL(/page=3\b/);
    assert.equal((await names(page)).length, 5);
    await page.getByRole("combobox", { name: "Codes per page" }).selectOption("50 per page");
    await eventually(async () => assert.equal((await names(page)).length, COUNT));
    await page.waitForURL(/limit=50/);
    assert.doesNotMatch(page.url(), /page=/);
  });

  it("ignores invalid values in the address, and says so", async () => {
    await show("sort=bogus&state=gone&type=url&page=-1");
    await page.getByText("“state” and “sort” and “page” in the address are not valid").waitFor();
    await page.getByText(`${COUNT} codes`).waitFor();
    await page.getByRole("button", { name: "Close this notice" }).last().click();
    await page.getByText("in the address are").waitFor({ state: "detached" });
    assert.match(page.url(), /\?type=url$/);
  });

  it("draws no line for a code without scans", async () => {
    await show("sort=name");
    await page.getByText("0 scans in the last 28 days, including today so far").first().waitFor();
    assert.equal(await page.locator("[data-row] polyline").count(), 0);
  });

  it("undoes a pause, a favourite and a deletion", async () => {
    await show("sort=name");
    const undo = () => page.getByRole("button", { name: "Undo" }).last().click();
    await hears(page, "Visitors cannot open it", () => menu("Poster 02", "Pause"));
    assert.equal((await find("Poster 02"))?.isPublic, false);
    await undo();
    await eventually(async () => assert.equal((await find("Poster 02"))?.isPublic, true));
    await hears(page, "Added to favourites.", () => page.getByRole("button", { name: "Favourite: Poster 03" }).click());
    await undo();
    await eventually(async () => assert.equal((await find("Poster 03"))?.isFavorite, false));
    await menu("Poster 04", "Delete…");
    await page.getByRole("heading", { name: "Delete “Poster 04”?" }).waitFor();
    await page.getByText("For 30 days you can restore it from the bin").waitFor();
    await hears(page, "“Poster 04” was moved to the bin.", () =>
      page.getByRole("dialog").getByRole("button", { name: "Delete" }).click(),
    );
    assert.equal(await find("Poster 04"), undefined);
    assert.match(page.url(), /sort=name/, "the list stays as it was");
    await hears(page, "“Poster 04” was restored", () => undo());
    await page.getByRole("link", { name: "Poster 04" }).waitFor();
  });

  it("shows the latest deletions first in the bin", async () => {
    const deleted = ["Poster 07", "Poster 44", "Poster 06"];
    for (const [i, name] of deleted.entries()) {
      const { id } = (await find(name))!;
      assert.ok(await service.store.codes.remove(workspaceId, id, Date.now() - 9000 + i * 1000));
    }
    const shown = async (...numbers: string[]) => {
      const expected = numbers.map((number) => `Poster ${number}`);
      const rows = page.locator("li", { has: page.getByText("kept until") });
      await eventually(async () => {
        const texts = await rows.allTextContents();
        assert.deepEqual(
          texts.map((text) => text.slice(0, 9)),
          expected,
        );
      });
    };
    await load(page, "state=deleted");
    await shown("06", "44", "07");
    await page.getByRole("combobox", { name: "Order" }).selectOption("Newest first");
    await shown("44", "07", "06");
    for (const name of deleted) {
      await hears(page, `“${name}” was restored`, () => page.getByRole("button", { name: `Restore ${name}` }).click());
    }
  });

  it("offers Renew where it changes something, and asks before it removes a date", async () => {
    await show("sort=name");
    await page.getByRole("button", { name: "More for Poster 02" }).click();
    await page.getByRole("menuitem", { name: "Pause", exact: true }).waitFor();
    assert.equal(await page.getByRole("menuitem", { name: /Renew/ }).count(), 0);
    await page.keyboard.press("Escape");
    await menu("Poster 01", "Renew…");
    const question = page.getByRole("dialog", { name: "Renew “Poster 01”?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    assert.equal((await find("Poster 01"))?.expiresFixed, true);
    await menu("Poster 01", "Renew…");
    await hears(page, "Each scan extends it by a year.", () => question.getByRole("button", { name: "Renew" }).click());
    assert.equal((await find("Poster 01"))?.expiresFixed, false);
  });

  it("suggests another word for a search, and finds by it", async () => {
    await show("sort=name&limit=50&q=posetr+07");
    await page.getByRole("heading", { name: "No codes match “posetr 07”" }).waitFor();
    await page.getByRole("link", { name: "“poster 07”" }).click();
    await page.getByText("1 code", { exact: true }).waitFor();
    assert.deepEqual(await names(page), ["Poster 07"]);
    assert.match(page.url(), /sort=name&limit=50&q=poster(\+|%20)07$/);
    assert.equal(await page.getByLabel("Search by name, destination or link").inputValue(), "poster 07");
  });

  it("is a table of 44 px rows that can be sorted by columns, or cards, as chosen", async () => {
    await show("");
    await page.getByRole("row", { name: /Poster 45/ }).waitFor();
    const heights = await page.evaluate('[...document.querySelectorAll("[data-row]")].map((row) => row.offsetHeight)');
    assert.deepEqual(heights, Array(20).fill(44));
    const column = (name: string) => page.getByRole("columnheader", { name });
    assert.equal(await column("Name").getAttribute("aria-sort"), "none");
    await column("Name").getByRole("button").click();
    await page.waitForURL(/sort=name/);
    await page.getByRole("row", { name: /Poster 01/ }).waitFor();
    await page.locator('th[aria-sort="ascending"]', { hasText: "Name" }).waitFor();
    for (const [name, sort, direction] of [
      ["4 weeks", "scans", "descending"],
      ["Trend", "rising", "descending"],
      ["Trend", "falling", "ascending"],
      ["Last scan", "last", "descending"],
    ] as const) {
      await column(name).getByRole("button").click();
      await page.waitForURL(new RegExp(`sort=${sort}`));
      await page.locator(`th[aria-sort="${direction}"]`, { hasText: name }).waitFor();
    }
    await page.getByRole("button", { name: "Period: Last 4 weeks" }).click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await column("7 days").waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("button", { name: "Period: Last 7 days" }).waitFor();
    await page.goBack();
    await column("7 days").waitFor();
    assert.deepEqual(await objections(page), []);
    await page.locator("label", { hasText: "Cards" }).click();
    await page.getByRole("list", { name: "Codes" }).getByRole("listitem").first().waitFor();
    assert.deepEqual(await objections(page), []);
    await page.reload();
    await page.getByRole("list", { name: "Codes" }).getByRole("listitem").first().waitFor();
    await page.locator("label", { hasText: "Table" }).click();
    await page.getByRole("table", { name: "Codes" }).waitFor();
  });

  it("can be navigated with j, k and arrows, and opened with Enter", async () => {
    await load(page, "sort=name");
    const at = (i: number) => page.locator(`a:focus:text-is("Poster 0${i}")`).waitFor();
    await page.getByRole("link", { name: "Poster 01" }).waitFor();
    await page.keyboard.press("j");
    await at(1);
    for (const key of ["j", "ArrowDown", "k"]) await page.keyboard.press(key);
    await at(2);
    for (const key of ["ArrowUp", "ArrowUp", "x", "j"]) await page.keyboard.press(key);
    await at(2);
    await page.getByText("1 selected").waitFor();
    assert.ok(await page.getByRole("checkbox", { name: "Select Poster 01" }).isChecked());
    await page.getByLabel("Search by name, destination or link").focus();
    await page.keyboard.press("j");
    assert.equal(await page.getByLabel("Search by name, destination or link").inputValue(), "j", "a letter in a field");
    await load(page, "sort=name");
    await page.getByRole("link", { name: "Poster 01" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await at(2);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Poster 02", level: 1 }).waitFor();
  });

  it("has filters as chips, which the address keeps", async () => {
    await show("");
    await page.getByRole("button", { name: "Type", exact: true }).click();
    await page.getByRole("option", { name: "Wi-Fi" }).click();
    await page.waitForURL(/type=wifi/);
    await page.getByRole("heading", { name: "No codes match these filters" }).waitFor();
    await page.getByRole("button", { name: "Type: Wi-Fi" }).waitFor();
    await page.getByRole("button", { name: "Remove filter: type" }).click();
    await page.getByText(`${COUNT} codes`).waitFor();
    assert.doesNotMatch(page.url(), /type=/);
    await page.getByRole("button", { name: "Favourites", exact: true }).click();
    await page.waitForURL(/favorite=true/);
  });

  it("fits a window of 320 px, in rows of 68 px and with complete button labels", async () => {
    const phone = await newPage({
      storageState: await page.context().storageState(),
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await load(phone, "sort=name");
    await phone.getByRole("link", { name: "Poster 01" }).waitFor();
    const look = () =>
      phone.evaluate(`({
        sideways: document.documentElement.scrollWidth - innerWidth,
        rows: [...new Set([...document.querySelectorAll("[data-row]")].map((row) => row.offsetHeight))],
        cut: [...document.querySelectorAll("button")].filter((button) => button.scrollWidth > button.clientWidth + 1)
          .map((button) => button.textContent),
      })`);
    assert.deepEqual(await look(), { sideways: 0, rows: [68], cut: [] });
    await phone.getByRole("button", { name: "Select", exact: true }).tap();
    await phone.locator("[data-row]").first().tap();
    await phone.getByText("1 selected").waitFor();
    assert.deepEqual(await look(), { sideways: 0, rows: [68], cut: [] });
    await phone.getByRole("button", { name: "Clear selection" }).tap();
    await phone.getByRole("button", { name: /^Filter/ }).tap();
    await phone.getByRole("button", { name: "Show codes" }).waitFor();
    assert.deepEqual(await look(), { sideways: 0, rows: [68], cut: [] });
  });

  it("shows that the service is unavailable, and loads automatically when it is back", async () => {
    const away = await roughPage(page);
    await load(away);
    await away.getByText(`${COUNT} codes`).waitFor();
    await away.route("**/api/dashboard/codes?*", (route) => route.abort());
    await away.getByLabel("Search by name, destination or link").fill("Poster 1");
    await away.getByRole("heading", { name: "The codes cannot be loaded" }).waitFor();
    await away.unroute("**/api/dashboard/codes?*");
    await away.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))");
    await away.getByText("10 codes").waitFor();
  });
});
