/** Logos in the editor: chosen, pasted, uploaded while something else is changed. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import {
  button,
  create,
  drawn,
  get,
  inGroup,
  openEditorsPage,
  openNew,
  preview,
  scan,
  styleOf,
} from "./look-support.ts";
import { type Desk, go, openDesk } from "./support.ts";

const desk = await openDesk();

/** A disc of one colour. */
function disc(color: string): Buffer {
  const canvas = createCanvas(64, 64);
  const pen = canvas.getContext("2d");
  pen.fillStyle = color;
  pen.arc(32, 32, 30, 0, 2 * Math.PI);
  pen.fill();
  return canvas.toBuffer("image/png");
}

describe("the logo of a code", { skip: unlessOpen(desk) }, () => {
  const { service, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await openEditorsPage(desk as Desk);
  });
  after(close);

  /** Discs of these colours, one right after the other. */
  const paste = (...colors: string[]) =>
    page.evaluate(`
      for (const picture of ${JSON.stringify(colors.map((color) => disc(color).toString("base64")))}) {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }));
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      }
    `);
  /** Newest first. */
  const logos = async () => (await get<{ data: { id: string }[] }>(page, "/logos")).data;
  const colorOf = async (id: string): Promise<string> => {
    const bytes: number[] = await page.evaluate(
      `fetch("/api/dashboard/logos/${id}/image").then(async (answer) => [...new Uint8Array(await answer.arrayBuffer())])`,
    );
    const pen = createCanvas(64, 64).getContext("2d");
    pen.drawImage(await loadImage(Buffer.from(bytes)), 0, 0);
    return `#${Buffer.from(pen.getImageData(32, 32, 1, 1).data.slice(0, 3)).toString("hex")}`;
  };

  it("is chosen as a file or pasted, and problems with it are shown", async () => {
    await openNew(page, "With a logo");
    const file = page.getByLabel("Logo file", { exact: true });
    await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await page.getByText("The logo must be a PNG, JPEG, WebP or SVG image.").waitFor();
    await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: disc("#0e5a54") });
    await page.getByRole("radio", { name: "Logo 1 of 1", checked: true }).waitFor();
    await paste("#7a2e16");
    await page.getByRole("radio", { name: "Logo 2 of 2" }).waitFor();
    await preview(page).getByText("that error correction can restore").waitFor();
    await eventually(async () => assert.match((await drawn(page))!, /%3Cimage/));
    const id = await create(page);
    const [latest] = await logos();
    assert.equal((await styleOf(page, id)).logo?.id, latest!.id);
    assert.ok((await scan(page, service, id)).text);
  });

  it("is the last of several pasted in quick succession, and no other is sent", async () => {
    await openNew(page, "Pasted twice");
    const before = (await logos()).length;
    await paste("#102030", "#405060", "#708090");
    const own = (which: number, of: number) => inGroup(page, "Logo", `Logo ${which} of ${of}`);
    await eventually(async () => assert.ok(await own(1, before + 1).isChecked()));
    const kept = await logos();
    assert.equal(kept.length, before + 1);
    assert.equal(await colorOf(kept[0]!.id), "#708090");

    // One that is being uploaded is waited for.
    const sent = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let uploads = 0;
    await page.route("**/api/dashboard/logos", async (route) => {
      if (route.request().method() === "POST" && ++uploads === 1) {
        sent.resolve();
        await held.promise;
      }
      await route.continue();
    });
    await paste("#a01020");
    await sent.promise;
    await paste("#b01020", "#c01020");
    held.resolve();
    await eventually(async () => {
      const [last, first] = await logos();
      assert.deepEqual([await colorOf(last!.id), await colorOf(first!.id)], ["#c01020", "#a01020"]);
      assert.ok(await own(1, before + 3).isChecked());
    });
    await page.unroute("**/api/dashboard/logos");
    assert.equal(uploads, 2);

    await go(page, "/app/looks");
    await page.getByRole("heading", { name: "Logos", exact: true }).waitFor();
    await paste("#d01020", "#e01020");
    await eventually(async () => assert.equal((await logos()).length, before + 5));
  });

  it("keeps other changes made during its upload, and everything is undone step by step", async () => {
    await openNew(page, "Meanwhile");
    const sent = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/dashboard/logos", async (route) => {
      if (route.request().method() === "POST") {
        sent.resolve();
        await held.promise;
      }
      await route.continue();
    });
    await page
      .getByLabel("Logo file", { exact: true })
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: disc("#a02020") });
    await sent.promise;
    const [dots, badge] = [inGroup(page, "Dots", "Round"), inGroup(page, "Frame", "Badge")];
    await dots.click();
    await badge.click();
    const chosen = async () => [
      await dots.isChecked(),
      await badge.isChecked(),
      !(await inGroup(page, "Logo", "No logo").isChecked()),
    ];
    assert.deepEqual(await chosen(), [true, true, false]);
    held.resolve();
    await eventually(async () => assert.equal((await chosen())[2], true));
    await page.unroute("**/api/dashboard/logos");
    assert.deepEqual(await chosen(), [true, true, true]);
    await button(page, "Undo look change").click();
    assert.deepEqual(await chosen(), [true, true, false]);
    await button(page, "Undo look change").click();
    assert.deepEqual(await chosen(), [true, false, false]);
  });
});
