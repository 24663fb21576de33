/** The look of a code in its form: shapes, frame, undo, unreadable looks, and saved looks. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import {
  button,
  create,
  drawn,
  get,
  heading,
  inGroup,
  openEditorsPage,
  openNew,
  preview,
  scan,
  styleOf,
} from "./look-support.ts";
import { type Desk, field, go, hears, inField, openDesk, toLook } from "./support.ts";

const desk = await openDesk();

describe("the look of a code", { skip: unlessOpen(desk) }, () => {
  const { service, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await openEditorsPage(desk as Desk);
  });
  after(close);

  it("changes the picture with a shape, is saved with the code, and scans", async () => {
    await openNew(page, "Dotted");
    await preview(page).getByText("Scans very well").waitFor();
    const plain = await drawn(page);
    await inGroup(page, "Dots", "Round").click();
    await eventually(async () => assert.notEqual(await drawn(page), plain));
    await page.keyboard.press("ArrowRight");
    assert.ok(await inGroup(page, "Dots", "Classy").isChecked(), "like radio buttons");
    await inGroup(page, "Frame", "Badge").click();
    await field(page, "Text in the frame").fill("Come in 汉");
    await page.getByText(/ontains "汉"/).waitFor();
    await button(page, "Create code").click();
    await inField(page, "style.frame.text");
    await field(page, "Text in the frame").fill("Come in");
    await preview(page).getByText("Scans very well").waitFor();
    const id = await create(page);
    const { modules, frame } = await styleOf(page, id);
    assert.deepEqual([modules, frame?.kind, frame?.text], ["classy", "badge", "Come in"]);
    const { shareUrl } = await get<{ shareUrl: string }>(page, `/codes/${id}`);
    const [styled, bare] = [await scan(page, service, id), await scan(page, service, id, "&style=plain")];
    assert.equal(styled.text?.toLowerCase(), shareUrl.toLowerCase());
    assert.equal(bare.text?.toLowerCase(), shareUrl.toLowerCase());
    assert.notDeepEqual(styled.bytes, bare.bytes);

    await button(page, "Download").click();
    const file = page.getByRole("link", { name: "Download PNG" });
    assert.doesNotMatch((await file.getAttribute("href"))!, /style=plain/);
    await page.getByRole("checkbox", { name: "Plain squares" }).check();
    assert.match((await file.getAttribute("href"))!, /style=plain/);
    await button(page, "Close").click();

    await go(page, `/app/codes/${id}/edit#look`);
    await inGroup(page, "Frame", "Badge").waitFor();
    assert.ok(await inGroup(page, "Frame", "Badge").isChecked());
    await page.getByRole("group", { name: "Ready-made" }).getByText("Classic").click();
    await button(page, "Save").click();
    await heading(page, "Dotted").waitFor();
    assert.equal((await styleOf(page, id)).frame, null);
  });

  it("can be undone and redone, by button and by key", async () => {
    await openNew(page, "Undone");
    const shape = (name: string) => inGroup(page, "Dots", name);
    await shape("Round").click();
    await inGroup(page, "Corners", "Leaf").click();
    await button(page, "Undo look change").click();
    assert.ok(await inGroup(page, "Corners", "Square").isChecked());
    assert.ok(await shape("Round").isChecked());
    await page.keyboard.press("Control+z");
    assert.ok(await shape("Squares").isChecked());
    await page.keyboard.press("Control+Shift+z");
    assert.ok(await shape("Round").isChecked());
    await field(page, "Colour").press("Control+z");
    assert.ok(await shape("Round").isChecked(), "a field has its own undo");
    await page.reload();
    await page.getByText("Draft restored.").waitFor();
    await toLook(page);
    assert.ok(await shape("Round").isChecked());
  });

  it("is refused if no decoder can read it, and “Make it scan” fixes it", async () => {
    await openNew(page, "Ghost");
    await inGroup(page, "Dots", "Round").click();
    await field(page, "Colour").fill("#fbfbfb");
    await preview(page).getByText("No phone can read it").waitFor();
    await button(page, "Create code").click();
    const refusal = page.getByRole("dialog", { name: "This look cannot be saved" });
    await refusal.getByRole("button", { name: "Make it scan" }).click();
    await refusal.waitFor({ state: "detached" });
    await preview(page)
      .getByText(/^Scans/)
      .waitFor();
    const id = await create(page);
    assert.equal((await styleOf(page, id)).modules, "dots");
    assert.ok((await scan(page, service, id)).text);
  });

  it("is saved by name, applied to new codes, and to existing codes", async () => {
    const { codes } = await get<{ codes: { id: string; name: string }[] }>(page, "/codes?limit=10");
    const other = codes.find(({ name }) => name === "Dotted")!;
    await openNew(page, "First");
    await inGroup(page, "Dots", "Diamonds").click();
    await button(page, "Save this look…").click();
    await field(page, "Look name").fill("Jewels");
    await page.getByRole("checkbox", { name: "Use for new codes" }).check();
    await button(page, "Save").click();
    await page.getByRole("group", { name: "Your looks" }).getByText("Jewels").waitFor();
    await create(page);
    await openNew(page, "Second");
    await eventually(async () =>
      assert.ok(await inGroup(page, "Dots", "Diamonds").isChecked(), "the look of new codes"),
    );
    const drawn: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/preview")) drawn.push(request.postData() ?? "");
    });
    await field(page, "Colour").fill("#12");
    await preview(page).getByText("A colour is incomplete").waitFor();
    await field(page, "Colour").fill("#0b5d3b");
    await eventually(async () =>
      assert.ok(drawn.some((body) => body.includes("#0b5d3b") && body.includes('"size":128'))),
    );
    assert.deepEqual(
      drawn.filter((body) => body.includes('"#12"')),
      [],
    );
    assert.equal((await styleOf(page, await create(page))).modules, "diamond");

    await go(page, "/app/looks");
    await button(page, "Actions for Jewels").click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await field(page, "Look name").fill("Gems");
    const asked = page.waitForRequest((request) => request.method() === "PATCH");
    await button(page, "Save").click();
    const renaming = (await asked).postDataJSON();
    assert.deepEqual(renaming, { name: "Gems" }, "others may change the rest");
    await page.getByRole("heading", { name: "Gems" }).waitFor();

    await go(page, "/app/codes");
    await page.getByRole("button", { name: "More for Dotted" }).click();
    await page.getByRole("menuitem", { name: "Change look…" }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "Gems" }).click();
    await hears(page, "Look changed for 1 code.", () => button(page, "Apply to 1 code").click());
    assert.equal((await styleOf(page, other.id)).modules, "diamond");
  });

  it("is saved later when it cannot be now, without a second code", async () => {
    await openNew(page, "Interrupted");
    await inGroup(page, "Dots", "Rounded").click();
    await page.evaluate(`
      const real = window.fetch;
      window.fetch = (path, init) => {
        if (init.method !== "PUT") return real(path, init);
        window.fetch = real;
        return Promise.reject(new TypeError("The request is lost."));
      };
    `);
    await button(page, "Create code").click();
    await page.getByText("The code was created, but its look is not saved yet.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Edit Interrupted" }).waitFor();
    await toLook(page);
    assert.ok(await inGroup(page, "Dots", "Rounded").isChecked());
    await button(page, "Save").click();
    await heading(page, "Interrupted").waitFor();
    const { codes } = await get<{ codes: { id: string; name: string }[] }>(page, "/codes?limit=10");
    const made = codes.filter(({ name }) => name === "Interrupted");
    assert.equal(made.length, 1);
    assert.equal((await styleOf(page, made[0]!.id)).modules, "rounded");
  });
});
