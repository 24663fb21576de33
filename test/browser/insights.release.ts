/** A marketer's questions to a code's page: which days, where, when, and is it better than before? */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { scanLine } from "../../src/scans/lines.ts";
import { createIds } from "../../src/shared/ids.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { settleLines } from "../support/settle.ts";
import { objections } from "./axe.ts";
import { type Desk, openDesk, signIn } from "./support.ts";

const DAY_MS = 86_400_000;
const ZONE = "Asia/Kathmandu";
const AGENTS = { phone: ["mobile", "Safari", "iOS"], tablet: ["tablet", "Chrome", "Android"] };
const PLACES = { berlin: ["DE", "Berlin", 52.5, 13.4], vienna: ["AT", "Vienna", 48.2, 16.4] };
/** Per day, in the last four weeks and in the four before. */
const LATELY = { berlin: 4, vienna: 2 };
const EARLIER = { berlin: 2, vienna: 1 };

const desk = await openDesk();

describe("insights of a code", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let path: string;
  /** Noon in the zone, so that each scan is on its day there. */
  const noon = (daysAgo: number) => {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: ZONE }).format(Date.now());
    return Date.parse(`${today}T12:00:00+05:45`) - daysAgo * DAY_MS;
  };
  const dayBefore = (daysAgo: number) => new Date(noon(daysAgo)).toISOString().slice(0, 10);

  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 720 } });
    await signIn(page, service);
    const headers = { origin: service.url };
    await page.request.patch(`${service.url}/api/dashboard/workspace`, { data: { zone: ZONE }, headers });
    const data = { name: "Poster", content: "https://example.com/menu" };
    const made = await page.request.post(`${service.url}/api/dashboard/qrcodes`, { data, headers });
    const { id } = (await made.json()) as { id: string };
    path = `/app/codes/${id}`;
    const created = noon(100);
    await service.store.auth.db.updateTable("codes").set({ created_at: created }).where("id", "=", id).execute();
    const lines: string[] = [];
    // None today and on the day it is compared with, whose scans depend on the time of day.
    for (const daysAgo of Array.from({ length: 56 }, (_, i) => i).filter((i) => i % 28 !== 0)) {
      const counts = daysAgo < 28 ? LATELY : EARLIER;
      for (const [place, count] of Object.entries(counts) as [keyof typeof PLACES, number][]) {
        for (let i = 0; i < count; i++) {
          const at = noon(daysAgo) + i;
          const agent = place === "berlin" ? AGENTS.phone : AGENTS.tablet;
          lines.push(scanLine(createIds(() => at)(), id, at, JSON.stringify(agent), JSON.stringify(PLACES[place])));
        }
      }
    }
    await settleLines(service.store, [lines.join("")]);
  });
  after(close);

  const open = async (search = "") => {
    await page.goto(`${service.url}${path}${search}`);
    await settled();
  };
  const number = (label: string) => page.locator(`[data-number="${label}"]`);
  const settled = async () => {
    await number("Scans").waitFor();
    await eventually(async () => assert.equal(await page.locator("[aria-busy=true]").count(), 0));
  };
  const shows = (label: string, value: string) => number(label).getByText(value, { exact: true }).waitFor();
  const address = () => new URL(page.url()).searchParams.toString();
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
  const bars = () => page.getByRole("group", { name: "Scans per day" }).getByRole("button");

  it("are those of four weeks against the four before, each day against the same weekday", async () => {
    await open();
    await shows("Scans", String(27 * 6));
    const trend = page.locator("[data-trend]").first();
    assert.equal(await trend.getAttribute("data-trend"), "up");
    assert.equal(await trend.getAttribute("data-certain"), "true");
    assert.match((await trend.getAttribute("title"))!, /^162 against 81: \+100%, between \+\d+% and \+\d+%$/);
    assert.equal(await bars().count(), 28);
    assert.equal(await page.locator("[data-before]").count(), 28);
    assert.equal(await page.getByText(ZONE, { exact: true }).count(), 1, "the zone is named once");
    const yesterday = (await bars().nth(26).getAttribute("aria-label"))!;
    assert.match(yesterday, /^\w+day,? \d+ \w+: 6 scans; 3 on \w+,? \d+ \w+$/);
    const [weekday, compared] = [yesterday.slice(0, 3), /on (\w{3})/.exec(yesterday)![1]];
    assert.equal(compared, weekday);
    // The first of the days with four scans: on today's weekday there were three.
    const isMonday = new Date(noon(0)).getUTCDay() === 1;
    await shows("Busiest hour", isMonday ? "Tue 12:00" : "Mon 12:00");
    assert.deepEqual(await objections(page), []);
  });

  it("are filtered by what is selected, and the filter is in the address", async () => {
    await open();
    const countries = page.getByRole("region", { name: "Countries" });
    await countries.getByRole("button", { name: /^Austria/ }).click();
    await shows("Scans", String(27 * 2));
    assert.equal(address(), "country=AT");
    assert.equal(await number("Visitors").textContent(), "–");
    await page.getByText("Not counted with a filter").waitFor();
    await button("Country: Austria").waitFor();
    await settled();
    await button("Country: Austria").click();
    await page.getByRole("checkbox", { name: /^Germany/ }).click();
    await shows("Scans", String(27 * 6));
    assert.equal(address(), "country=AT&country=DE");
    assert.deepEqual(await objections(page), []);
    await page.keyboard.press("Escape");
    await button("Remove the filter Country").click();
    await page.getByText("Tablet", { exact: true }).click();
    await shows("Scans", String(27 * 2));
    assert.equal(address(), "device=tablet");
    await page.reload();
    await shows("Scans", String(27 * 2));
    await page.goBack();
    await shows("Scans", String(27 * 6));
    // The map is loaded when it comes into sight.
    await countries.scrollIntoViewIfNeeded();
    await page.locator("path[data-country=DE]").click();
    await shows("Scans", String(27 * 4));
    assert.equal(address(), "country=DE");
  });

  it("are exported as they are shown", async () => {
    await open("?country=AT&period=7d");
    await button("Export").click();
    const csv = page.getByRole("menuitem", { name: "Cities" });
    assert.match(
      (await csv.getAttribute("href"))!,
      /\/insights\.csv\?period=7d&compare=previous&country=AT&table=city&/,
    );
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Everything" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), `Poster insights ${dayBefore(6)} ${dayBefore(0)}.json`);
    const exported = JSON.parse(await readFile(await file.path(), "utf8"));
    assert.deepEqual([exported.scans, exported.timezone], [6 * 2, ZONE]);
  });

  it("show a day alone by the keyboard, by its hours, and lead back by the arrows", async () => {
    await open("?period=7d");
    await bars().last().focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await shows("Scans", "6");
    assert.equal(address(), `from=${dayBefore(2)}&to=${dayBefore(2)}`);
    assert.equal(await page.locator('[data-interval="hour"]').count(), 1);
    await button("Later").click();
    await button("Period: Yesterday").waitFor();
    await button("Later").click();
    await button("Period: Today").waitFor();
    assert.equal(await button("Later").isDisabled(), true);
    await shows("Scans", "0");
  });

  it("are of any days in the calendar, and compared with nothing on request", async () => {
    await open(`?from=${dayBefore(9)}&to=${dayBefore(8)}`);
    await button(/^Period:/).click();
    const [first, last] = [dayBefore(13), dayBefore(3)];
    const cell = (day: string) => {
      const [year, month, date] = day.split("-").map(Number) as [number, number, number];
      const name = new Date(Date.UTC(year, month - 1)).toLocaleDateString("en-GB", { month: "long", timeZone: "UTC" });
      return page.getByRole("button", { name: `${date} ${name} ${year}`, exact: true });
    };
    await cell(first).waitFor();
    assert.deepEqual(await objections(page), []);
    await cell(first).click();
    await cell(last).click();
    await shows("Scans", String(11 * 6));
    assert.equal(address(), `from=${first}&to=${last}`);
    await button(/^Period:/).click();
    await page.getByText("Nothing", { exact: true }).click();
    await page.waitForURL(/compare=none/);
    await page.keyboard.press("Escape");
    await eventually(async () => assert.equal(await page.locator("[data-before]").count(), 0));
    assert.equal(await page.locator("[data-trend]").count(), 0);
  });

  it("are of a period chosen by the keyboard, which has the focus when it is chosen again", async () => {
    await open();
    const hasFocus = (name: string) =>
      eventually(async () => assert.equal(await page.evaluate("document.activeElement.textContent"), name));
    await button(/^Period:/).focus();
    await page.keyboard.press("Enter");
    await hasFocus("Last 4 weeks");
    // The focus trap sets it a second time, a moment later.
    await page.evaluate("new Promise((done) => setTimeout(done, 200))");
    for (const name of ["Last 30 days", "Last 90 days", "This month", "Last month"]) {
      await page.keyboard.press("Tab");
      await hasFocus(name);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/from=\d{4}-\d\d-01&to=/);
    await settled();
    await button(/^Period:/)
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.press("Enter");
    await hasFocus("Last month");
  });

  it("are filtered by hours of the week, by a cell, a day or an hour of every day", async () => {
    await open();
    const map = page.getByRole("group", { name: "Scans by hour and day of the week" });
    await map.getByRole("button", { name: /^12 to 13 o’clock every day: 162 scans$/ }).click();
    await button("Hour of the week: 12:00 every day").waitFor();
    await shows("Scans", String(27 * 6));
    await settled();
    await map.getByRole("button", { name: /^13 to 14 o’clock every day: 0 scans$/ }).click();
    await button("Hour of the week: 12:00 every day, 13:00 every day").waitFor();
    await button("Remove the filter Hour of the week").click();
    const at = (new Date(noon(1)).getUTCDay() + 6) % 7;
    await map.locator(`[data-hour="${at * 24 + 12}"]`).click();
    await shows("Scans", String(4 * 6));
    assert.equal(address(), `hour=${at * 24 + 12}`);
    await settled();
    assert.equal(await map.getByRole("button", { pressed: true }).count(), 1);
    assert.deepEqual(await objections(page), []);
    await page.getByRole("tab", { name: "Scans" }).click();
    await page.locator("[data-scan]").first().waitFor();
    assert.equal(await page.locator("[data-scan]").count(), 24);
    const csv = page.getByRole("link", { name: "CSV of these scans" });
    assert.match((await csv.getAttribute("href"))!, new RegExp(`scans\\.csv\\?period=28d&hour=${at * 24 + 12}&`));
  });

  it("name each hour of the week by the arrow keys", async () => {
    await open();
    const noonCell = page.getByRole("button", { name: /^Monday 12:00–13:00: \d+ scans$/ });
    await noonCell.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    assert.match(
      await page.evaluate<string>("document.activeElement.getAttribute('aria-label')"),
      /^Tuesday 13:00–14:00: 0 scans$/,
    );
  });

  it("have the single scans of the same period and filter, at the workspace's times", async () => {
    await open("?period=7d&device=tablet");
    await page.getByRole("tab", { name: "Scans" }).click();
    await page.getByRole("row").filter({ hasText: "12:00" }).first().waitFor();
    assert.equal(await page.locator("[data-scan]").count(), 12);
    assert.equal(await page.getByRole("cell", { name: "Vienna, Austria" }).count(), 12);
    await page.getByText(`Times are in ${ZONE}.`).waitFor();
    assert.deepEqual(await objections(page), []);
    await button(/^Period:/).click();
    await button("Today").click();
    await page.getByText("No scans match").waitFor();
    await button("Show all scans").click();
    await page.getByText("Page 1, scans 1 to 25").waitFor();
  });

  it("fit 320 pixels in the dark, with the period in a drawer", async () => {
    const phone = await newPage({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      colorScheme: "dark",
      storageState: await page.context().storageState(),
    });
    await phone.goto(`${service.url}${path}?country=DE&device=mobile`);
    await phone.locator("[data-number]").first().waitFor();
    const sideways = "document.body.scrollWidth > document.documentElement.clientWidth";
    assert.equal(await phone.evaluate(sideways), false);
    assert.deepEqual(await objections(phone), []);
    // The first tap shows the figures, the second one the day alone.
    const bar = phone.getByRole("group", { name: "Scans per day" }).getByRole("button").nth(20);
    await bar.tap();
    await phone.locator("[data-tip]").waitFor();
    assert.equal(new URL(phone.url()).searchParams.has("from"), false);
    await phone.getByRole("button", { name: /^Period:/ }).tap();
    await phone.getByRole("dialog", { name: "Period" }).getByRole("button", { name: "Last 7 days" }).tap();
    await phone.waitForURL(/period=7d/);
    assert.equal(await phone.evaluate(sideways), false);
  });
});
