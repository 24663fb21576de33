import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { decode } from "../../src/rendering/decode.ts";
import { PLAIN } from "../../src/rendering/style.ts";
import { rasterisePdf } from "../rendering/support/pictures.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { type Desk, openDesk, signIn } from "./support.ts";

const WIFI = "WIFI:T:WPA;S:Mosaic;P:tesserae;;";
const desk = await openDesk();

describe("downloading a code", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, roughPage, close } = desk as Desk;
  const permissions = ["clipboard-read", "clipboard-write"];
  let page: Page;

  before(async () => {
    page = await newPage({ permissions });
    const { workspaceId: id } = await signIn(page, service);
    await service.store.codes.create(newCode(id, Date.now(), { name: "Table menu: Café 1/2" }));
    const letter = { name: "Long letter", type: "text", content: "Dear reader! ".repeat(90) } as const;
    await service.store.codes.create(newCode(id, Date.now(), letter));
    const wifi = newCode(id, Date.now(), { name: "Guest Wi-Fi", type: "wifi", content: WIFI });
    await service.store.codes.create(wifi);
    const frame = { kind: "ticket", text: "Scan me", color: "#1a1410" } as const;
    const style = JSON.stringify({ ...PLAIN, modules: "dots", frame });
    await service.store.codes.create(newCode(id, Date.now(), { name: "Ticket", style }));
  });
  after(close);

  async function open(on: Page, name: string) {
    if (on.url() === `${service.url}/app/codes`) {
      await on.keyboard.press("Escape");
      await on.getByRole("dialog").waitFor({ state: "detached" });
    } else await on.goto(`${service.url}/app/codes`);
    await on.getByRole("button", { name: `More for ${name}` }).click();
    await on.getByRole("menuitem", { name: "Download…" }).click();
    return on.getByRole("dialog", { name: `Download “${name}”` });
  }

  async function save(on: Page, format: string) {
    const [file] = await Promise.all([
      on.waitForEvent("download"),
      on.getByRole("link", { name: `Download ${format}` }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }

  it("warns about pictures that are too small to read or too coarse to print", async () => {
    const dialog = await open(page, "Table menu: Café 1/2");
    await dialog.getByLabel("Printed width").fill("10");
    await dialog.getByText(/^Under \d+ mm this code is hard to read/).waitFor();
    await dialog.getByLabel("Printed width").fill("200");
    await dialog.getByLabel("Pixels").fill("600");
    await dialog.getByText("76 dpi", { exact: true }).waitFor();
    await dialog.getByText("The print will look blurry at this resolution.").waitFor();
    await dialog.getByLabel("Pixels").fill("5");
    await dialog.getByText("from 128 to 2,048 pixels").waitFor();
    const link = page.getByRole("link", { name: "Download PNG" });
    assert.equal(await link.getAttribute("aria-disabled"), "true");
    await dialog.getByLabel("Pixels").fill("");
    await dialog.getByText("SVG", { exact: true }).click();
    assert.equal(await dialog.getByLabel("Pixels").count(), 0);
    await dialog.getByText("Sharp at any resolution").waitFor();
    const { name } = await save(page, "SVG");
    assert.equal(name, "Table menu Café 1 2.svg", "pixels do not matter for a vector format");
  });

  it("warns about plain squares by their own measure, not by that of the look", async () => {
    const dialog = await open(page, "Ticket");
    await dialog.getByLabel("Printed width").fill("10");
    const warning = dialog.getByText(/^Under \d+ mm this code is hard to read/);
    const smallest = async () => Number((await warning.innerText()).match(/\d+/)![0]);
    const ofTheLook = await smallest();
    for (const holds of ["Share link", "Content itself"]) {
      await dialog.getByRole("radio", { name: holds }).click();
      await dialog.getByRole("checkbox", { name: "Plain squares" }).check();
      await eventually(async () => assert.ok((await smallest()) < ofTheLook));
    }
    await dialog.getByRole("radio", { name: "Share link" }).click();
    await dialog.getByRole("checkbox", { name: "Plain squares" }).uncheck();
    await eventually(async () => assert.equal(await smallest(), ofTheLook));
  });

  it("says in the server's words that a code needs more pixels, and how many", async () => {
    const dialog = await open(page, "Long letter");
    await dialog.getByLabel("Printed width").fill("10");
    await dialog.getByRole("radio", { name: "Content itself" }).click();
    await dialog.getByText(/is too small for this code: the smallest size that works is \d+/).waitFor();
    const link = page.getByRole("link", { name: "Download PNG" });
    assert.equal(await link.getAttribute("aria-disabled"), "true");
    await dialog.getByLabel("Pixels").fill("600");
    await eventually(async () => assert.equal(await link.getAttribute("aria-disabled"), "false"));
    assert.equal(await dialog.getByText("is too small").count(), 0);
  });

  it("says that the browser is offline, and shows the picture automatically when it is back", async () => {
    const away = await roughPage(page);
    const context = away.context();
    const dialog = await open(away, "Table menu: Café 1/2");
    const link = away.getByRole("link", { name: "Download PNG" });
    const drawn = () =>
      dialog.locator("img").evaluate((img) => (img as unknown as Record<string, unknown>).naturalWidth);
    const content = dialog.getByRole("radio", { name: "Content itself" });
    await content.waitFor();
    await context.setOffline(true);
    await content.click();
    await dialog.getByText("You are offline.").waitFor();
    assert.equal(await dialog.getByText("pixels cannot").count(), 0);
    assert.equal(await link.getAttribute("aria-disabled"), "true");
    await context.setOffline(false);
    await dialog.getByText("You are offline.").waitFor({ state: "detached" });
    assert.equal(await link.getAttribute("aria-disabled"), "false");
    await eventually(async () => assert.ok(Number(await drawn()) > 0));
  });

  it("proposes a network's own content, which phones read without the service", async () => {
    const dialog = await open(page, "Guest Wi-Fi");
    assert.ok(await dialog.getByRole("radio", { name: "Content itself" }).isChecked());
    await dialog.getByText("PDF", { exact: true }).click();
    const { name, bytes } = await save(page, "PDF");
    assert.equal(name, "Guest Wi-Fi content.pdf");
    assert.equal(await decode(rasterisePdf(bytes, 8).picture), WIFI);
    await dialog.getByRole("radio", { name: "Share link" }).click();
    await dialog.getByText("PNG", { exact: true }).click();
    const shared = await save(page, "PNG");
    assert.match((await decode(shared.bytes))!, /\/r\/\w{12}$/i);
  });

  it("copies the picture", async () => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Content itself" }).click();
    await dialog.getByRole("button", { name: "Copy image" }).click();
    const pasted = `navigator.clipboard.read()
      .then(([item]) => item.getType("image/png"))
      .then((blob) => blob.arrayBuffer())
      .then((bytes) => Array.from(new Uint8Array(bytes)))`;
    await eventually(async () => {
      const bytes = Uint8Array.from((await page.evaluate(pasted)) as number[]);
      assert.equal(await decode(bytes), WIFI);
    });
  });

  it("fills a phone's screen, and works there too", async () => {
    const storageState = await page.context().storageState();
    const viewport = { width: 390, height: 844 };
    const phone = await newPage({ storageState, viewport, hasTouch: true });
    const dialog = await open(phone, "Table menu: Café 1/2");
    await dialog.getByLabel("Pixels").waitFor();
    await eventually(async () => {
      const box = (await dialog.boundingBox())!;
      assert.deepEqual([box.x, box.width], [0, 390]);
      assert.ok(box.height >= 844, `${box.height} px high`);
    });
    const { name, bytes } = await save(phone, "PNG");
    assert.equal(name, "Table menu Café 1 2.png");
    assert.match((await decode(bytes))!, /\/r\/\w{12}$/i);
  });
});
