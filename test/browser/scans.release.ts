import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { createKeys } from "../../src/keys/service.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { ANDROID, PHONE } from "../support/fixtures.ts";
import { type Desk, openDesk, signIn } from "./support.ts";

interface Insights {
  scans: number;
  countries: number;
  byOs: { os: string; scans: number }[];
}

const desk = await openDesk();

describe("a code's page", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let code: { id: string; shareUrl: string };
  let ask: (path: string, init?: RequestInit) => Promise<Response>;
  before(async () => {
    page = await newPage();
    const owner = await signIn(page, service);
    const clock = createSystemClock();
    const keys = createKeys({ store: service.store, clock, createId: createIds(clock.now) });
    const { text } = await keys.create({ workspaceId: owner.workspaceId, userId: owner.id }, "test");
    const headers = { authorization: `Bearer ${text}`, "content-type": "application/json" };
    ask = (path, init) => fetch(`${service.url}/api/v1/qrcodes${path}`, { ...init, headers });
    const body = JSON.stringify({ name: "Poster", content: "https://example.com" });
    code = (await (await ask("", { method: "POST", body })).json()) as typeof code;
  });
  after(close);

  const scan = (agent: string, headers = {}) =>
    fetch(code.shareUrl, { redirect: "manual", headers: { "user-agent": agent, ...headers } });

  it("shows the numbers of the API, and explains what was not counted", async () => {
    await scan(PHONE);
    for (let i = 0; i < 4; i++) await scan(ANDROID);
    await scan(ANDROID, { "sec-purpose": "prefetch" });
    await eventually(async () => {
      assert.match(await (await ask(`/${code.id}/traffic`)).text(), /"prefetch"/);
    });
    await page.goto(`${service.url}/app/codes/${code.id}`);
    const insights = (await (await ask(`/${code.id}/insights`)).json()) as Insights;
    assert.equal(insights.scans, 5);
    const shown = (label: string) => page.locator(`[data-number="${label}"]`).textContent();
    await page.locator("[data-number]").first().waitFor();
    assert.equal(await shown("Scans"), "5");
    assert.equal(await shown("Countries"), String(insights.countries));
    await page.getByText("System", { exact: true }).click();
    for (const { os, scans } of insights.byOs) {
      const name = `${os} ${scans} scan${scans === 1 ? "" : "s"}`;
      await page.getByRole("region", { name: "Devices" }).getByRole("button", { name }).waitFor();
    }
    await page.getByText("1 of 6 visits was not counted").waitFor();
    await page.getByRole("button", { name: "Why?" }).click();
    await page.getByText("A browser loaded the page in advance").waitFor();
  });

  it("draws the requested number of days", async () => {
    await page.getByRole("button", { name: /^Period/ }).click();
    await page.getByRole("button", { name: "Last 90 days" }).click();
    await page.waitForURL(/period=90d/);
    await page.locator("[data-running] [data-bar]").waitFor();
    await page.getByRole("tab", { name: "Scans" }).click();
    const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }).format();
    await page.getByRole("rowheader", { name: today }).waitFor();
    assert.equal(await page.getByRole("cell", { name: today }).count(), 0, "the day is announced once");
  });

  it("pauses, activates and duplicates", async () => {
    const more = () => page.getByRole("button", { name: "More for Poster", exact: true }).click();
    await more();
    // What has a button of its own is not repeated in the menu; a phone has none for tags.
    assert.deepEqual(await page.getByRole("menuitem").allTextContents(), [
      "Print…",
      "Change look…",
      "Tags…",
      "Title for visitors…",
      "When paused or expired…",
      "Duplicate",
      "Pause",
      "Delete…",
    ]);
    await page.getByRole("menuitem", { name: "Pause", exact: true }).click();
    await page.getByText("Visitors cannot open it, scans are not counted").waitFor();
    assert.equal((await scan(PHONE)).status, 404);
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByText(/Works until/).waitFor();
    await more();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByRole("heading", { name: "Poster (copy)" }).waitFor();
  });
});
