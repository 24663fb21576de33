import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, describe, it } from "node:test";
import { unlessOpen } from "../support/browser.ts";
import { type Desk, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

describe("the account page", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  after(close);

  it("hands out everything as one archive, on a phone too", async () => {
    const page = await newPage({ viewport: { width: 390, height: 844 } });
    await signIn(page, service);
    await page.goto(`${service.url}/app/account`);
    const button = page.getByRole("link", { name: "Export everything" });
    const box = (await button.boundingBox())!;
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.height >= 36);
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    assert.match(download.suggestedFilename(), /^tessera-\d{4}-\d\d-\d\d\.zip$/);
    assert.ok(statSync((await download.path())!).size > 1000);
    await button.waitFor();
  });
});
