/** Drafts while the code is changed elsewhere, and answers are lost. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { type Desk, field, openDesk, setUp } from "./support.ts";

const desk = await openDesk();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

describe("drafts in the editor", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage({ viewport: { width: 1280, height: 800 } });
    await setUp(page, service);
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
  const open = async (path: string) => page.goto(`${service.url}/app${path}`);

  it("turn nothing back that was changed since, when one goes on with them", async () => {
    const id = await make({});
    await open(`/codes/${id}/edit`);
    await field(page, "Name").fill("Typed");
    await open(`/codes/${id}`);
    await button(page, "Change where it leads").click();
    await field(page, "Web address").fill("https://a.example/new");
    await page.keyboard.press("Enter");
    await button(page, "Change where it leads").waitFor();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByText("Your draft was kept").waitFor();
    assert.equal(await field(page, "Name").inputValue(), "Typed");
    assert.equal(await field(page, "Web address").inputValue(), "https://a.example/new");
    await button(page, "Save").click();
    await heading(page, "Typed");
    const { name, content } = await call("GET", `/codes/${id}`);
    assert.deepEqual([name, content], ["Typed", "https://a.example/new"]);
    await open(`/codes/${id}/edit`);
    await field(page, "Name").waitFor();
    assert.equal(await page.getByText("Your draft was kept").count(), 0);
  });

  it("follow a code that another tab changes, and say what they would replace", async () => {
    const id = await make({});
    await open(`/codes/${id}/edit`);
    await field(page, "Name").fill("Renamed");
    const change = { expiresAt: "2099-12-24T12:00:00.000Z" };
    await call("PATCH", `/qrcodes/${id}`, change);
    // A minute later one comes back to the tab.
    const comeBack = `
      { const now = Date.now(); Date.now = () => now + 60_000; }
      dispatchEvent(new Event("visibilitychange"));
    `;
    await page.evaluate(comeBack);
    await field(page, "Last day").waitFor();
    assert.equal(await field(page, "Name").inputValue(), "Renamed");
    assert.equal(await page.getByText("was changed elsewhere").count(), 0);
    await button(page, "Save").click();
    await heading(page, "Renamed");
    const { expiresAt } = await call("GET", `/codes/${id}`);
    assert.equal(expiresAt, change.expiresAt);

    await open(`/codes/${id}/edit`);
    await field(page, "Name").fill("Mine");
    await call("PATCH", `/qrcodes/${id}`, { name: "Theirs" });
    await page.evaluate(comeBack);
    await page.getByText("The code was changed elsewhere meanwhile").waitFor();
    assert.equal(await field(page, "Name").inputValue(), "Mine");
    await button(page, "Start afresh").click();
    assert.equal(await field(page, "Name").inputValue(), "Theirs");
  });

  it("make one code when the answer was lost, and another when asked to again", async () => {
    const create = async () => {
      await field(page, "Name").fill("Once");
      await field(page, "Web address").fill("a.example");
      await button(page, "Create the code").click();
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
    await page.getByText("take it as not saved, and try again").waitFor();
    await page.reload();
    await page.getByText("Your draft was kept").waitFor();
    await button(page, "Create the code").click();
    await heading(page, "Once");
    assert.equal(await count(), 1);
    await open("/codes/new");
    await create();
    await heading(page, "Once");
    assert.equal(await count(), 2);
  });
});
