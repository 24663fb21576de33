import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Page, Route } from "playwright-core";
import type { Static } from "typebox";
import type { CodeInsights } from "../../src/insights/insights.schema.routes.ts";
import { decode } from "../../src/rendering/decode.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { type Desk, field, go, openDesk, signIn } from "./support.ts";

type Insights = Static<typeof CodeInsights>;

interface Made {
  id: string;
  shareUrl: string;
}

/** A content of each type, its text on the page and in the row, and what opens it. */
const TYPES: [type: string, content: string, said: string[], line: string, opens: RegExp | null][] = [
  ["url", "https://a.example/menu", ["a.example/menu"], "a.example/menu", /^https:\/\/a\.example/],
  ["social", "https://x.com/ada", ["x.com/ada"], "x.com/ada", /^https:\/\/x\.com/],
  ["text", "Grout dries in a day.", ["Grout dries in a day."], "Grout dries", null],
  ["wifi", "WIFI:T:WPA;S:Guests;P:a-secret;;", ["Guests", "••••"], "Guests", null],
  ["vcard", "BEGIN:VCARD\nFN:Ada L\nTEL:+4420\nEND:VCARD", ["Ada L", "+4420"], "Ada L", null],
  ["email", "mailto:a@b.example?subject=Hi", ["a@b.example", "Hi"], "a@b.example", /^mailto:/],
  ["phone", "tel:+442079460000", ["+44 2079460000"], "+44 2079460000", /^tel:\+44/],
  ["sms", "SMSTO:+1555:A table", ["+1555", "A table"], "+1555", /^sms:\+1555/],
  ["whatsapp", "https://wa.me/15551234", ["+1 5551234"], "+1 5551234", /^https:\/\/wa\.me\/1555/],
  ["geo", "geo:1.5,2.5", ["1.5, 2.5"], "1.5, 2.5", /openstreetmap/],
];

/** What the server would return for a very busy code. */
const busy = (insights: Insights): Insights => {
  const days = 28;
  const dayBefore = (count: number) =>
    new Date(Date.parse(insights.to) - count * 86_400_000).toISOString().slice(0, 10);
  return {
    ...insights,
    scans: 12_346,
    countries: 1,
    cities: 437,
    byCountry: [
      { country: "IT", scans: 12_000 },
      { country: "Unknown", scans: 346 },
    ],
    byCity: Array.from({ length: 100 }, (_, i) => ({ country: "IT", city: `C${i}`, scans: 9 })),
    timeline: Array.from({ length: days }, (_, i) => ({
      start: dayBefore(days - 1 - i),
      scans: i === 2 ? 12_345 : i === days - 1 ? 1 : 0,
      visitors: null,
      previousScans: null,
    })),
  };
};

const desk = await openDesk();

describe("the page and the row of a code", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  const made: Record<string, Made> = {};
  let page: Page;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, service);
    for (const [type, content] of TYPES) made[type] = await make({ type, content });
    made.faint = await make({ content: "https://b.example", foregroundColor: "#cccccc" });
  });
  after(close);

  async function make(body: { type?: string; content: string; foregroundColor?: string }) {
    const name = `My ${body.type ?? "faint one"}`;
    const answer = await page.request.post(`${service.url}/api/dashboard/qrcodes`, {
      data: { name, ...body },
      headers: { origin: service.url },
    });
    assert.equal(answer.status(), 201);
    return (await answer.json()) as Made;
  }
  const open = async (name: string, page: Page) => {
    await go(page, `/app/codes/${made[name]!.id}`);
    const title = `My ${name === "faint" ? "faint one" : name}`;
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
  };
  const leads = () => page.getByRole("region", { name: "Leads to" });
  const pencil = () => leads().getByRole("button", { name: "Change destination" });
  const scan = () => fetch(made.url!.shareUrl, { redirect: "manual", headers: { "user-agent": PHONE } });
  const period = (name: string) => page.getByRole("button", { name: `Period: ${name}` });
  const running = (page: Page) => page.locator("[data-running] [data-bar]");
  const number = (label: string) => page.locator(`[data-number="${label}"]`);

  it("show where a code of each type leads, and open it", async () => {
    await page.goto(`${service.url}/app/codes`);
    for (const [type, , , line] of TYPES) {
      const row = page.getByRole("row").filter({ hasText: `My ${type}` });
      await row.locator("[data-leads-to]").filter({ hasText: line }).waitFor();
    }
    for (const [type, , said, , opens] of TYPES) {
      await open(type, page);
      const details = leads().getByRole("button", { name: "Show details" });
      if ((await details.count()) > 0) await details.click();
      for (const words of said) await leads().getByText(words).first().waitFor();
      const link = leads().getByRole("link", { name: "Open destination" });
      assert.equal(await link.count(), opens ? 1 : 0, type);
      if (opens) assert.match((await link.getAttribute("href"))!, opens);
    }
  });

  it("show how well a code scans, and how small it may be printed", async () => {
    await open("url", page);
    await page.getByText(/^Scans very well \(A\), print \d\d mm or larger$/).waitFor();
  });

  it("show a network's password only on request", async () => {
    await open("wifi", page);
    await leads().getByRole("button", { name: "Show details" }).click();
    assert.equal(await leads().getByText("a-secret").count(), 0);
    await leads().getByRole("button", { name: "Show", exact: true }).click();
    await leads().getByText("a-secret").waitFor();
  });

  it("change where a code leads in place, and show errors at the field", async () => {
    await open("url", page);
    await pencil().click();
    const box = field(page, "Web address");
    await page.locator("input[name=content-url]:focus").waitFor();
    await box.fill("javascript:alert(1)");
    await page.keyboard.press("Enter");
    await page.getByText("Enter a web address, such as example.com/menu.").waitFor();
    await box.fill(made.text!.shareUrl);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Must not be a share URL of this service").waitFor();
    assert.equal(await box.getAttribute("aria-invalid"), "true");
    await page.keyboard.press("Escape");
    await leads().getByText("a.example/menu").waitFor();
    await pencil().click();
    await box.fill("a.example/winter");
    await page.keyboard.press("Enter");
    await leads().getByText("a.example/winter").waitFor();
    const location = async () => (await fetch(made.url!.shareUrl, { redirect: "manual" })).headers.get("location");
    assert.equal(await location(), "https://a.example/winter");
    assert.equal(await page.getByRole("link", { name: "Try it" }).getAttribute("href"), "https://a.example/winter");
    await page.getByRole("button", { name: "Undo" }).click();
    await leads().getByText("a.example/menu").waitFor();
    assert.equal(await location(), "https://a.example/menu");
  });

  it("offer the share page of active codes only, and say why there is none", async () => {
    const shown = async (isPublic: boolean) => {
      await page.request.patch(`${service.url}/api/dashboard/qrcodes/${made.text!.id}`, {
        data: { isPublic },
        headers: { origin: service.url },
      });
      await page.goto(`${service.url}/app/codes/${made.text!.id}`);
      await page.getByRole("button", { name: "Share", exact: true }).click();
      return page.getByRole("menuitem", { name: "Open share page" });
    };
    const paused = await shown(false);
    assert.equal(await paused.getAttribute("aria-disabled"), "true");
    assert.equal(await paused.getAttribute("href"), null);
    const reason = "Only active codes have a share page. This one is paused.";
    assert.equal(await paused.getAttribute("aria-description"), reason);
    const href = await (await shown(true)).getAttribute("href");
    assert.equal((await fetch(new URL(href!, service.url))).status, 200);
  });

  it("change one field of many, and leave the others as they were", async () => {
    await open("wifi", page);
    await pencil().click();
    await field(page, "Password").fill("another one");
    await page.getByText("Printed codes keep the network they were printed with.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await pencil().waitFor();
    assert.match(await (await fetch(made.wifi!.shareUrl)).text(), /Guests[\s\S]*another one/);
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: /^Restore/ }).click();
    const restored = page
      .getByRole("alert")
      .filter({ hasText: "Restored. Printed codes keep the network they were printed with." });
    assert.match((await restored.getByRole("link", { name: "Print new ones" }).getAttribute("href"))!, /\/created$/);
  });

  it("warn of a code that phones cannot read, and check in the list only those at risk", async () => {
    await open("faint", page);
    const card = page.getByRole("region", { name: "The code" });
    await card.getByText("Many phones cannot read it (F)").waitFor();
    assert.equal(await card.getByText("Active", { exact: true }).count(), 0);
    await card.getByRole("link", { name: "Edit look" }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/scannability")) asked.push(request.url().split("/").at(-2)!);
    });
    await page.goto(`${service.url}/app/codes`);
    await page.getByRole("row").filter({ hasText: "My faint one" }).getByText("Hard to scan").waitFor();
    assert.equal(await page.getByText("Hard to scan").count(), 1);
    assert.deepEqual(asked, [made.faint!.id]);
  });

  it("keep the numbers of the last period, dimmed, while those of another are loaded", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (let i = 0; i < 2; i++) await scan();
    await open("url", page);
    await number("Scans").waitFor();
    await page.route("**/insights?period=today**", async (route: Route) => {
      await held;
      await route.continue();
    });
    await period("Last 4 weeks").click();
    await page.getByRole("button", { name: "Today", exact: true }).click();
    await page.getByRole("status", { name: "Loading the scans" }).waitFor();
    const dimmed = page.locator("[aria-busy=true]");
    assert.equal(await dimmed.locator('[data-interval="day"]').count(), 1);
    assert.equal(await dimmed.locator("[data-number]").count(), 4);
    release();
    await page.locator('[data-interval="hour"]').waitFor();
    await eventually(async () => assert.equal(await dimmed.count(), 0));
    assert.equal(new URL(page.url()).searchParams.get("period"), "today");
    await page.reload();
    await period("Today").waitFor();
    await page.locator('[data-interval="hour"]').waitFor();
    await page.unrouteAll();
  });

  it("draw a day of any size completely, today hatched, and list the unknown last", async () => {
    await page.route("**/insights?**", async (route) => {
      const answer = (await (await route.fetch()).json()) as Insights;
      await route.fulfill({ json: busy(answer) });
    });
    await page.goto(`${service.url}/app/codes/${made.url!.id}`);
    const axis = page.locator("[data-level]");
    await axis.first().waitFor();
    assert.deepEqual(await axis.allTextContents(), ["0", "5,000", "10,000", "15,000"]);
    const card = (await page.getByRole("region", { name: "Insights" }).boundingBox())!;
    for (const label of await axis.locator("span").all()) {
      const box = (await label.boundingBox())!;
      assert.ok(box.x >= card.x && box.y >= card.y, `${box.x} in ${card.x}`);
    }
    await page.getByText(/^Today, until/).waitFor();
    assert.equal(await page.locator("[data-start]").count(), 28);
    assert.equal(await running(page).count(), 1);
    assert.equal(await number("Countries").textContent(), "1");
    const countries = page.getByRole("region", { name: "Countries" });
    const rows = await countries.getByRole("listitem").allTextContents();
    assert.deepEqual(rows, ["Italy12,000 scans 97%", "Unknown346 scans 3%"]);
    await page.getByRole("button", { name: "Show all 437" }).click();
    await page.getByText("The first 100 of 437.").waitFor();
    await page.unrouteAll();
  });

  it("announce a day's scans by arrow keys and under the pointer", async () => {
    await page.goto(`${service.url}/app/codes/${made.url!.id}?period=7d`);
    const chart = page.getByRole("group", { name: "Scans per day" });
    const today = chart.getByRole("button").last();
    await today.focus();
    assert.match((await today.getAttribute("aria-label"))!, /^\w+day.*: \d+ scans? so far$/);
    await page.locator("[data-tip]").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("[data-tip]").count(), 0);
    await today.hover();
    await page.locator("[data-tip]").getByText("Scans").waitFor();
  });

  it("keep the head low, so that the chart is visible on a small laptop", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${service.url}/app/codes/${made.url!.id}`);
    await page.getByText(/^Scans very well/).waitFor();
    const head = (await page.getByRole("region", { name: "The code" }).boundingBox())!;
    assert.ok(head.height <= 150, `${head.height} px`);
    const notice = page.getByRole("button", { name: "Close this notice" });
    if ((await notice.count()) > 0) await notice.click();
    const chart = (await page.getByRole("group", { name: "Scans per day" }).boundingBox())!;
    assert.ok(chart.y + chart.height <= 720, `down to ${chart.y + chart.height} px`);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("announce a scan as it arrives, without moving anything", async () => {
    await page.goto(`${service.url}/app/codes/${made.url!.id}`);
    const live = page.locator("[data-live]");
    await live.waitFor();
    const place = () => page.getByRole("group", { name: "Scans per day" }).boundingBox();
    const { x, y } = (await place())!;
    await scan();
    await live.getByText(/, just now$/).waitFor();
    const { x: left, y: top } = (await place())!;
    assert.deepEqual([left, top], [x, y]);
    await page.getByRole("tab", { name: "Scans" }).click();
    assert.equal(new URL(page.url()).searchParams.get("tab"), "scans");
    const rows = page.getByRole("table").locator("[data-scan]");
    await rows.first().waitFor();
    const before = await rows.count();
    await scan();
    await eventually(async () => assert.ok((await rows.count()) > before));
  });

  it("welcome a new code with its picture, Download first, and the first scan as it arrives", async () => {
    await Promise.all([
      page.waitForResponse(/\/live(?:\?|$)/),
      page.goto(`${service.url}/app/codes/${made.social!.id}/created`),
    ]);
    await page.getByRole("heading", { level: 1, name: "My social is ready" }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download", exact: true }).click(),
    ]);
    const picture = await readFile(await file.path());
    assert.equal(file.suggestedFilename(), "My social.png");
    assert.equal((await decode(picture))?.toLowerCase(), made.social!.shareUrl.toLowerCase());
    const awaited = page.getByRole("region", { name: "Phones cannot scan it yet" });
    await awaited.getByText("which only this computer can open").waitFor();
    await fetch(made.social!.shareUrl, { redirect: "manual", headers: { "user-agent": PHONE } });
    await awaited.getByText("Scanned just now").waitFor();
    await awaited.getByText("Safari on iOS. Your code works.").waitFor();
    await page.getByRole("button", { name: "SVG or PDF for print shops" }).click();
    const dialog = page.getByRole("dialog", { name: "Download “My social”" });
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Go to the code" }).click();
    await page.getByRole("heading", { level: 1, name: "My social", exact: true }).waitFor();
    const { id } = await make({ type: "wifi", content: "WIFI:T:WPA;S:Terrace;P:a-secret;;" });
    await page.goto(`${service.url}/app/codes/${id}/created`);
    await page.getByText("Joining is not counted as a scan.").waitFor();
  });

  it("fit a phone: two wide buttons, scans as cards, no horizontal scrolling", async () => {
    const phone = await newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      storageState: await page.context().storageState(),
    });
    await phone.addInitScript("navigator.share = async (what) => { document.body.dataset.shared = what.url; }");
    await phone.goto(`${service.url}/app/codes/${made.url!.id}?tab=scans`);
    await phone.getByRole("listitem").and(phone.locator("[data-scan]")).first().waitFor();
    assert.equal(await phone.locator("table:visible").count(), 0);
    for (const name of ["Download", "Share"]) {
      const button = phone.getByRole("button", { name, exact: true });
      const box = (await button.boundingBox())!;
      assert.ok(box.width > 130 && box.height >= 44, `${name}: ${box.width} x ${box.height}`);
    }
    await phone.getByRole("button", { name: "Share", exact: true }).tap();
    await phone.getByRole("menuitem", { name: "Share with an app…" }).tap();
    await phone.locator(`body[data-shared="${made.url!.shareUrl}"]`).waitFor();
    await phone.keyboard.press("Escape");
    await phone.getByRole("tab", { name: "Insights" }).tap();
    const devices = phone.getByRole("region", { name: "Devices" });
    await devices.getByRole("listitem").first().waitFor();
    const chart = (await running(phone).boundingBox())!;
    assert.ok(chart.y + chart.height <= 844, `the chart ends at ${chart.y + chart.height}`);
    const sideways = "document.body.scrollWidth > document.documentElement.clientWidth";
    assert.equal(await phone.evaluate(sideways), false);
    await phone.getByRole("banner").getByRole("link", { name: "Codes" }).tap();
    await phone.getByRole("heading", { name: "Codes" }).waitFor();
    assert.equal(await phone.evaluate(sideways), false);
  });

  it("give a long name as many lines of a phone as it needs, without breaking a word that fits one line", async () => {
    const phone = await newPage({
      viewport: { width: 390, height: 844 },
      storageState: await page.context().storageState(),
    });
    const words = "Programme of the riverside amphitheatre".split(" ");
    await page.request.patch(`${service.url}/api/dashboard/qrcodes/${made.text!.id}`, {
      data: { name: words.join(" ") },
      headers: { origin: service.url },
    });
    await phone.goto(`${service.url}/app/codes/${made.text!.id}`);
    const heading = phone.getByRole("heading", { level: 1, name: words.join(" ") });
    await heading.waitFor();
    const lines = (await phone.evaluate(`
      const text = document.querySelector("h1").firstChild;
      const range = document.createRange();
      [...text.data.matchAll(/\\S+/g)].map(({ index, 0: word }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length;
      })
    `)) as number[];
    assert.deepEqual(
      lines,
      words.map(() => 1),
      "each word is on one line",
    );
  });
});
