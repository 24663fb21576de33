import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { objections } from "./axe.ts";
import { type Desk, openDesk } from "./support.ts";

const KEY = "tsr_TwrkPY1V_te239mHUfu5A1rbeuctelxWnQCyN8oAp1kagls";
/** One of each kind of thing on the page: all of it takes too long. */
const PARTS = ["header", "nav", ".lead", "#authentication", "#errors", "#createCode"];
const desk = await openDesk();

describe("the reference page", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  const asked: string[] = [];
  before(async () => {
    page = await newPage({
      viewport: { width: 1280, height: 800 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto(`${service.url}/docs`);
    page.on("request", (request) => asked.push(request.url()));
  });
  after(close);
  const request = () => page.locator("#createCode .samples pre").first();
  const current = () => page.locator("nav [aria-current]").allTextContents();

  it("copies an example, whole", async () => {
    await page.locator("#createCode").getByRole("button", { name: "Copy" }).first().click();
    await page.getByText("Copied").first().waitFor();
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    assert.equal(copied, await request().textContent());
    assert.match(copied, /^curl '.*Bearer \$TESSERA_KEY/s);
  });

  it("puts the reader's key into every example, sends it nowhere and keeps it nowhere", async () => {
    const examples = await page.locator("article").count();
    await page.getByLabel("Or your key").fill(` ${KEY}"`);
    assert.ok((await request().textContent())!.includes(`"Authorization: Bearer ${KEY}"`));
    assert.equal(await page.locator("article pre", { hasText: KEY }).count(), examples);
    assert.deepEqual(asked, []);
    const kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";
    assert.equal(await page.evaluate(kept), '[{},{},""]');
    await page.getByLabel("Or your key").fill("");
    assert.match((await request().textContent())!, /\$TESSERA_KEY/);
  });

  it("marks the section one is in", async () => {
    await page.evaluate("scrollTo(0, 0)");
    await eventually(async () => assert.deepEqual(await current(), ["Guide"]));
    await page.evaluate("document.getElementById('limits').scrollIntoView()");
    await eventually(async () => assert.deepEqual(await current(), ["Limits and headers"]));
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const last = page.locator("nav a").last();
    await eventually(async () => assert.equal(await last.getAttribute("aria-current"), "location"));
    const { y, height } = (await last.boundingBox())!;
    assert.ok(y >= 0 && y + height <= 800, "it is in sight");
  });

  it("is accessible and fits a phone", async () => {
    for (const [width, colorScheme] of [
      [1280, "light"],
      [390, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      assert.ok(await page.evaluate(`document.documentElement.scrollWidth <= ${width}`));
      assert.deepEqual(await objections(page, { parts: PARTS }), []);
    }
  });

  it("keeps the button for copying within its sample, where fingers need a larger one", async () => {
    const phone = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.goto(`${service.url}/docs`);
    const sample = phone.locator(".sample").first();
    const [button, box] = [await sample.locator("button").boundingBox(), await sample.locator("pre").boundingBox()];
    assert.ok(button!.height >= 44);
    const edge = box!.y + box!.height - (button!.y + button!.height);
    assert.ok(edge >= 2, `${edge} pixels are left below it`);
    await phone.context().close();
  });

  it("works without its script", async () => {
    const plain = await newPage({ javaScriptEnabled: false });
    await plain.goto(`${service.url}/docs`);
    assert.equal(await plain.getByRole("button").count(), 0);
    assert.equal(await plain.getByLabel("Or your key").isVisible(), false);
    await plain.getByRole("link", { name: "Dashboard" }).click();
    await plain.waitForURL(`${service.url}/app/`);
  });
});
