/** Drafts while the code is changed elsewhere, answers are lost, and scannability checks are late. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { type Desk, field, go, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

describe("drafts in the editor", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, service);
    await open("/");
  });
  after(close);

  /** As another tab would. */
  const call = (method: string, path: string, body?: object): Promise<Record<string, string>> =>
    page.evaluate(`
      fetch("/api/dashboard${path}", {
        method: "${method}",
        headers: { "Content-Type": "application/json" },
        body: ${body ? `'${JSON.stringify(body)}'` : "undefined"},
      }).then((answer) => answer.json())
    `);
  const make = async (body: object) =>
    (await call("POST", "/qrcodes", { name: "Menu", content: "https://a.example/", ...body })).id!;
  /** A new document, which a draft survives. */
  const open = async (path: string) => page.goto(`${service.url}/app${path}`);
  const openHere = async (path: string) => go(page, `/app${path}`);

  it("revert nothing that was changed since, when they are continued", async () => {
    const id = await make({});
    await openHere(`/codes/${id}/edit`);
    await field(page, "Name").fill("Typed");
    await open(`/codes/${id}`);
    await button(page, "Change destination").click();
    await field(page, "Web address").fill("https://a.example/new");
    await page.keyboard.press("Enter");
    await button(page, "Change destination").waitFor();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByText("Draft restored.").waitFor();
    assert.equal(await field(page, "Name").inputValue(), "Typed");
    assert.equal(await field(page, "Web address").inputValue(), "https://a.example/new");
    await button(page, "Save").click();
    await heading(page, "Typed");
    const { name, content } = await call("GET", `/codes/${id}`);
    assert.deepEqual([name, content], ["Typed", "https://a.example/new"]);
    await open(`/codes/${id}/edit`);
    await field(page, "Name").waitFor();
    assert.equal(await page.getByText("Draft restored.").count(), 0);
  });

  it("create one code when the answer was lost, and another on request", async () => {
    const create = async () => {
      await field(page, "Name").fill("Once");
      await field(page, "Web address").fill("a.example");
      await button(page, "Create code").click();
    };
    const count = async () => (await call("GET", "/codes?q=Once")).total;
    await open("/codes/new");
    await field(page, "Name").waitFor();
    await page.evaluate(`
      const real = window.fetch;
      window.fetch = async (path, init) => {
        const answer = await real(path, init);
        if (!path.endsWith("/qrcodes")) return answer;
        window.fetch = real;
        throw new TypeError("The answer is lost.");
      };
    `);
    await create();
    await page.getByText("may not have been saved. Please try again").waitFor();
    await page.reload();
    await page.getByText("Draft restored.").waitFor();
    await button(page, "Create code").click();
    await heading(page, "Once");
    assert.equal(await count(), 1);
    await openHere("/codes/new");
    await create();
    await heading(page, "Once");
    assert.equal(await count(), 2);
  });

  it("have no scannability result while it belongs to another picture", async () => {
    await openHere(`/codes/${await make({})}/edit#look`);
    const card = page.getByRole("region", { name: "Preview" });
    await card.getByText("Scans very well").waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/preview/scannability", async (route) => {
      await released;
      await route.continue();
    });
    await field(page, "Colour").fill("#ffcccc");
    await card.getByText("Checking…").waitFor();
    assert.equal(await card.getByText("Scans very well").count(), 0);
    const place = await button(page, "Save").boundingBox();
    release();
    await card.getByText("Many phones cannot read it").waitFor();
    assert.deepEqual(await button(page, "Save").boundingBox(), place, "a click would miss it");
    await page.unroute("**/preview/scannability");
    await button(page, "Cancel").click();
    await button(page, "Discard").click();
  });

  it("prompt before a changed destination is left", async () => {
    await openHere(`/codes/${await make({ name: "Half" })}`);
    await heading(page, "Half");
    await button(page, "Change destination").click();
    await field(page, "Web address").fill("a.example/half");
    await page.getByRole("button", { name: /^Period/ }).click();
    await button(page, "Last 7 days").click();
    await page.waitForURL(/period=7d/);
    assert.equal(await page.getByText("Leave without saving?").count(), 0);
    await page.getByRole("link", { name: "People" }).click();
    await page.getByText("Leave without saving?").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await field(page, "Web address").inputValue(), "a.example/half");
    await page.getByRole("link", { name: "People" }).click();
    await button(page, "Leave").click();
    await heading(page, "People");
  });

  it("begin at the look if that was requested", async () => {
    await openHere(`/codes/${await make({ foregroundColor: "#ffcccc" })}`);
    await page.getByRole("link", { name: "Edit look" }).click();
    await page.getByRole("tab", { name: /Look$/, selected: true }).waitFor();
  });
});
