import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { ADMIN, chooseInMenu, type Desk, openOwnDesk, PASSWORD, setUp } from "./support.ts";

const PATH = "/codes/qr";

/** A proxy that also serves other things: strips the path, and refuses everything else. */
async function startProxy(port: number) {
  const proxy = createServer((asked, answer) => {
    const { url = "", method, headers } = asked;
    if (!url.startsWith(`${PATH}/`)) {
      answer.writeHead(418).end();
      return;
    }
    const path = url.slice(PATH.length);
    const passed = request({ host: "127.0.0.1", port, path, method, headers }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return { proxy, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PATH}` };
}

const port = await freePort();
const { proxy, url } = await startProxy(port);
const desk = await openOwnDesk({ PORT: String(port), BASE_URL: url });

describe("a service below a path", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  const outside: string[] = [];
  before(async () => {
    page = await newPage();
    page.on("response", (answer) => {
      if (answer.status() === 418) outside.push(answer.url());
    });
    await setUp(page, service);
  });
  after(async () => {
    // In this order: `close` throws on browser errors, and a stream of live scans that is cut off is one.
    await page.context().close();
    proxy.closeAllConnections();
    proxy.close();
    await close();
  });

  /** With the session of the page. */
  async function ask(path: string, json?: object) {
    const kept = await page.context().cookies();
    const cookie = kept.map(({ name, value }) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin: new URL(url).origin, "content-type": "application/json" };
    const body = json ? { method: "POST", body: JSON.stringify(json) } : {};
    return fetch(`${url}/api/dashboard${path}`, { headers, ...body });
  }

  it("shows a code's page after a reload, and the code's link works", async () => {
    const made = await ask("/qrcodes", { name: "Below", content: "https://example.com/below" });
    const { id, shareUrl } = (await made.json()) as { id: string; shareUrl: string };
    await page.goto(`${url}/app/codes/${id}`);
    await page.getByRole("heading", { name: "Below", level: 1 }).waitFor();
    await eventually(async () => assert.ok(await page.evaluate("document.querySelector('main img').naturalWidth > 0")));
    assert.ok(shareUrl.startsWith(`${url}/r/`));
    const answer = await fetch(shareUrl, { redirect: "manual" });
    assert.equal(answer.headers.get("location"), "https://example.com/below");
    assert.equal((await fetch(`${shareUrl}+`)).status, 200);
  });

  it("keeps its cookies below the path", async () => {
    const kept = await page.context().cookies();
    assert.ok(kept.length >= 2);
    for (const { name, path } of kept) assert.ok(path.startsWith(PATH), `${name} ${path}`);
  });

  it("links from the root to the dashboard, to the reference and back", async () => {
    await page.goto(`${url}/`);
    assert.equal(page.url(), `${url}/app/`);
    await chooseInMenu(page, "API reference");
    await page.getByRole("heading", { name: "Tessera", exact: true }).waitFor();
    assert.equal(page.url(), `${url}/docs`);
    const { servers } = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as { servers: { url: string }[] };
    assert.equal(servers[0]!.url, url);
    await page.goto(`${url}/`);
    await page.getByRole("link", { name: "Below" }).first().waitFor();
  });

  it("signs out and in again, and requests nothing outside the path", async () => {
    await chooseInMenu(page, "Sign out");
    await page.getByLabel("Email address").fill(ADMIN);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Below" }).first().waitFor();
    assert.deepEqual(outside, []);
  });
});
