import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually, until } from "../support/eventually.ts";
import { type Desk, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

describe("the list of codes", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let asked = 0;
  before(async () => {
    page = await newPage();
    await page.clock.install();
    await signIn(page, service);
  });
  after(close);

  /** Shows what the server would return for an account with very many codes. */
  async function show(query: string, list: object): Promise<void> {
    await page.unroute("**/api/dashboard/codes?*");
    await page.route("**/api/dashboard/codes?*", (route) => {
      asked += 1;
      return route.fulfill({ json: { codes: [], more: true, ...list } });
    });
    await page.goto(`${service.url}/app/codes?${query}`);
  }

  it("says correctly that only the newest were searched, and how to search further", async () => {
    await show("q=zq", { total: 0, stopped: true });
    await page.getByRole("heading", { name: "No codes match “zq”" }).waitFor();
    await page.getByText("Search for three letters or more").waitFor();
    await show("q=lantern", { total: 0, stopped: true });
    await page.getByText("Only the newest codes were searched. Try other words").waitFor();
    assert.equal(await page.getByText("Search for three letters or more").count(), 0);
  });

  it("requests a search once, and the plain list repeatedly", async () => {
    for (const [query, again] of [
      ["q=lantern", false],
      ["type=url", true],
    ] as const) {
      await show(query, { total: 10_000, stopped: false });
      await page.getByText("More than 10,000 codes").waitFor();
      const before = asked;
      await page.clock.runFor(65_000);
      if (again) await until(() => asked > before);
      // It is sent after the page's earlier requests, and so arrives after them.
      await page.evaluate("fetch('/api/dashboard/codes?last').then((answer) => answer.text())");
      assert.equal(asked > before + 1, again, query);
    }
  });

  it("lets the user go to a page whose script is loading, with a search that is not sent yet", async (t) => {
    t.after(() => page.clock.resume());
    await show("", { total: 10_000, stopped: false });
    await page.getByText("More than 10,000 codes").waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/looks-page*", async (route) => {
      await released;
      await route.continue();
    });
    const asked = page.waitForRequest("**/assets/looks-page*");
    await page.clock.pauseAt(await page.evaluate<number>("Date.now() + 1000"));
    await page.getByLabel("Search by name, destination or link").fill("lantern");
    await page.getByRole("link", { name: "Looks" }).click();
    await asked;
    await page.clock.runFor(1000);
    release();
    await page.getByRole("heading", { name: "Looks", level: 1 }).waitFor();
    assert.match(page.url(), /\/looks$/);
  });

  it("keeps its pages on one line on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await show("page=250", { total: 10_000, stopped: false });
    await eventually(async () => {
      const { height } = (await page.locator(".mantine-Pagination-root").boundingBox())!;
      assert.ok(height < 40, `${height} px high`);
    });
  });
});
