import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, it } from "node:test";
import { createRootRule, createShareRule } from "../../src/codes/own-share.ts";
import { readRecords } from "../../src/imports/file.ts";
import { importLinks } from "../../src/imports/import.ts";
import { BIN_MS } from "../../src/shared/bin.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { missingPages } from "../../src/shared/link-lists.ts";
import type { Store } from "../../src/store/store.ts";
import { peerJson } from "../../web/src/pages/import/peer-file.ts";
import { newCode } from "../support/fixtures.ts";
import { addOwnerWithKey } from "../support/owner.ts";
import { freshDir, onEachEngine } from "../support/stores.ts";

const NOW = Date.UTC(2026, 4, 6, 12);

onEachEngine("Links of other products", (engine) => {
  let store: Store;
  let workspaceId: string;
  before(async () => {
    store = await engine.fresh();
    workspaceId = (await addOwnerWithKey(store)).id;
  });

  async function take(text: string, now = NOW, into = store, owner = workspaceId) {
    const file = join(freshDir(), "links");
    writeFileSync(file, text);
    const told: string[] = [];
    const print = (line: string) => void told.push(line);
    const { seen: _, ...report } = await importLinks({
      source: "shlink",
      records: readRecords(file, print),
      store: into,
      workspaceId: owner,
      now,
      createId: createIds(() => now),
      shareRule: createShareRule({ baseUrl: "https://tessera.test", port: 3000 }),
      rootRule: createRootRule({ store: into, siteOf: () => undefined }),
      by: { kind: "command", name: "import" },
      lifetimeMs: 365 * DAY_MS,
      isDryRun: false,
      print,
    });
    return { report, told: told.join("\n") };
  }
  const link = (shortCode: string, more: object = {}) => ({ shortCode, longUrl: "https://example.com/", ...more });

  it("are validated one by one, and an invalid one does not stop the import", async () => {
    const dateCreated = "+012345-01-01T00:00:00Z";
    const { report, told } = await take(
      JSON.stringify([
        link("zero", { tags: ["a\0b"] }),
        link("half", { tags: ["\ud83d"] }),
        link("two\n\u001b[2Jlines"),
        link("long", { tags: [`${"x".repeat(99)}😀😀`] }),
        link("late", { dateCreated, meta: { validUntil: "-000001-01-01T00:00:00Z" } }),
      ]),
    );
    assert.deepEqual(report, { codes: 4, there: 0, refused: 1 });
    assert.match(told, /^link 3 \(two\ufffd\ufffd\[2Jlines\): skipped, its token has/m);
    assert.match(told, /link 1 \(zero\): not imported: its tag "a\ufffdb": a name must .*NUL/);
    assert.match(told, /link 2 \(half\): not imported: its tag .*: a name must .*Unicode/);
    assert.match(told, /link 5 \(late\): not imported: its creation date, because "\+012345-/);
    assert.match(told, /link 4 \(long\): not imported: its tag "x+…?.*": a name must be at most 100 characters/);
    const [late] = await store.codes.findByTokens(["late"]);
    assert.equal(late!.createdAt, NOW);
    assert.equal(late!.expiresAt, NOW + 365 * DAY_MS);
  });

  it("are reported if they were created in the future or their visits are not a number", async () => {
    const dateCreated = "2031-01-01T00:00:00Z";
    const { report, told } = await take(
      JSON.stringify([
        link("future", { dateCreated, visitsSummary: { total: 3 } }),
        link("many", { visitsSummary: { total: "1.5k" } }),
        link("less", { visitsCount: -1 }),
        link("half-a-visit", { visitsCount: "1,5" }),
        link("grouped", { visitsCount: "1,234,567" }),
        link("spaced", { visitsCount: "12 34 567" }),
      ]),
    );
    assert.deepEqual(report, { codes: 6, there: 0, refused: 0 });
    assert.deepEqual(told.split("\n"), [
      "link 1 (future): not imported: its creation date, which is in the future",
      'link 2 (many): not imported: its number of visits, because "1.5k" is not a number',
      'link 3 (less): not imported: its number of visits, because "-1" is not a number',
      'link 4 (half-a-visit): not imported: its number of visits, because "1,5" is not a number',
    ]);
    for (const token of ["grouped", "spaced"]) {
      const [code] = await store.codes.findByTokens([token]);
      const counted = [{ source: "shlink", total: 1_234_567 }];
      assert.deepEqual(await store.scans.imported(code!.num), counted);
    }
    const [future] = await store.codes.findByTokens(["future"]);
    assert.equal(future!.createdAt, NOW);
  });

  it("are all refused from a table broken by a quote", async () => {
    const head = "Short code,Long URL,Title\n";
    for (const title of ['"Open', '"Two"x']) {
      const torn = `${head}torn,https://example.com,${title}\nlost,https://example.com,Lost\n`;
      await assert.rejects(take(torn), /links is not a valid CSV table: row 2, .*quote/, title);
    }
    assert.deepEqual(await store.codes.findByTokens(["torn", "lost"]), []);
    const { report } = await take(`${head}inches,https://example.com,27" wide\n`);
    assert.deepEqual(report, { codes: 1, there: 0, refused: 0 });
  });

  it("are only read from a regular file, since others may never end", async () => {
    assert.throws(() => readRecords("/dev/zero"), /\/dev\/zero is not a file/);
    assert.throws(() => readRecords(freshDir()), /is not a file/);
    const file = join(freshDir(), "links.csv");
    writeFileSync(file, "a");
    truncateSync(file, 257 * 1024 * 1024);
    assert.throws(() => readRecords(file), /has more than 256 MiB/);
  });

  it("are reported as missing if the file has none", async () => {
    for (const text of ["[]", '{"data": []}', '[{"shortUrls": {"data": []}}]', "Short code\n"]) {
      await assert.rejects(take(text), /links contains no links\.$/, text);
    }
  });

  it("are said to be some of several pages, unless the file has all of them", async () => {
    const page = (currentPage: number) => {
      return { shortUrls: { data: [link(`page-${currentPage}`)], pagination: { currentPage, pagesCount: 3 } } };
    };
    assert.equal(missingPages(new Array(200_000).fill({})), null, "a long list has no pages");
    const missing = "This file has page 1 of 3: the links of the other pages are missing.";
    const first = JSON.stringify(page(1));
    assert.deepEqual(await take(first), { report: { codes: 1, there: 0, refused: 0 }, told: missing });
    assert.equal(peerJson(first)?.missing, missing);
    const all = JSON.stringify([1, 2, 3].map(page));
    assert.deepEqual(await take(all), { report: { codes: 2, there: 1, refused: 0 }, told: "" });
    assert.equal(peerJson(all)?.missing, null);
  });

  it("are named by their row, counting blank lines and ignoring a byte order mark", async () => {
    const { told } = await take('\ufeffShort code,Long URL\n\nok,"https://example.com/\n"\n , \nbad,\n');
    assert.match(told, /^row 5 \(bad\): skipped, it has no destination$/);
  });

  it("are not reported if they exist unchanged, and refused if none has an address", async () => {
    const same = JSON.stringify([link("same")]);
    assert.deepEqual((await take(same)).report, { codes: 1, there: 0, refused: 0 });
    assert.deepEqual(await take(same), { report: { codes: 0, there: 1, refused: 0 }, told: "" });
    const other = JSON.stringify([{ address: "a", target: "https://example.com" }]);
    await assert.rejects(take(other), /No link has a short address: it is not an export of shlink/);
  });

  it("are imported all at once: an interrupted import leaves nothing behind, and its addresses are free", async () => {
    const other = (await addOwnerWithKey(store)).id;
    const lost = JSON.stringify([link("lost-1"), link("lost-2")]);
    // The second code of the change fails.
    const half = async (codes: Parameters<typeof store.importer.take>[0], ...more: [number, number?]) =>
      store.importer.take([codes[0]!, { ...codes[1]!, code: { ...codes[1]!.code, name: null as never } }], ...more);
    const cut = { ...store, importer: { ...store.importer, take: half } };
    await assert.rejects(take(lost, NOW, cut, workspaceId), /null/i);
    assert.equal(await store.importer.unfinished(), 0);
    const again = await take(lost, NOW, store, other);
    assert.deepEqual(again, { report: { codes: 2, there: 0, refused: 0 }, told: "" });
    assert.equal((await store.codes.findByTokens(["lost-1"]))[0]!.workspaceId, other);
  });

  it("stand in lists in the order of the file", async () => {
    const tokens = ["order-c", "order-a", "order-b"];
    await take(JSON.stringify(tokens.map((token) => link(token))));
    const found = await store.codes.findByTokens(tokens);
    const inOrder = found.toSorted((a, b) => a.num - b.num).map(({ token }) => token);
    assert.deepEqual(inOrder, tokens);
  });

  it("are skipped while a bundle with their address is being imported", async () => {
    // As the import of a bundle does first.
    const reserve = async (codes: Parameters<typeof store.importer.take>[0]) => {
      await store.importer.reserve(codes.map(({ code }) => code));
    };
    await take(JSON.stringify([link("of-a-bundle")]), NOW, {
      ...store,
      importer: { ...store.importer, take: reserve },
    });
    const { report, told } = await take(JSON.stringify([link("of-a-bundle"), link("of-a-link")]));
    assert.deepEqual(report, { codes: 1, there: 0, refused: 1 });
    assert.match(told, /\(of-a-bundle\): skipped, its token belongs to a bundle that is being imported/);
  });

  it("are imported by one of two imports at the same time, and the other one says so", async () => {
    const before = await store.importer.unfinished();
    const others = await Promise.all(Array.from({ length: 3 }, async () => (await addOwnerWithKey(store)).id));
    const tokens = Array.from({ length: 20 }, (_, i) => `both-${i}`);
    const files = [tokens, tokens.toReversed(), tokens.slice(5)].map((some) =>
      JSON.stringify(some.map((token) => link(token))),
    );
    const outcomes = await Promise.all(
      files.map((file, i) =>
        take(file, NOW, store, others[i]).then(
          ({ report }) => report,
          (error: Error) => error.message,
        ),
      ),
    );
    const holders = new Set((await store.codes.findByTokens(tokens.slice(5))).map((code) => code.workspaceId));
    assert.equal(holders.size, 1, "all links of a file, or none");
    for (const [i, outcome] of outcomes.entries()) {
      if (others[i] === [...holders][0]) assert.deepEqual(outcome, { codes: i === 2 ? 15 : 20, there: 0, refused: 0 });
      else if (typeof outcome === "string") assert.match(outcome, /^The token both-\d+ was taken during the import\./);
      else assert.ok(outcome.refused >= 15);
    }
    assert.equal(await store.importer.unfinished(), before);
  });

  it("are skipped if their codes exist, are deleted or belong to another workspace, with the reason", async () => {
    const other = (await addOwnerWithKey(store)).id;
    const codes = [
      newCode(workspaceId, NOW, { token: "live" }),
      newCode(workspaceId, NOW, { token: "erased" }),
      newCode(workspaceId, NOW, { token: "binned" }),
      newCode(other, NOW, { token: "foreign" }),
    ];
    for (const code of codes) await store.codes.create(code);
    await store.codes.remove(workspaceId, codes[1]!.id, NOW);
    await store.maintain(NOW + BIN_MS + 1, undefined);
    await store.codes.remove(workspaceId, codes[2]!.id, NOW + BIN_MS);
    const { report, told } = await take(
      JSON.stringify(["live", "erased", "binned", "foreign"].map((token) => link(token))),
      NOW + BIN_MS + 1,
    );
    assert.deepEqual(report, { codes: 0, there: 1, refused: 3 });
    assert.match(told, /\(live\): already exists, with another destination\n/);
    assert.match(told, /\(erased\): skipped, its code was erased\n/);
    assert.match(told, /\(binned\): skipped, its code is in the bin\n/);
    assert.match(told, /\(foreign\): skipped, its token is taken: .*another workspace$/);
  });
});
