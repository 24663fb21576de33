import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { objections } from "./axe.ts";
import { type Seat, sitDown } from "./frame-support.ts";
import { type Desk, openDesk } from "./support.ts";

const desk = await openDesk();

describe("a table of codes", { skip: unlessOpen(desk) }, () => {
  const { service, close } = desk as Desk;
  let seat: Seat;
  let page: Page;
  before(async () => {
    seat = await sitDown(desk as Desk, 0);
    await seat.page.goto(`${service.url}/app/`);
    await seat.page.getByRole("link", { name: "Import", exact: true }).click();
    await seat.heading("Import codes");
    // Where an answer that is lost may be told in the console.
    page = await seat.roughPage("/import");
  });
  after(close);

  const made = async () => {
    const rows = await service.store.auth.db
      .selectFrom("codes")
      .selectAll()
      .where("owner_id", "=", seat.user.id)
      .execute();
    return rows.sort((a: { num: number }, b: { num: number }) => a.num - b.num);
  };

  async function saved(button: string): Promise<{ name: string; text: string }> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  }

  it("is looked at before anything is made: columns guessed and put right, problems at their cells", async () => {
    const { name, text } = await saved("Example to fill in");
    assert.equal(name, "codes example.csv");
    assert.match(text, /^\ufeffName,Content,Type/);
    const rows = [
      "Bezeichnung;Wohin;Notiz",
      "Café;example.com/caf;Tische",
      "Bad;no address;Tische",
      `Loop;${service.url}/r/k7mq2xw9cvpa;`,
      "=1+1;https://example.com/x;Tische",
    ];
    await page.locator("input[type=file]").setInputFiles({
      name: "codes.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`${rows.join("\r\n")}\r\n`, "latin1"),
    });
    await page.getByRole("button", { name: "Make 3 codes" }).waitFor();
    await page.getByRole("combobox", { name: "Notiz" }).click();
    await page.getByRole("option", { name: "Category" }).click();
    await page.getByRole("columnheader", { name: "Category" }).waitFor();
    const bad = page.getByRole("row").filter({ hasText: "no address" });
    await bad.getByText(/^Must be an http or https address/).waitFor();
    assert.equal(await bad.getByRole("cell").first().textContent(), "3");
    assert.deepEqual(await made(), []);
  });

  it("fits a phone in the dark, and axe finds nothing", async () => {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("row").filter({ hasText: "no address" }).waitFor();
    const fits = "document.body.scrollWidth <= document.documentElement.clientWidth";
    assert.ok(await page.evaluate(fits));
    assert.deepEqual(await objections(page), []);
  });

  it("is made once although the first answer is lost, and what was refused is told by row", async () => {
    let asked = 0;
    await page.route("**/qrcodes/bulk", async (route) => {
      asked += 1;
      // The second makes what the first was refused for: its answer does not arrive.
      if (asked !== 2) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole("button", { name: "Make 3 codes" }).click();
    await page.getByRole("heading", { name: "2 codes made" }).waitFor();
    assert.equal(asked, 3);
    const rows = await made();
    assert.deepEqual(
      rows.map((row: Record<string, unknown>) => [row.name, row.content, row.category]),
      [
        ["Café", "example.com/caf", "Tische"],
        ["=1+1", "https://example.com/x", "Tische"],
      ],
    );
    const list = page.getByRole("region", { name: "Rows that were not made" });
    await list
      .getByRole("listitem")
      .filter({ hasText: /^Row 3 Where it leads/ })
      .waitFor();
    await list
      .getByRole("listitem")
      .filter({ hasText: /^Row 4 Where it leads/ })
      .waitFor();
    const all = await saved("Made codes as CSV");
    const [, , formula] = all.text.trimEnd().split("\r\n");
    const { token, id } = rows[1];
    assert.equal(formula, `'=1+1,https://example.com/x,url,${service.url}/r/${token},${id}`);
  });

  it("gives back what was not made, to be mended and tried again", async () => {
    const { text } = await saved("These rows as CSV");
    assert.match(text, /^\ufeffBezeichnung,Wohin,Notiz,Problem\r\nBad,no address,Tische,"?Where it leads: Must/);
    await page.getByRole("button", { name: "Import more" }).click();
    await page.getByLabel("Rows").fill("Name\tURL\nPasted\texample.com/p");
    await page.getByRole("button", { name: "Look at the rows" }).click();
    await page.getByRole("button", { name: "Make 1 code" }).click();
    await page.getByRole("heading", { name: "1 code made" }).waitFor();
    await page.getByRole("link", { name: "See the codes" }).click();
    await page.getByRole("link", { name: "Pasted" }).waitFor();
  });
});
