import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import type { Page, Route } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { until } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { type Seat, sitDown } from "./frame-support.ts";
import { type Desk, field, go, hasFailed, openDesk, watchRequests } from "./support.ts";

const AWAY = { status: 504, contentType: "text/html", body: "<h1>504</h1>" };

const desk = await openDesk();

describe("scripts and answers that do not arrive", { skip: unlessOpen(desk) }, () => {
  const { close } = desk as Desk;
  let seat: Seat;
  let page: Page;
  const sit = async () => {
    seat = await sitDown(desk as Desk, 3);
    page = seat.page;
  };
  before(sit);
  // A failed test may have left its page in any state.
  afterEach((test) => (hasFailed(test) ? sit() : undefined));
  after(close);

  const heading = (name: string, of?: Page) => seat.heading(name, of);

  it("reload once when a page's script is gone, then show a message, and can be retried", async () => {
    await seat.open("/codes", "Codes");
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route("**/assets/looks-page*", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: "Looks" }).click();
    await heading("This page could not be loaded");
    assert.equal(loads, 1);
    await page.getByRole("link", { name: "People" }).click();
    await heading("People");
    await page.unroute("**/assets/looks-page*");
    await page.getByRole("link", { name: "Looks" }).click();
    // Some browsers cache the failure until the page is reloaded, others retry.
    const reload = page.getByRole("button", { name: "Reload" });
    await reload.or(page.getByRole("heading", { name: "Looks", level: 1 })).waitFor();
    if (await reload.isVisible()) await reload.click();
    await heading("Looks");
  });

  it("show that the service was updated if its document has other scripts", async () => {
    await seat.open("/codes", "Codes");
    await page.route("**/assets/members-page*", (route) => route.fulfill({ status: 404 }));
    await page.route("**/app/", (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.fulfill({ body: "new" }),
    );
    await page.getByRole("link", { name: "People" }).click();
    await heading("The service was updated");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload" }).click();
    await heading("People");
  });

  const download = async (rough: Page) => {
    await rough.getByRole("button", { name: "More for Poster 3" }).click();
    await rough.getByRole("menuitem", { name: "Download…" }).click();
  };

  it("keep the page when a dialog does not load, show a message, and open it later", async () => {
    const rough = await seat.roughPage("/codes");
    const dialog = rough.getByRole("dialog").getByText("SVG");
    let isOpen = false;
    for (const _time of ["first", "second"]) {
      await rough.context().setOffline(true);
      await download(rough);
      await rough.getByText("The service cannot be reached. Try again when it is back.").waitFor();
      await heading("Codes", rough);
      await rough.context().setOffline(false);
      await rough.getByText("You are offline.").waitFor({ state: "detached" });
      // Some browsers cache the failure until the page is reloaded, others retry.
      const shown = dialog.waitFor().then(() => true);
      const reloaded = rough.waitForEvent("load").then(() => false);
      for (const either of [shown, reloaded]) either.catch(() => {});
      await download(rough);
      isOpen = await Promise.race([shown, reloaded]);
      if (isOpen) break;
      await rough.getByText("3 codes").waitFor();
    }
    if (!isOpen) await download(rough);
    await dialog.waitFor();
  });

  it("reload once for a dialog whose script is gone, then show a message and keep the page", async () => {
    const rough = await seat.roughPage("/codes");
    await rough.route("**/assets/download-dialog*.js", (route) => route.fulfill({ status: 404 }));
    const reload = rough.waitForEvent("load");
    await download(rough);
    await reload;
    await download(rough);
    await rough.getByText("Part of this page could not be loaded.").waitFor();
    await heading("Codes", rough);
  });

  it("keep the numbers when a chart does not load", async () => {
    const answer = await page.request.get(`${seat.url}/api/dashboard/codes?limit=1`);
    const [code] = ((await answer.json()) as { codes: { id: string; shareUrl: string }[] }).codes;
    await fetch(code!.shareUrl, { headers: { "User-Agent": PHONE }, redirect: "manual" });
    const rough = await seat.roughPage("/codes");
    await rough.route("**/assets/world-map*", (route) => route.fulfill({ status: 404 }));
    const fromItaly = async (route: Route) => {
      const json = await (await route.fetch()).json();
      return route.fulfill({ json: { ...json, byCountry: [{ country: "IT", scans: 1 }] } });
    };
    await rough.route("**/insights?**", fromItaly);
    // The map is loaded when it is in sight.
    await rough.setViewportSize({ width: 1280, height: 2000 });
    await rough.getByRole("link", { name: "Poster 3", exact: true }).click();
    await rough.getByText("Part of this page could not be loaded.").waitFor();
    await rough.locator("[data-number='Scans']", { hasText: "1" }).waitFor();
    await rough.unroute("**/assets/world-map*");
    await rough.getByRole("button", { name: "Reload" }).click();
    await rough.getByRole("img", { name: /^World map/ }).waitFor();
  });

  it("affect only the path that fails: no bar, and no flood of requests", async () => {
    const rough = await seat.roughPage("/codes");
    await rough.clock.install();
    let asked = 0;
    await rough.route("**/insights?**", (route) => {
      asked += 1;
      return route.fulfill(AWAY);
    });
    const underWay = watchRequests(rough);
    let bars = 0;
    await rough.exposeFunction("barSeen", () => {
      bars += 1;
    });
    await rough.evaluate(
      "new MutationObserver(() => document.body.innerText.includes('cannot be reached. Showing') && barSeen()).observe(document.body, { childList: true, subtree: true })",
    );
    const now = () => rough.evaluate<number>("Date.now()");
    const begun = await now();
    await rough.getByRole("link", { name: "Poster 3", exact: true }).click();
    await rough.clock.runFor(3000);
    await rough.getByText("This could not be loaded").waitFor();
    for (let second = 0; second < 15; second++) {
      // Answers take none of the page's time, or a running service would seem silent.
      await until(() => underWay.size === 0);
      await rough.clock.runFor(1000);
    }
    // It is requested again every 30 seconds, and on a slow machine more than these 18 have passed.
    const most = 3 * Math.ceil(((await now()) - begun) / 30_000);
    assert.ok(asked >= 1 && asked <= most, `requested ${asked} times, at most ${most}`);
    assert.equal(bars, 0);
  });

  it("show the age of the oldest data, and request once what is missing", async () => {
    const rough = await seat.roughPage("/codes");
    await rough.clock.install({ time: new Date("2031-05-04T10:00:00Z") });
    const read = rough.waitForResponse("**/visits?**");
    await rough.getByRole("link", { name: "Poster 3", exact: true }).click();
    await rough.getByText(/^(No scans yet|When people scan)$/).waitFor();
    await read;
    // Of the data on the page, this alone is not refreshed.
    await rough.route("**/visits?**", () => {});
    const refreshed = rough.waitForResponse("**/insights?**");
    await rough.clock.fastForward("20:00");
    await refreshed;
    let asked = 0;
    rough.on("request", (request) => {
      if (request.url().includes("/codes?")) asked += 1;
    });
    await rough.context().setOffline(true);
    await rough.getByText("You are offline. Showing data from 4 May 2031, 10:00 UTC.").waitFor();
    await rough.getByRole("link", { name: "People" }).waitFor();
    await rough.evaluate(
      "history.pushState(null, '', '/app/codes?type=wifi'); dispatchEvent(new PopStateEvent('popstate'))",
    );
    await rough.getByRole("button", { name: "Try again" }).waitFor();
    assert.equal(asked, 1);
  });

  describe("on an unstable connection", () => {
    let rough: Page;
    beforeEach(async () => {
      rough = await seat.roughPage("/codes");
    });

    it("open a page that could not be loaded offline, when it is visited again later", async () => {
      await rough.context().setOffline(true);
      await rough.getByText("You are offline.").waitFor();
      await rough.getByRole("link", { name: "Looks" }).click();
      await heading("This page could not be loaded", rough);
      await rough.getByRole("link", { name: "Codes", exact: true }).click();
      await heading("Codes", rough);
      await rough.context().setOffline(false);
      await rough.getByText("You are offline.").waitFor({ state: "detached" });
      await rough.getByRole("link", { name: "Looks" }).click();
      await heading("Looks", rough);
    });

    it("show since when the browser is offline, keep loaded data, and continue automatically", async () => {
      await rough.getByRole("link", { name: "Codes", exact: true }).click();
      await rough.getByText("3 codes").waitFor();
      await rough.context().setOffline(true);
      await rough.getByText(/You are offline\. Showing data from .*\d\d:\d\d UTC\./).waitFor();
      const bar = (await rough.getByRole("status").filter({ hasText: "You are offline" }).boundingBox())!;
      const title = (await rough.getByRole("heading", { level: 1 }).boundingBox())!;
      assert.ok(title.y >= bar.y + bar.height + 8, "there is space between the bar and the page");
      await rough.getByRole("link", { name: "People" }).click();
      await heading("This page could not be loaded", rough);
      await rough.getByRole("link", { name: "Codes", exact: true }).click();
      await rough.getByText("3 codes").waitFor();
      await rough.getByRole("link", { name: "People" }).click();
      await heading("This page could not be loaded", rough);
      await rough.context().setOffline(false);
      await heading("People", rough);
      assert.equal(await rough.getByText("You are offline").count(), 0);
    });

    it("show that nothing was saved, and save when the connection is back", async () => {
      await go(rough, "/app/codes/new");
      await field(rough, "Name").fill("Written offline");
      await field(rough, "Web address").fill("example.com");
      await rough.context().setOffline(true);
      await rough.getByText("You are offline. Showing").waitFor();
      await rough.evaluate("scrollTo(0, document.body.scrollHeight)");
      await rough.getByRole("button", { name: "Create code" }).click();
      const said = rough.getByText("You are offline. Nothing was sent or saved.");
      await said.waitFor();
      const { y } = (await said.boundingBox())!;
      assert.ok(y > 0 && y < rough.viewportSize()!.height, "it is visible");
      assert.equal(await field(rough, "Name").inputValue(), "Written offline");
      await rough.context().setOffline(false);
      await rough.getByRole("button", { name: "Create code" }).click();
      await heading("Written offline", rough);
    });

    it("detect a service that is gone, and one that is back", async () => {
      await go(rough, "/app/codes");
      const favourite = rough.getByRole("button", { name: "Favourite: Poster 3" });
      await favourite.waitFor();
      await rough.route("**/api/dashboard/**", (route) => route.fulfill({ status: 502, body: "" }));
      await favourite.click();
      await rough.getByText("The service cannot be reached. Showing data from").waitFor();
      await rough.getByText("may not have been saved").waitFor();
      await rough.unrouteAll();
      await rough.evaluate("window.dispatchEvent(new Event('online'))");
      await rough.getByText("Showing data from").waitFor({ state: "detached" });
    });
  });
});
