import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createCodes } from "../../src/codes/service.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { VisitorView } from "../../src/sharing/pages/view.ts";
import { pagesFor } from "../share-pages/every-page.ts";
import { PLAIN } from "../share-pages/view.ts";
import { addWorkspace, WORKSPACE } from "../store/support.ts";
import { unlessOpen } from "../support/browser.ts";
import { DRAFT } from "../support/fixtures.ts";
import { objections } from "./axe.ts";
import { type Desk, openDesk } from "./support.ts";

const brandOf = (color: `#${string}`) =>
  ({ name: "Städtische Verkehrsbetriebe", color, logo: "data:,", showFooter: true }) as const;

const VIEWS: [string, VisitorView][] = [
  ["without a brand", PLAIN],
  ["in terracotta", { ...PLAIN, brand: brandOf("#9c4221"), title: "Reserve a table", text: "From 8:00 to 18:00" }],
  ["in yellow, in German", { ...PLAIN, brand: brandOf("#ffff00"), language: "de" }],
  ["in grey, in Arabic", { ...PLAIN, brand: brandOf("#777777"), language: "ar" }],
  ["in black, in Japanese", { ...PLAIN, brand: brandOf("#000000"), language: "ja" }],
];

describe("what visitors see", async () => {
  const desk = (await openDesk()) as Desk;
  if (!desk) return void it("needs a browser", { skip: unlessOpen(desk) || undefined }, () => {});
  after(desk.close);
  const clock = createSystemClock();
  const codes = createCodes({
    store: desk.service.store,
    clock,
    createId: createIds(clock.now),
    lifetimeMs: 1e10,
    scansSettled: async () => {},
  });
  before(() => addWorkspace(desk.service.store));

  for (const [name, view] of VIEWS) {
    it(`is readable and accessible ${name}, light and dark, at 320 px`, async () => {
      const page = await desk.page({ viewport: { width: 320, height: 640 } });
      for (const [kind, html] of pagesFor(view)) {
        await page.setContent(html);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const what = `${kind}, ${colorScheme}`;
          assert.deepEqual(await objections(page, { evenSlight: true }), [], what);
          assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320, what);
          const small = `[...document.querySelectorAll("a.b, button:not([hidden]), .cp:not([hidden]), .round a")]
            .filter((target) => target.getBoundingClientRect().height < 44).map((target) => target.outerHTML)`;
          assert.deepEqual(await page.evaluate(small), [], what);
        }
      }
      await page.close();
    });
  }

  it("copies the password under the page's own policy, and is complete without scripts", async () => {
    const content = "WIFI:T:WPA;S:Mosaic Guest;P:grout-and-glass;;";
    const { token } = await codes.create(WORKSPACE, { ...DRAFT, type: "wifi", content });
    const address = `${desk.service.url}/r/${token}`;
    const page = await desk.page({ permissions: ["clipboard-read", "clipboard-write"], locale: "fr-CA" });
    await page.goto(address);
    await page.getByRole("button", { name: "Copier le mot de passe" }).click();
    await page.getByRole("button", { name: "Copié" }).waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), "grout-and-glass");
    const brand = "getComputedStyle(document.querySelector('.brand')).backgroundColor";
    assert.equal(await page.evaluate(brand), "rgb(14, 90, 84)", "the policy allows the colours");

    const bare = await desk.page({ javaScriptEnabled: false });
    const requests: string[] = [];
    bare.on("request", (request) => requests.push(request.url()));
    await bare.goto(address);
    await bare.getByText("grout-and-glass").waitFor();
    assert.equal(await bare.getByRole("button").count(), 0);
    assert.deepEqual(
      requests.filter((url) => !url.startsWith("data:")),
      [address],
    );
  });
});
