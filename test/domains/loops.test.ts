import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { signedIn, type Visitor } from "../dashboard/support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { onSqlite } from "../support/stores.ts";
import { visit } from "./support.ts";

const HOST = "go.example.test";
const LATER = "later.example.test";

const dns = await startDnsServer();
after(() => dns.close());

onSqlite("A link at the root of a domain does not lead to itself", (engine) => {
  let app: TestApp;
  let ada: Visitor;
  const to = (path: string, host = HOST) => `https://${host}/${path}`;
  const create = (content: string, slug?: string) => ada.request("POST", "/qrcodes", { name: "Loop", content, slug });
  async function created(content: string, slug?: string): Promise<string> {
    const answer = await create(content, slug);
    assert.equal(answer.status, 201, answer.text);
    return answer.json.id;
  }
  const place = (id: string, ...slugs: string[]) =>
    ada.request("POST", `/qrcodes/${id}/placements`, { placements: slugs.map((slug) => ({ name: slug, slug })) });
  async function verify(host: string): Promise<void> {
    const { id, record } = (await ada.request("POST", "/domains", { host })).json;
    dns.names.set(record.name, { txt: [record.value] });
    assert.equal((await ada.request("POST", `/domains/${id}/verify`)).status, 200);
  }
  const refusedField = ({ status, json }: Awaited<ReturnType<typeof place>>) => [status, json.details?.[0].field];
  before(async () => {
    app = await startApp({ engine, settings: { DNS_SERVERS: dns.address } });
    ada = await signedIn(app, "ada@example.com");
    await verify(HOST);
  });
  after(() => app.close());

  it("400: a placement with the address that its code leads to", async () => {
    const id = await created(to("summer-menu"));
    assert.deepEqual(refusedField(await place(id, "free-slug", "Summer-Menu")), [400, "placements[1].slug"]);
    assert.equal((await place(id, "winter-menu")).status, 201, "nothing leads there");
  });

  it("400: a placement that closes a circle of several codes", async () => {
    const one = await created(to("circle-p"));
    const two = await created(to("circle-q"));
    assert.equal((await place(two, "circle-p")).status, 201, "a chain ends");
    assert.deepEqual(refusedField(await place(one, "circle-q")), [400, "placements[0].slug"]);
  });

  it("400: a code with a slug that closes a circle", async () => {
    await created(to("late-slug"), "early-slug");
    assert.deepEqual(refusedField(await create(to("early-slug"), "late-slug")), [400, "content"]);
  });

  it("400: two codes of one request that lead to each other", async () => {
    const qrcodes = [
      { name: "One", content: to("bulk-two"), slug: "bulk-one" },
      { name: "Two", content: to("bulk-one"), slug: "bulk-two" },
    ];
    assert.deepEqual(refusedField(await ada.request("POST", "/qrcodes/bulk", { qrcodes })), [
      400,
      "qrcodes[0].content",
    ]);
  });

  it("400: a placement that is moved to the code that leads to it", async () => {
    const from = await created("https://example.com/");
    const placed = (await place(from, "moving-slug")).json.data[0];
    const target = await created("https://example.com/other");
    const looping = await created(to("moving-later"));
    const later = (await place(from, "moving-later")).json.data[0];
    const move = (placement: string, codeId: string) =>
      ada.request("PATCH", `/qrcodes/${from}/placements/${placement}`, { codeId });
    assert.deepEqual(refusedField(await move(later.id, looping)), [400, "codeId"]);
    assert.equal((await move(placed.id, target)).status, 200);
  });

  it("400: an old version that leads to a code now", async () => {
    const id = await created(to("version-slug"));
    await ada.request("PATCH", `/qrcodes/${id}`, { content: "https://example.com/now" });
    await created("https://example.com/", "version-slug");
    const restored = await ada.request("POST", `/qrcodes/${id}/versions/1/restore`);
    assert.deepEqual(refusedField(restored), [400, "content"]);
  });

  it("imported links that lead to themselves, to each other or to codes are skipped", async () => {
    await created("https://example.com/", "import-there");
    const row = (slug: string, path: string, i: number) => ({
      place: `line ${i + 2}`,
      fields: { short_code: slug, long_url: to(path) },
    });
    const links: [string, string][] = [
      ["import-self", "import-self"],
      ["import-one", "import-two"],
      ["import-two", "import-one"],
      ["import-other", "import-there"],
      ["import-fine", "prices/today"],
    ];
    const records = links.map(([slug, path], i) => row(slug, path, i));
    const json = { source: "shlink", records, seen: "", planned: 0, isDryRun: false };
    const answer = await ada.request("POST", "/import/links", json);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.json.codes, answer.json.refused], [1, 4], answer.text);
  });

  it("a circle that was closed later is a page with the address, counted once", async () => {
    const id = await created(to("domain-slug", LATER), "domain-slug");
    const open = () => visit(app.url, LATER, "/domain-slug");
    assert.equal((await visit(app.url, HOST, "/domain-slug")).status, 302, "another host");
    await verify(LATER);
    for (const path of ["/domain-slug", "/r/domain-slug"]) {
      const { status, headers, text } = await visit(app.url, LATER, path);
      assert.deepEqual([status, headers.location], [200, undefined], path);
      assert.match(text, /later\.example\.test\/domain-slug/);
      assert.ok(headers["scan-id"]);
    }
    assert.equal((await ada.request("GET", `/qrcodes/${id}`)).json.scanCount, 3);
    assert.equal((await open()).status, 200);
  });

  it("a destination that became an address of the service's own /r is a page", async () => {
    const id = await created("https://r.example.test/r/somewhere");
    const { shareToken } = (await ada.request("GET", `/qrcodes/${id}`)).json;
    const open = () => visit(app.url, HOST, `/r/${shareToken}`);
    assert.equal((await open()).status, 302);
    await verify("r.example.test");
    assert.equal((await open()).status, 200);
  });
});

onSqlite("A link to an address that becomes the public address of the service", (engine) => {
  let app: TestApp;
  before(async () => {
    // Set by an administrator instead.
    app = await startApp({ engine, settings: { BASE_URL: "" } });
  });
  after(() => app.close());

  it("is a page as soon as it is set", async () => {
    const ada = await signedIn(app, "ada@example.com", "admin", app.config.baseUrl);
    const content = "https://qr.example.test/r/late-loop";
    assert.equal((await ada.request("POST", "/qrcodes", { name: "Loop", content, slug: "late-loop" })).status, 201);
    const open = () => visit(app.url, "qr.example.test", "/r/late-loop");
    assert.equal((await open()).status, 302, "another service");
    assert.equal((await ada.request("PATCH", "/settings", { baseUrl: "https://qr.example.test" })).status, 204);
    assert.equal((await open()).status, 200);
  });
});
