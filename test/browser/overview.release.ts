import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { objections } from "./axe.ts";
import { type Desk, go, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

describe("the overview", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 900 } });
    await signIn(page, service);
  });
  after(close);

  const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  const figure = (name: string) => page.locator(`[data-number="${name}"]`);
  const make = async (body: object) => {
    const data = { content: "https://example.com/menu", ...body };
    const headers = { origin: service.url };
    const answer = await page.request.post(`${service.url}/api/dashboard/qrcodes`, { data, headers });
    assert.equal(answer.status(), 201);
    return (await answer.json()) as { id: string; shareToken: string };
  };
  const scan = async ({ shareToken }: { shareToken: string }) => {
    const headers = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148" };
    const answer = await fetch(`${service.url}/r/${shareToken}`, { redirect: "manual", headers });
    assert.equal(answer.status, 302);
  };

  it("is the first page, and leads to a first code", async () => {
    await page.goto(`${service.url}/app/`);
    await heading("Overview");
    await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
  });

  it("begins with the first scan, and shows the next as they arrive, in the list and in the figures", async () => {
    const menu = await make({ name: "Table menu", category: "Table" });
    const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const poster = await make({ name: "Poster", expiresAt });
    await page.reload();
    await heading("Overview");
    const first = region("Your first code");
    await first.getByRole("heading", { name: "Waiting for your first scan" }).waitFor();
    await scan(poster);
    await first.getByRole("heading", { name: "Your first scan" }).waitFor();
    assert.deepEqual(await objections(page), []);
    await first.getByRole("button", { name: "Show the numbers" }).click();
    await region("Live").getByRole("img", { name: "Connected", exact: true }).waitFor();
    await scan(menu);
    await scan(menu);
    await region("Live").getByRole("link", { name: "Poster" }).waitFor();
    await figure("Scans").filter({ hasText: /^3$/ }).waitFor();
    const top = region("Top codes").getByRole("listitem").getByRole("link");
    assert.equal(await top.first().getAttribute("title"), "Table menu");
    assert.equal(await top.last().getAttribute("title"), "Poster");
    assert.equal(await figure("Active codes").textContent(), "2");
    await region("Needs you").getByRole("link", { name: "Open: Poster" }).waitFor();
    assert.deepEqual(await objections(page), []);
  });

  it("follows the chosen codes and period, which are in the address", async () => {
    await page.getByRole("button", { name: "Codes: All codes" }).click();
    await page.getByLabel("Tag", { exact: true }).selectOption({ label: "Table" });
    await figure("Scans").filter({ hasText: /^2$/ }).waitFor();
    assert.match(page.url(), /\/app\/?\?tag=[0-9a-f-]+$/);
    await page.keyboard.press("Escape");
    await region("Devices").getByRole("button").first().click();
    await page.waitForURL(/device=mobile/);
    await go(page, "/app/?period=yesterday");
    await figure("Scans").filter({ hasText: /^0$/ }).waitFor();
    await page.getByText("No scans in this period.").first().waitFor();
  });

  it("shares its numbers by a link that can be revoked", async () => {
    await go(page, "/app/");
    await page.getByRole("button", { name: "Share numbers" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = (await page.locator("[data-link] a").getAttribute("href"))!;
    const reader = await newPage();
    await reader.goto(link);
    await reader.getByRole("heading", { name: "All codes" }).waitFor();
    assert.deepEqual(await objections(reader), []);
    assert.equal(await reader.getByText("Poster").count(), 0);
    const frame = (await page.locator("[data-link] code").textContent())!;
    const [width, height] = ["width", "height"].map((side) => Number(frame.match(`${side}="(\\d+)"`)?.[1]));
    await reader.setViewportSize({ width: width!, height: height! });
    await reader.goto(`${link}/chart`);
    const inside = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]";
    assert.deepEqual(await reader.evaluate(inside), [width, height]);
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog", { name: "Revoke this link?" }).getByRole("button", { name: "Revoke" }).click();
    await page.locator("[data-link]").waitFor({ state: "detached" });
    const gone = await fetch(link, { headers: { accept: "text/html" } });
    assert.equal(gone.status, 404);
  });

  it("has its place in the side bar and the palette, next to the codes", async () => {
    await page.goto(`${service.url}/app/`);
    await page.getByRole("link", { name: "Codes", exact: true }).click();
    await heading("Codes");
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "A page, a code or an action" }).fill("overview");
    await page.locator("[data-action][data-selected]", { hasText: "Overview" }).waitFor();
    await page.keyboard.press("Enter");
    await heading("Overview");
  });

  it("fits a phone and a narrow one", async () => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${service.url}/app/`);
      await region("Live").waitFor();
      await region("Countries").waitFor();
      const fitting = "document.body.scrollWidth <= document.documentElement.clientWidth";
      assert.equal(await page.evaluate(fitting), true, `at ${width}`);
      assert.deepEqual(await objections(page), [], `at ${width}`);
    }
  });
});
