import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { type Desk, openDesk } from "./support.ts";

const desk = await openDesk();

describe("the reference page", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  after(close);

  it("lists every operation, requests nothing from other hosts and respects its policy", async () => {
    const page = await newPage({ viewport: { width: 1280, height: 900 } });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const opened = await page.goto(`${service.url}/docs`);
    assert.equal(opened!.status(), 200);
    const policy = opened!.headers()["content-security-policy"]!;
    assert.match(policy, /script-src 'self' 'sha256-[^']+';/);
    assert.match(policy, /connect-src 'self';/);
    assert.doesNotMatch(policy, /unsafe-eval/);

    const document = await (await fetch(`${service.url}/api/v1/openapi.json`)).json();
    const summaries = Object.values<Record<string, { summary: string }>>(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ summary }) => summary),
    );
    assert.ok(summaries.length > 30);
    await eventually(async () => {
      const text = (await page.evaluate("document.body.innerText")) as string;
      assert.deepEqual(
        summaries.filter((summary) => !text.includes(summary)),
        [],
      );
    });
    // Policy violations are errors on the console, which the desk reports when it closes.
    assert.deepEqual([...new Set(asked.map((url) => new URL(url).origin))], [service.url]);
    const script = asked.find((url) => url.includes("/docs/reference-"))!;
    const file = await fetch(script, { headers: { "accept-encoding": "br, gzip" } });
    assert.equal(file.headers.get("content-encoding"), "gzip");
    assert.match(file.headers.get("cache-control")!, /max-age=31536000, immutable/);
    const plain = await fetch(script, { headers: { "accept-encoding": "identity" } });
    assert.equal(plain.headers.get("content-encoding"), null);
    assert.equal(await plain.text(), await file.text());
  });

  it("sends no examples of optional parameters", async () => {
    const page = await newPage({ viewport: { width: 1280, height: 900 } });
    const sent = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/v1/qrcodes");
    // Without a key it would be refused, which is an error on the console.
    await page.route("**/api/v1/qrcodes?*", (route) => route.fulfill({ json: { data: [], nextCursor: null } }));
    await page.goto(`${service.url}/docs`);
    await page.getByText("List your QR codes, newest first").first().click();
    await page.getByRole("button", { name: "Test Request (get /api/v1/qrcodes)", exact: true }).click();
    await page.getByRole("button", { name: /^Send/ }).first().click();
    const request = await sent;
    assert.equal(new URL(request.url()).search, "?limit=100");
    assert.equal(request.headers()["if-none-match"], undefined);
  });
});
