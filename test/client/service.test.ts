/** The client with the real service. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import manifest from "../../client/package.json" with { type: "json" };
import {
  type ClientOptions,
  createClient,
  InvalidApiKeyError,
  NotFoundError,
  RateLimitError,
  type TesseraClient,
  UnexpectedAnswerError,
  ValidationError,
} from "../../client/src/index.ts";
import { picture } from "../api/look-support.ts";
import { MISSING, useApp } from "../api/support.ts";
import { PHONE } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";

const MENU = { name: "Menu", content: "https://example.com/menu" };
const idsOf = async (items: AsyncIterable<{ id: string }>) => (await Array.fromAsync(items)).map(({ id }) => id);

onSqlite("The client", (engine) => {
  const use = useApp(engine);
  let tessera: TesseraClient;
  const client = (options: Partial<ClientOptions> = {}) =>
    createClient({ url: use.app.url, key: use.key, retries: 0, ...options });
  before(() => {
    tessera = client();
  });

  it("creates, reads, changes, deletes and restores", async () => {
    const made = await tessera.codes.create(MENU);
    assert.equal(made.content, MENU.content);
    const { code, etag } = await tessera.codes.getTagged(made.id);
    assert.equal(code.scanCount, 0);
    const changed = await tessera.codes.update(made.id, { name: "Lunch" }, { ifMatch: etag });
    assert.equal(changed.name, "Lunch");
    const late = tessera.codes.update(made.id, { name: "Dinner" }, { ifMatch: etag });
    await assert.rejects(late, (error) => {
      assert.ok(error instanceof ValidationError);
      assert.deepEqual(
        error.details.map(({ field }) => field),
        ["If-Match"],
      );
      return true;
    });
    assert.equal(await tessera.codes.delete(made.id), undefined);
    await assert.rejects(tessera.codes.get(made.id), NotFoundError);
    assert.equal((await tessera.codes.restore(made.id)).name, "Lunch");
  });

  it("creates one code for two creations with the same key", async () => {
    const options = { idempotencyKey: `order-${engine.name}` };
    const [first, second] = [await tessera.codes.create(MENU, options), await tessera.codes.create(MENU, options)];
    assert.equal(first.id, second.id);
    assert.notEqual((await tessera.codes.create(MENU)).id, first.id);
  });

  it("adds, reads, lists and removes domains", async () => {
    const { domains } = tessera;
    const domain = await domains.create({ host: "Go.Example.com" });
    assert.equal(domain.record.name, "_tessera.go.example.com");
    assert.deepEqual(await domains.get(domain.id), domain);
    assert.deepEqual(await Array.fromAsync(domains.list()), [domain]);
    await assert.rejects(domains.update(domain.id, { isDefault: true }), ValidationError, "not verified");
    await domains.delete(domain.id);
    await assert.rejects(domains.verify(domain.id), NotFoundError);
  });

  it("creates many codes with one request, all or none", async () => {
    const names = ["One", "Two", "Three"];
    const made = await tessera.codes.createMany(names.map((name) => ({ ...MENU, name })));
    assert.deepEqual(
      made.map(({ name }) => name),
      names,
    );
    const wrong = tessera.codes.createMany([MENU, { ...MENU, size: 1 }]);
    await assert.rejects(wrong, { name: "ValidationError", message: /qrcodes\[1\]\.size/ });
  });

  it("iterates over all pages of codes and of scans", async () => {
    const category = "Pages";
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.push((await tessera.codes.create({ ...MENU, category })).id);
    const listed = await idsOf(tessera.codes.list({ category, limit: 2 }));
    assert.deepEqual(listed, made.toReversed());
    const scans = await use.scan(made[0]!, Array(5).fill({}));
    const read = await idsOf(tessera.codes.scans(made[0]!, { limit: 2 }));
    assert.deepEqual(read.toSorted(), scans.toSorted());
    for await (const { id } of tessera.codes.list({ category, limit: 1 })) {
      assert.equal(id, made[4]);
      break;
    }
  });

  it("reads analytics, traffic and scannability", async () => {
    const { id, shareToken } = await tessera.codes.create(MENU);
    await use.app.request("GET", `/r/${shareToken}`, { headers: { "user-agent": PHONE } });
    await use.app.request("HEAD", `/r/${shareToken}`);
    assert.equal((await tessera.codes.analytics(id, { days: 2 })).timeline.length, 2);
    assert.equal((await tessera.codes.traffic(id)).counted, 1);
    assert.equal((await tessera.codes.scannability(id)).passes, true);
  });

  it("returns pictures as bytes, with their type", async () => {
    const { id } = await tessera.codes.create(MENU);
    const png = await tessera.codes.image(id, { size: 256 });
    assert.equal(png.contentType, "image/png");
    assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    const svg = await tessera.codes.image(id, { format: "svg" });
    assert.match(svg.contentType, /^image\/svg\+xml/);
    assert.match(new TextDecoder().decode(svg.bytes), /^<svg /);
  });

  it("returns all scans as a stream of CSV", async () => {
    const { id } = await tessera.codes.create(MENU);
    await use.scan(id, Array(3).fill({}));
    const csv = await new Response(await tessera.codes.scansCsv(id)).text();
    const [head, ...lines] = csv.trimEnd().split(/\r?\n/);
    assert.match(head!, /^\W*id,qrCodeId,/);
    assert.equal(lines.length, 3);
    await assert.rejects(tessera.codes.scansCsv(MISSING), NotFoundError);
  });

  it("sets looks, saves them and uploads logos", async () => {
    const { id } = await tessera.codes.create(MENU);
    const { bytes, contentType } = await tessera.codes.image(id, { size: 128 });
    assert.equal(contentType, "image/png");
    await assert.rejects(tessera.logos.upload({ bytes, contentType }), /contains a QR code/);
    const logo = await tessera.logos.upload({ bytes: new Uint8Array(picture()), contentType });
    assert.equal(logo.width, 60);
    assert.deepEqual(await idsOf(tessera.logos.list({ limit: 1 })), [logo.id]);
    const saved = await tessera.styles.create({ name: "Round", style: { modules: "rounded" } });
    await tessera.styles.update(saved.id, { name: "Rounder" });
    const [listed] = await Array.fromAsync(tessera.styles.list({ limit: 1 }));
    assert.equal(listed?.name, "Rounder");
    assert.deepEqual(await tessera.styles.get(saved.id), listed);
    assert.deepEqual(await tessera.logos.get(logo.id), logo);
    assert.equal((await tessera.codes.setStyle(id, { styleId: saved.id })).modules, "rounded");
    assert.equal((await tessera.codes.style(id)).modules, "rounded");
    assert.deepEqual(await tessera.codes.setPage(id, { title: "Hello" }), { title: "Hello", text: null });
    assert.deepEqual(await tessera.codes.page(id), { title: "Hello", text: null });
    assert.equal((await tessera.setBrand({ color: "#9c4221" })).color, "#9c4221");
    assert.equal((await tessera.brand()).showFooter, true);
    const presets = await tessera.setUtmPresets([{ name: "Poster", source: "poster" }]);
    assert.deepEqual(await tessera.utmPresets(), presets);
    await tessera.codes.resetStyle(id);
    assert.equal((await tessera.codes.style(id)).modules, "square");
    await tessera.styles.delete(saved.id);
    await tessera.logos.delete(logo.id);
    assert.deepEqual(await idsOf(tessera.styles.list()), []);
  });

  it("checks slugs, and creates, lists, changes, draws and deletes placements", async () => {
    const slug = `client-${process.pid}-menu`;
    assert.deepEqual(await tessera.checkSlug(slug), { slug, isFree: true, reason: null });
    const { id, shareToken } = await tessera.codes.create({ ...MENU, slug });
    assert.equal(shareToken, slug);
    const [door, blank] = await tessera.placements.create(id, [{ name: "Door" }, { name: null }]);
    const named = await tessera.placements.update(id, blank!.id, { name: "Bar", isPaused: true });
    assert.deepEqual([named.name, named.isPaused], ["Bar", true]);
    const all = await Array.fromAsync(tessera.placements.list(id, { sort: "name", limit: 1 }));
    assert.deepEqual(
      all.map(({ name }) => name),
      ["Bar", "Door"],
    );
    assert.equal(
      (await tessera.placements.image(id, door!.id, { format: "svg" })).contentType,
      "image/svg+xml; charset=utf-8",
    );
    await tessera.placements.delete(id, door!.id);
    assert.equal((await Array.fromAsync(tessera.placements.list(id))).length, 1);
  });

  it("creates tags, sets them, lists codes by them, merges and deletes them", async () => {
    const { id } = await tessera.codes.create(MENU);
    const before = await tessera.tags.list();
    const [summer, winter] = [
      await tessera.tags.create({ name: "Summer" }),
      await tessera.tags.create({ name: "Winter" }),
    ];
    assert.equal((await tessera.tags.update(winter.id, { color: "#123456" })).color, "#123456");
    assert.deepEqual(await tessera.codes.setTags(id, [summer.id]), [summer.id]);
    assert.deepEqual(await tessera.codes.tags(id), [summer.id]);
    assert.deepEqual(await idsOf(tessera.codes.list({ tag: [summer.id] })), [id]);
    assert.equal((await tessera.tags.merge(summer.id, winter.id)).name, "Winter");
    assert.deepEqual(await idsOf(tessera.codes.list({ tag: [winter.id] })), [id]);
    await tessera.tags.delete(winter.id);
    assert.deepEqual(await tessera.tags.list(), before);
  });

  it("reads the history of a code and restores an earlier content", async () => {
    const { id } = await tessera.codes.create(MENU);
    await tessera.codes.update(id, { content: "https://example.com/lunch" });
    const versions = await Array.fromAsync(tessera.codes.versions(id, { limit: 1 }));
    assert.deepEqual(
      versions.map(({ version, content }) => [version, content]),
      [
        [2, "https://example.com/lunch"],
        [1, MENU.content],
      ],
    );
    assert.equal((await tessera.codes.restoreVersion(id, 1)).content, MENU.content);
  });

  it("returns which key it uses", async () => {
    assert.equal((await tessera.me()).plan, "pro");
  });

  it("throws a class for each error, with code, details and the request id", async () => {
    const mistake = await tessera.codes.create({ ...MENU, name: " ", size: 1 }).catch((error: unknown) => error);
    assert.ok(mistake instanceof ValidationError);
    const { name, code, status, details, requestId } = mistake;
    assert.deepEqual([name, code, status], ["ValidationError", "validation_error", 400]);
    assert.deepEqual(details.map(({ field }) => field).toSorted(), ["name", "size"]);
    assert.match(requestId ?? "", /./);
    await assert.rejects(tessera.codes.get(MISSING), NotFoundError);
    await assert.rejects(client({ key: "tsr_wrong" }).codes.get(MISSING), InvalidApiKeyError);
    const elsewhere = client({ url: `${use.app.url}/docs?` });
    await assert.rejects(elsewhere.codes.get(MISSING), (error) => {
      assert.ok(error instanceof UnexpectedAnswerError);
      assert.equal(error.code, "unexpected_answer");
      return true;
    });
  });

  it("exposes the raw API too, typed by the document", async () => {
    const { data, error, response } = await tessera.api.GET("/api/v1/qrcodes/{id}", {
      params: { path: { id: MISSING } },
    });
    assert.equal(data, undefined);
    assert.equal(error?.error, "not_found");
    assert.equal(response.status, 404);
  });
});

describe("The client's options", () => {
  it("accept a URL with a path", async () => {
    const seen: string[] = [];
    const fetch = async (request: unknown) => {
      seen.push((request as Request).url);
      return Response.json({ data: [], nextCursor: null });
    };
    for (const url of ["https://example.com/qr", "https://example.com/qr/"]) {
      const tessera = createClient({ url, key: "tsr_x", fetch });
      await Array.fromAsync(tessera.codes.list({ limit: 5 }));
    }
    assert.deepEqual(seen, Array(2).fill("https://example.com/qr/api/v1/qrcodes?limit=5"));
  });

  it("send the client's name, and wait for the rate limit a minute at most by default", async () => {
    const named: (string | null)[] = [];
    const limited = async (request: unknown) => {
      named.push((request as Request).headers.get("user-agent"));
      return Response.json({ error: "rate_limited" }, { status: 429, headers: { "retry-after": "61" } });
    };
    const onPause = () => assert.fail("it waits");
    const tessera = createClient({ url: "https://example.com", key: "tsr_x", fetch: limited, onPause });
    await assert.rejects(tessera.me(), RateLimitError);
    assert.deepEqual(named, [`tessera-qr-client/${manifest.version}`]);
  });

  it("are refused if they are invalid", () => {
    assert.throws(() => createClient({ url: "qr.example.com", key: "tsr_x" }), /http or https URL/);
    assert.throws(() => createClient({ url: "https://example.com", key: "" }), /an API key/);
  });
});
