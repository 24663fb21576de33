import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { type Desk, field, go, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

/** What a person chooses and fills in, and what a scan shows. */
const TYPES: [kind: string, fields: Record<string, string>, finds: RegExp][] = [
  ["Website", { "Web address": "example.com/menu" }, /^https:\/\/example\.com\/menu$/],
  ["Text", { Text: "Grout dries in a day." }, /Grout dries in a day\./],
  ["Wi-Fi", { "Network name": "Guests;1", Password: "a:b,c, 1234" }, /Guests;1/],
  ["Contact", { "First name": "Ada", "Last name": "Lovelace", Phone: "+442079460000" }, /Ada Lovelace/],
  ["Email", { To: "ada@example.com", Subject: "Hello there" }, /ada@example\.com/],
  ["Phone", { "Phone number": "+44 20 7946 0000" }, /\+44\s?20\s?7946\s?0000/],
  ["SMS", { "Phone number": "+442079460000", Message: "A table, please" }, /A table, please/],
  ["WhatsApp", { "Phone number": "+44 20 7946 0000", Message: "Hi" }, /^https:\/\/wa\.me\/442079460000\?text=Hi$/],
  ["Place", { "Map link or coordinates": "44.4205, 12.1963", "Place name": "San Vitale" }, /San Vitale/],
  ["Social", { "Profile name or address": "@mosaic" }, /^https:\/\/www\.instagram\.com\/mosaic$/],
];

describe("creating codes of every type through its form", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage();
    await signIn(page, service);
    await page.goto(`${service.url}/app/codes`);
  });
  after(close);

  for (const [kind, fields, finds] of TYPES) {
    it(`${kind}: from the form to the share link`, async () => {
      await go(page, "/app/codes/new");
      await page.getByRole("radio", { name: kind, exact: true }).click();
      await field(page, "Name").fill(`My ${kind}`);
      for (const [label, value] of Object.entries(fields)) {
        await field(page, label).fill(value);
      }
      await page.getByRole("button", { name: "Create code" }).click();
      await page.getByRole("heading", { name: `My ${kind}`, level: 1 }).waitFor();
      const shareUrl = (await page.locator("a[href*='/r/']").first().getAttribute("href"))!;
      const answer = await fetch(shareUrl, { redirect: "manual" });
      const found = answer.headers.get("location") ?? (await answer.text());
      assert.match(found, finds);
    });
  }

  it("Place: sets and moves the pin on the map by mouse and keys", async () => {
    await go(page, "/app/codes/new");
    await page.getByRole("radio", { name: "Place", exact: true }).click();
    const where = field(page, "Map link or coordinates");
    await where.fill("44.42, 12.2");
    await page.getByRole("button", { name: "Choose on the map" }).click();
    const map = page.getByRole("application", { name: "Map to set a pin" });
    await map.getByText("Ravenna", { exact: true }).waitFor();
    await page.getByText("Pin at 44.42, 12.2, near Ravenna.").waitFor();
    await map.press("Shift+ArrowUp");
    await page.getByText("Pin at 45.07, 12.2").waitFor();
    assert.equal(await where.inputValue(), "45.07, 12.2");
    // Where a click drops it is a matter of pixels: test/dashboard/pin-view.test.ts has the sums.
    await map.click();
    await page.getByText("Pin at 45.07, 12.2").waitFor({ state: "detached" });
    assert.match(await where.inputValue(), /^4\d\.\d+, 1\d(\.\d+)?$/);
  });

  it("Wi-Fi: says that printed codes keep their network, and that joining is not counted", async () => {
    await go(page, "/app/codes/new");
    await page.getByRole("radio", { name: "Wi-Fi", exact: true }).click();
    await field(page, "Network name").fill("Mosaic".repeat(6));
    await field(page, "Password").fill("five5");
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByText("No network has a name this long").waitFor();
    await field(page, "Network name").fill("Mosaic");
    await page.getByRole("button", { name: "Create code" }).click();
    const question = page.getByRole("dialog", { name: "Create it anyway?" });
    await question.getByText("8 to 63 characters").waitFor();
    await question.getByRole("button", { name: "Go back" }).click();
    await question.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Create code" }).click();
    await question.getByRole("button", { name: "Create anyway" }).click();
    await page.getByRole("link", { name: "Go to the code" }).click();
    await page.getByRole("heading", { name: "Joining is not counted" }).waitFor();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByText("they keep the name and password they were printed with").waitFor();
    const change = page.getByText("Printed codes still join “Mosaic”");
    assert.equal(await change.count(), 0);
    await field(page, "Password").fill("longer password");
    await change.waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Network changed. Printed codes keep the previous one.").waitFor();
    await page.getByRole("link", { name: "Print new ones" }).click();
    await page.getByRole("heading", { name: "Your code is ready" }).waitFor();
  });
});
