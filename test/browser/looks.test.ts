/** The look of a code in its form: shapes, logo, undo, what does not scan, and looks that are kept. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Page } from "playwright-core";
import { decode } from "../../src/rendering/decode.ts";
import type { Style } from "../../src/rendering/style.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { type Desk, field, go, inField, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const inGroup = (page: Page, group: string, name: string) =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { name, exact: true });

/** A disc of one colour. */
function disc(color: string): Buffer {
  const canvas = createCanvas(64, 64);
  const pen = canvas.getContext("2d");
  pen.fillStyle = color;
  pen.arc(32, 32, 30, 0, 2 * Math.PI);
  pen.fill();
  return canvas.toBuffer("image/png");
}

describe("the look of a code", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 900 } });
    await signIn(page, service);
    await page.goto(`${service.url}/app/`);
  });
  after(close);
  beforeEach(async () => {
    await page.evaluate("sessionStorage.clear()");
  });

  const get = <T>(path: string): Promise<T> =>
    page.evaluate(`fetch("/api/dashboard${path}").then((answer) => answer.json())`);
  const openNew = async (name: string) => {
    const isThere = page.url().endsWith("/codes/new");
    await (isThere ? page.reload() : go(page, "/app/codes/new"));
    // The page that is left stands until the next one is there, and its form has a name, too.
    await heading("New code").waitFor();
    await field(page, "Name").fill(name);
    await field(page, "Web address").fill("example.com");
  };
  const create = async () => {
    await button(page, "Create the code").click();
    await page.waitForURL(/\/codes\/[\da-f-]{36}$/);
    // The form stands until the code's page is there, though the address is that page's already.
    await page.getByRole("region", { name: "Leads to" }).waitFor();
    return page.url().split("/").at(-1)!;
  };
  const heading = (name: string) => page.getByRole("heading", { name, level: 1, exact: true });
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
  const logos = async () => (await get<{ data: { id: string }[] }>("/logos")).data;
  const colorOf = async (id: string): Promise<string> => {
    const bytes: number[] = await page.evaluate(
      `fetch("/api/dashboard/logos/${id}/image").then(async (answer) => [...new Uint8Array(await answer.arrayBuffer())])`,
    );
    const pen = createCanvas(64, 64).getContext("2d");
    pen.drawImage(await loadImage(Buffer.from(bytes)), 0, 0);
    return `#${Buffer.from(pen.getImageData(32, 32, 1, 1).data.slice(0, 3)).toString("hex")}`;
  };
  const styleOf = (id: string) => get<Style>(`/qrcodes/${id}/style`);
  const drawn = () => preview(page).locator("img").getAttribute("src");
  /** What a phone reads off the picture that is downloaded. */
  const scan = async (id: string, query = "") => {
    const path = `/api/dashboard/qrcodes/${id}/image?format=png&size=400${query}`;
    const answer = await page.request.get(service.url + path);
    const bytes = await answer.body();
    return { text: await decode(bytes), bytes };
  };

  it("changes the picture with a shape, is saved with the code, and scans", async () => {
    await openNew("Dotted");
    await preview(page).getByText("Scans very well (A)").waitFor();
    const plain = await drawn();
    await inGroup(page, "Shapes", "Dots").click();
    await eventually(async () => assert.notEqual(await drawn(), plain));
    await page.keyboard.press("ArrowRight");
    assert.ok(await inGroup(page, "Shapes", "Classy").isChecked(), "as radio buttons are");
    await inGroup(page, "Frame", "Badge").click();
    await field(page, "Words in the frame").fill("Come in 汉");
    await page.getByText(/annot have "汉"/).waitFor();
    await button(page, "Create the code").click();
    await inField(page, "frame");
    await field(page, "Words in the frame").fill("Come in");
    await preview(page).getByText("Scans very well (A)").waitFor();
    const id = await create();
    const { modules, frame } = await styleOf(id);
    assert.deepEqual([modules, frame?.kind, frame?.text], ["classy", "badge", "Come in"]);
    const { shareUrl } = await get<{ shareUrl: string }>(`/codes/${id}`);
    const [styled, bare] = [await scan(id), await scan(id, "&style=plain")];
    assert.equal(styled.text?.toLowerCase(), shareUrl.toLowerCase());
    assert.equal(bare.text?.toLowerCase(), shareUrl.toLowerCase());
    assert.notDeepEqual(styled.bytes, bare.bytes);

    await button(page, "Download").click();
    const file = page.getByRole("link", { name: "Download PNG" });
    assert.doesNotMatch((await file.getAttribute("href"))!, /style=plain/);
    await page.getByRole("checkbox", { name: "Plain squares" }).check();
    assert.match((await file.getAttribute("href"))!, /style=plain/);
    await button(page, "Close").click();

    await go(page, `/app/codes/${id}/edit`);
    await inGroup(page, "Frame", "Badge").waitFor();
    assert.ok(await inGroup(page, "Frame", "Badge").isChecked());
    await page.getByRole("group", { name: "Ready-made" }).getByText("Classic").click();
    await button(page, "Save").click();
    await heading("Dotted").waitFor();
    assert.equal((await styleOf(id)).frame, null);
  });

  it("has a logo by choice of a file and by paste, and says what is wrong with one", async () => {
    await openNew("With a logo");
    const file = page.getByLabel("Picture for the middle", { exact: true });
    await file.setInputFiles({
      ...{ name: "logo.png", mimeType: "image/png" },
      buffer: Buffer.from("no picture"),
    });
    await page.getByText("A logo is a PNG, JPEG, WebP or SVG picture.").waitFor();
    await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: disc("#0e5a54") });
    await page.getByRole("radio", { name: "Logo 1 of 1", checked: true }).waitFor();
    await paste("#7a2e16");
    await page.getByRole("radio", { name: "Logo 2 of 2" }).waitFor();
    await preview(page).getByText("that error correction can bring back").waitFor();
    await eventually(async () => assert.match((await drawn())!, /%3Cimage/));
    const id = await create();
    const [latest] = await logos();
    assert.equal((await styleOf(id)).logo?.id, latest!.id);
    assert.ok((await scan(id)).text);
  });

  it("has the last of several logos that are pasted in a moment, and sends no other", async () => {
    await openNew("Pasted twice");
    const before = (await logos()).length;
    await paste("#102030", "#405060", "#708090");
    const own = (which: number, of: number) => inGroup(page, "Logo", `Logo ${which} of ${of}`);
    await eventually(async () => assert.ok(await own(1, before + 1).isChecked()));
    const kept = await logos();
    assert.equal(kept.length, before + 1);
    assert.equal(await colorOf(kept[0]!.id), "#708090");

    // One that is on its way is waited for.
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

  it("keeps what is changed while a logo is uploaded, and takes it back step by step", async () => {
    await openNew("Meanwhile");
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
      .getByLabel("Picture for the middle", { exact: true })
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: disc("#a02020") });
    await sent.promise;
    const [dots, badge] = [inGroup(page, "Shapes", "Dots"), inGroup(page, "Frame", "Badge")];
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
    await button(page, "Undo a change of the look").click();
    assert.deepEqual(await chosen(), [true, true, false]);
    await button(page, "Undo a change of the look").click();
    assert.deepEqual(await chosen(), [true, false, false]);
  });

  it("takes changes back and makes them again, by button and by key", async () => {
    await openNew("Undone");
    const shape = (name: string) => inGroup(page, "Shapes", name);
    await shape("Dots").click();
    await inGroup(page, "Eyes, outside", "Leaf").click();
    await button(page, "Undo a change of the look").click();
    assert.ok(await inGroup(page, "Eyes, outside", "Square").isChecked());
    assert.ok(await shape("Dots").isChecked());
    await page.keyboard.press("Control+z");
    assert.ok(await shape("Squares").isChecked());
    await page.keyboard.press("Control+Shift+z");
    assert.ok(await shape("Dots").isChecked());
    await field(page, "Name").press("Control+z");
    assert.ok(await shape("Dots").isChecked(), "a field has an undo of its own");
    await page.reload();
    await page.getByText("Your draft was kept").waitFor();
    assert.ok(await shape("Dots").isChecked());
  });

  it("refuses what no decoder reads, and makes it scan", async () => {
    await openNew("Ghost");
    await inGroup(page, "Shapes", "Dots").click();
    await field(page, "Colour of the squares").fill("#fbfbfb");
    await button(page, "Create the code").click();
    const refusal = page.getByRole("dialog", { name: "This look cannot be saved" });
    await refusal.getByRole("button", { name: "Make it scan" }).click();
    await refusal.waitFor({ state: "detached" });
    await preview(page)
      .getByText(/^Scans/)
      .waitFor();
    const id = await create();
    assert.equal((await styleOf(id)).modules, "dots");
    assert.ok((await scan(id)).text);
  });

  it("is kept by name, given to new codes, and to codes that are there", async () => {
    const { codes } = await get<{ codes: { id: string; name: string }[] }>("/codes?limit=10");
    const other = codes.find(({ name }) => name === "Dotted")!;
    await openNew("First");
    await inGroup(page, "Shapes", "Diamonds").click();
    await button(page, "Save this look…").click();
    await field(page, "Name of the look").fill("Jewels");
    await page.getByRole("checkbox", { name: "New codes get it" }).check();
    await button(page, "Save").click();
    await page.getByRole("group", { name: "Your looks" }).getByText("Jewels").waitFor();
    await create();
    await openNew("Second");
    await eventually(async () =>
      assert.ok(await inGroup(page, "Shapes", "Diamonds").isChecked(), "the look of new codes"),
    );
    const drawn: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/preview")) drawn.push(request.postData() ?? "");
    });
    await field(page, "Colour of the squares").fill("#12");
    await preview(page).getByText("A colour is not whole yet").waitFor();
    await field(page, "Colour of the squares").fill("#0b5d3b");
    await eventually(async () =>
      assert.ok(drawn.some((body) => body.includes("#0b5d3b") && body.includes('"size":128'))),
    );
    assert.deepEqual(
      drawn.filter((body) => body.includes('"#12"')),
      [],
    );
    assert.equal((await styleOf(await create())).modules, "diamond");

    await go(page, "/app/looks");
    await button(page, "Change Jewels").click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await field(page, "Name of the look").fill("Gems");
    const asked = page.waitForRequest((request) => request.method() === "PATCH");
    await button(page, "Save").click();
    const renaming = (await asked).postDataJSON();
    assert.deepEqual(renaming, { name: "Gems" }, "the rest may be changed by somebody else");
    await page.getByRole("heading", { name: "Gems" }).waitFor();

    await go(page, "/app/");
    await page.getByRole("button", { name: "More for Dotted" }).click();
    await page.getByRole("menuitem", { name: "Look…" }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "Gems" }).click();
    await button(page, "Apply to 1 code").click();
    await page.getByText("1 code has the look.").waitFor();
    assert.equal((await styleOf(other.id)).modules, "diamond");
  });

  it("is saved later when it cannot be now, and makes no second code", async () => {
    await openNew("Interrupted");
    await inGroup(page, "Shapes", "Rounded").click();
    await page.evaluate(`
      const real = window.fetch;
      window.fetch = (path, init) => {
        if (init.method !== "PUT") return real(path, init);
        window.fetch = real;
        return Promise.reject(new TypeError("The request is lost."));
      };
    `);
    await button(page, "Create the code").click();
    await page.getByText("The code is made, but its look is not saved yet.").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Edit Interrupted" }).waitFor();
    assert.ok(await inGroup(page, "Shapes", "Rounded").isChecked());
    await button(page, "Save").click();
    await heading("Interrupted").waitFor();
    const { codes } = await get<{ codes: { id: string; name: string }[] }>("/codes?limit=10");
    const made = codes.filter(({ name }) => name === "Interrupted");
    assert.equal(made.length, 1);
    assert.equal((await styleOf(made[0]!.id)).modules, "rounded");
  });
});
