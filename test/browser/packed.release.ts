import assert from "node:assert/strict";
import { it } from "node:test";
import { FLAGS, openPacked } from "../support/browser.ts";
import { PACKED_VERSION } from "../support/packed-chromium.ts";
import { where } from "../support/tools.ts";

const isPacked = process.platform === "linux" && process.arch === "x64";
where(isPacked, it)("the browser from the registry starts with only our flags and loads a second page", async (t) => {
  const browser = (await openPacked())!;
  t.after(() => browser.close());
  assert.equal(browser.version().split(".")[0], PACKED_VERSION.split(".")[0], "it is the packed one");
  assert.ok(!FLAGS.includes("--single-process"));
  for (const words of ["one", "two"]) {
    const page = await browser.newPage();
    await page.setContent(`<p style="display: inline-block">${words}</p>`);
    assert.equal(await page.textContent("p"), words);
    const box = await page.locator("p").boundingBox();
    assert.ok(box!.width > 5, "it has a font");
  }
});
