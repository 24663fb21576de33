import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { type DnsServer, startDnsServer } from "../support/dns-server.ts";
import { until } from "../support/eventually.ts";
import { objections } from "./axe.ts";
import { type Desk, hears, openOwnDesk, signIn } from "./support.ts";

const HOST = "go.example.test";

const dns: DnsServer = await startDnsServer();
const desk = await openOwnDesk({ DNS_SERVERS: dns.address });

describe("the Domains page", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  before(async () => {
    page = await newPage();
    await signIn(page, service);
    await page.goto(`${service.url}/app/domains`);
  });
  after(async () => {
    await dns.close();
    await close();
  });

  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const looksRight = async (evenSlight = true) => {
    for (const [colorScheme, width] of [["light", 1280] as const, ["dark", 360] as const]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await until(async () => Boolean(await page.evaluate("document.body.scrollWidth <= innerWidth")));
      assert.deepEqual(await objections(page, { evenSlight }), [], colorScheme);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  it("lists links of codes that were moved away, and stops serving one", async () => {
    const headers = { origin: service.url };
    const api = `${service.url}/api/dashboard`;
    const me = await (await page.request.get(`${api}/me`)).json();
    const inside = { headers: { ...headers, "tessera-workspace": me.workspaceId } };
    const other = await (await page.request.post(`${api}/workspaces`, { data: { name: "Team" }, headers })).json();
    const domain = await page.request.post(`${api}/domains`, { data: { host: "brand.example.test" }, ...inside });
    const { id, record } = await domain.json();
    dns.names.set(record.name, { txt: [record.value] });
    await page.request.post(`${api}/domains/${id}/verify`, inside);
    const data = { name: "Prices", content: "https://example.com/prices", slug: "prices" };
    const code = await (await page.request.post(`${api}/qrcodes`, { data, ...inside })).json();
    await page.request.post(`${api}/codes/${code.id}/move`, { data: { workspaceId: other.id }, ...inside });

    await page.reload();
    const section = page.getByRole("region", { name: "Links of codes that were moved away" });
    await section.getByRole("link", { name: "https://example.com/prices" }).waitFor();
    await looksRight();
    await press("Stop serving… brand.example.test/r/prices");
    await page.getByText(/^Printed copies with brand\.example\.test\/r\/prices stop working at once/).waitFor();
    await hears(page, "brand.example.test/r/prices is no longer served.", () => press("Stop serving"));
    await section.waitFor({ state: "detached" });
    await page.request.delete(`${api}/domains/${id}`, inside);
    await page.request.delete(`${api}/workspace`, { headers: { ...headers, "tessera-workspace": other.id } });
    await page.reload();
  });

  it("adds a domain, verifies it, uses it in links and removes it", async () => {
    await page.getByText("No domains yet").waitFor();
    await page.getByLabel("Domain", { exact: true }).fill("10.0.0.1");
    await press("Add domain");
    await page.getByText("Must be a host name, not an IP address").waitFor();
    await page.getByLabel("Domain", { exact: true }).fill(" GO.example.test ");
    await press("Add domain");
    const card = page.locator(`[data-domain="${HOST}"]`);
    await card.getByText("Not verified").waitFor();
    const name = `_tessera.${HOST}`;
    await card.getByText(name, { exact: true }).waitFor();
    await press(`Verify ${HOST}`);
    await card.getByText(`The record was not found: ${name} does not exist in the DNS.`).waitFor();
    await looksRight();
    const value = await card.getByText(/^tessera=[\da-f]{40}$/).textContent();
    dns.names.set(name, { txt: [value!] });
    await hears(page, `${HOST} is verified and serves your codes.`, () => press(`Verify ${HOST}`));
    await card.getByText("Verified", { exact: true }).waitFor();
    await press(`Use in links: ${HOST}`);
    await hears(page, `Links now start with ${HOST}.`, () => press("Use in links"));
    await card.getByText("Used in links").waitFor();
    await looksRight();

    const made = await page.request.post(`${service.url}/api/dashboard/qrcodes`, {
      data: { name: "Menu", content: "https://example.com/menu" },
      headers: { origin: service.url },
    });
    const { id, shareToken } = await made.json();
    await page.goto(`${service.url}/app/codes/${id}`);
    await page.getByRole("link", { name: `${HOST}/r/${shareToken}` }).waitFor();

    await page.goto(`${service.url}/app/domains`);
    await press(`Remove… ${HOST}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^1 code was created or scanned while links used this domain\./).waitFor();
    const confirm = dialog.getByRole("button", { name: "Remove domain" });
    assert.equal(await confirm.isDisabled(), true);
    await looksRight(false);
    await dialog.getByRole("textbox").fill(HOST);
    await hears(page, `${HOST} is removed.`, () => confirm.click());
    await page.getByText("No domains yet").waitFor();
  });
});
