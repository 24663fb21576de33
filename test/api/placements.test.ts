import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { scanLine } from "../../src/scans/lines.ts";
import { createIds } from "../../src/shared/ids.ts";
import { dbOf, packAll } from "../store/steps.ts";
import { settleLines } from "../support/settle.ts";
import { onSqlite } from "../support/stores.ts";
import { assertError, badFields, MISSING, PATH, TIME, useApp } from "./support.ts";

const FIELDS = ["id", "name", "token", "shareUrl", "scanCount", "isPaused", "createdAt"];
const AGENT = '["mobile","Safari","iOS"]';
const PLACE = '["DE","Berlin",52.5,13.4]';

interface Shown {
  id: string;
  name: string | null;
  token: string;
  scanCount: number;
}

onSqlite("Placements", (engine) => {
  const use = useApp(engine);
  const pathOf = (code: string, rest = "") => `${PATH}/${code}/placements${rest}`;
  const post = (code: string, placements: unknown, headers = {}) =>
    use.ask("POST", pathOf(code), { json: { placements }, headers });
  async function made(code: string, ...names: (string | null)[]): Promise<Shown[]> {
    const answer = await post(
      code,
      names.map((name) => ({ name })),
    );
    assert.equal(answer.status, 201, answer.text);
    return answer.json.data;
  }
  const list = async (code: string, query = "") => (await use.ask("GET", pathOf(code, query))).json;
  const visit = (token: string) => use.app.request("GET", `/r/${token}`);
  const counts = async (code: string) => {
    const { data } = await list(code, "?sort=name");
    return Object.fromEntries((data as Shown[]).map(({ name, scanCount }) => [name, scanCount]));
  };
  const scanCountOf = async (id: string) => (await use.ask("GET", `${PATH}/${id}`)).json.scanCount;

  it("201: each has its own link, in the order of the request", async () => {
    const { id } = await use.code();
    const answer = await post(id, [{ name: "Table 1" }, { name: "Table 2", slug: `Table-2-${id.slice(-12)}` }]);
    assert.equal(answer.status, 201, answer.text);
    const [first, second] = answer.json.data;
    assert.deepEqual(Object.keys(first), FIELDS);
    assert.deepEqual([first.name, second.name], ["Table 1", "Table 2"]);
    assert.equal(second.token, `table-2-${id.slice(-12)}`);
    assert.equal(first.shareUrl, `http://tessera.test/r/${first.token}`);
    assert.match(first.createdAt, TIME);
    assert.deepEqual([first.scanCount, first.isPaused], [0, false]);
    assert.deepEqual((await list(id)).data, [second, first]);
  });

  it("a scan counts for the code and for its placement", async () => {
    const code = await use.code({ content: "https://example.com/menu" });
    const [door, bar] = await made(code.id, "Door", "Bar");
    for (const token of [door!.token, door!.token.toUpperCase(), bar!.token, code.shareToken]) {
      const answer = await visit(token);
      assert.equal(answer.status, 302);
      assert.equal(answer.headers.get("location"), "https://example.com/menu");
    }
    assert.deepEqual(await counts(code.id), { Door: 2, Bar: 1 });
    assert.equal(await scanCountOf(code.id), 4);
  });

  it("a change of the code is seen through its placements at once", async () => {
    const code = await use.code();
    const [door] = await made(code.id, "Door");
    assert.equal((await visit(door!.token)).status, 302);
    await use.ask("PATCH", `${PATH}/${code.id}`, { json: { content: "https://example.com/new" } });
    assert.equal((await visit(door!.token)).headers.get("location"), "https://example.com/new");
    await use.ask("DELETE", `${PATH}/${code.id}`);
    assert.equal((await visit(door!.token)).status, 404);
    await use.ask("POST", `${PATH}/${code.id}/restore`);
    assert.equal((await visit(door!.token)).status, 302);
  });

  it("writes its name into the destination, also after it is renamed", async () => {
    const code = await use.code({ content: "https://example.com/?at={placement}&x=1" });
    const [door] = await made(code.id, "Door & bar");
    const placeOf = async (token: string) => (await visit(token)).headers.get("location");
    assert.equal(await placeOf(door!.token), "https://example.com/?at=Door%20%26%20bar&x=1");
    assert.equal(await placeOf(code.shareToken), "https://example.com/?x=1");
    await use.ask("PATCH", pathOf(code.id, `/${door!.id}`), { json: { name: "Roof" } });
    assert.equal(await placeOf(door!.token), "https://example.com/?at=Roof&x=1");
    const page = await use.app.request("GET", `/r/${door!.token}+`);
    assert.match(page.text, /example\.com\/\?at=Roof&amp;x=1/, "the share page says so too");
  });

  it("pauses and renames one of them", async () => {
    const code = await use.code();
    const [door, bar] = await made(code.id, "Door", "Bar");
    const path = pathOf(code.id, `/${door!.id}`);
    const paused = await use.ask("PATCH", path, { json: { isPaused: true, name: "Front door" } });
    assert.equal(paused.status, 200, paused.text);
    assert.deepEqual([paused.json.name, paused.json.isPaused], ["Front door", true]);
    assert.deepEqual([(await visit(door!.token)).status, (await visit(bar!.token)).status], [404, 302]);
    const traffic = await use.ask("GET", `${PATH}/${code.id}/traffic`);
    assert.deepEqual([traffic.json.counted, traffic.json.missed.paused], [1, 1]);
    await use.ask("PATCH", path, { json: { isPaused: false } });
    assert.equal((await visit(door!.token)).status, 302);
  });

  it("after its deletion its link answers 404, its token stays taken, and its scans stay the code's", async () => {
    const code = await use.code();
    const slug = `gone-${code.id.slice(-12)}`;
    const { data } = (await post(code.id, [{ name: "Door", slug }])).json;
    assert.equal((await visit(slug)).status, 302);
    assert.equal((await use.ask("DELETE", pathOf(code.id, `/${data[0].id}`))).status, 204);
    assert.equal((await visit(slug)).status, 404);
    assert.equal(await scanCountOf(code.id), 1);
    assert.deepEqual(badFields(await post(code.id, [{ name: "Door", slug }])), ["placements[0].slug"]);
    assertError(await use.ask("DELETE", pathOf(code.id, `/${data[0].id}`)), 404, "not_found");
    assert.deepEqual(await use.app.store.scans.check(), []);
  });

  it("a blank copy has no name until it gets one", async () => {
    const code = await use.code();
    const [blank] = await made(code.id, null);
    assert.equal(blank!.name, null);
    assert.equal((await visit(blank!.token)).status, 302);
    const named = await use.ask("PATCH", pathOf(code.id, `/${blank!.id}`), { json: { name: "Bar" } });
    assert.equal(named.json.name, "Bar");
  });

  it("400: every wrong field is named, and nothing is created", async () => {
    const { id } = await use.code();
    const bad = await post(id, [{ name: "" }, { name: "ok", slug: "-a-" }, { slug: "good-slug" }, { name: "a\nb" }]);
    assert.deepEqual(badFields(bad), ["placements[0].name", "placements[1].slug", "placements[2].name"]);
    assert.deepEqual(badFields(await post(id, [{ name: "a\nb" }])), ["placements[0].name"]);
    assert.deepEqual(badFields(await post(id, [{ name: "a".repeat(101) }])), ["placements[0].name"]);
    for (const wrong of [[], Array(501).fill({ name: "x" }), "x", undefined]) {
      assert.deepEqual(badFields(await post(id, wrong)), ["placements"]);
    }
    const repeated = [
      { name: "a", slug: `twice-${id.slice(-12)}` },
      { name: "b", slug: `TWICE-${id.slice(-12)}` },
    ];
    assert.deepEqual(badFields(await post(id, repeated)), ["placements[1].slug"]);
    assert.deepEqual((await list(id)).data, []);
  });

  it("404: of another code, and for what is no id", async () => {
    const [one, two] = [await use.code(), await use.code()];
    const [door] = await made(one.id, "Door");
    for (const [method, path] of [
      ["PATCH", pathOf(two.id, `/${door!.id}`)],
      ["DELETE", pathOf(two.id, `/${door!.id}`)],
      ["GET", pathOf(two.id, `/${door!.id}/image`)],
      ["DELETE", pathOf(one.id, "/no-id")],
    ] as const) {
      const json = method === "PATCH" ? { json: { name: "Mine" } } : {};
      assertError(await use.ask(method, path, json), 404, "not_found");
    }
  });

  it("lists page by page in each order, and finds by name", async () => {
    const { id } = await use.code();
    const names = ["Table 10", "Table 9", "Bar", "Table 1", "bar 2"];
    const all = await made(id, ...names);
    await visit(all[3]!.token);
    await visit(all[3]!.token);
    await visit(all[0]!.token);
    const walk = async (query: string) => {
      const found: (string | null)[] = [];
      for (let cursor = ""; ; ) {
        const page = await list(id, `?limit=2${query}${cursor}`);
        found.push(...page.data.map((each: Shown) => each.name));
        if (page.nextCursor === null) return found;
        cursor = `&cursor=${page.nextCursor}`;
      }
    };
    assert.deepEqual(await walk(""), names.toReversed());
    assert.deepEqual(await walk("&sort=name"), ["Bar", "bar 2", "Table 1", "Table 9", "Table 10"]);
    assert.deepEqual(await walk("&sort=scans"), ["Table 1", "Table 10", "bar 2", "Bar", "Table 9"]);
    assert.deepEqual(await walk("&sort=name&q=BAR"), ["Bar", "bar 2"]);
    assert.deepEqual(await walk(`&q=${all[2]!.token.slice(2, 10).toUpperCase()}`), ["Bar"], "by its token");
    assert.deepEqual(await walk(`&q=${all[2]!.token.slice(0, 3)}`), [], "too short for a token");
    assert.deepEqual(badFields(await use.ask("GET", pathOf(id, `?cursor=${MISSING}`))), ["cursor"]);
    assert.deepEqual(badFields(await use.ask("GET", pathOf(id, "?sort=best"))), ["sort"]);
  });

  it("the same Idempotency-Key gets the first answer", async () => {
    const { id } = await use.code();
    const headers = { "idempotency-key": `placements-${id}` };
    const first = await post(id, [{ name: "Door" }], headers);
    const again = await post(id, [{ name: "Door" }], headers);
    assert.deepEqual([again.status, again.json], [201, first.json]);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    assert.deepEqual(badFields(await post(id, [{ name: "Bar" }], headers)), ["Idempotency-Key"]);
    assert.equal((await list(id)).data.length, 1);
  });

  it("draws the placement's own link", async () => {
    const code = await use.code({ name: "Menu" });
    const [door] = await made(code.id, "Door");
    const own = await use.ask("GET", `${PATH}/${code.id}/image?format=svg`);
    const image = await use.ask("GET", pathOf(code.id, `/${door!.id}/image?format=svg&download=true`));
    assert.equal(image.status, 200);
    assert.match(image.headers.get("content-disposition") ?? "", /Menu Door/);
    assert.notEqual(image.text, own.text);
    const shared = await use.app.request("GET", `/r/${door!.token}.svg`);
    assert.equal(shared.text, image.text);
  });

  describe("in reports", () => {
    async function scanned() {
      const code = await use.code();
      const [door, bar, never] = await made(code.id, "Door", "Bar", "Never");
      for (const token of [bar!.token, door!.token, bar!.token, code.shareToken]) await visit(token);
      return { id: code.id, door: door!, bar: bar!, never: never! };
    }
    const insightsOf = async (id: string, query = "") => (await use.ask("GET", `${PATH}/${id}/insights${query}`)).json;

    it("insights list the scans of each, and can be filtered by them", async () => {
      const { id, door, bar, never } = await scanned();
      const all = await insightsOf(id);
      const byPlacement = [
        { placement: bar.id, name: "Bar", scans: 2, previousScans: null },
        { placement: door.id, name: "Door", scans: 1, previousScans: null },
        { placement: never.id, name: "Never", scans: 0, previousScans: null },
      ];
      assert.deepEqual([all.scans, all.byPlacement], [4, byPlacement]);
      const filtered = await insightsOf(id, `?placement=${bar.id}`);
      assert.deepEqual([filtered.scans, filtered.byPlacement], [2, [byPlacement[0]]]);
      assert.equal((await insightsOf(id, `?placement=${bar.id}&placement=${door.id}`)).scans, 3);
      assert.equal((await insightsOf(id, `?placement=${bar.id}&placement=none`)).scans, 3);
      assert.deepEqual((await insightsOf(id, "?placement=none")).byPlacement, []);
      const own = await use.ask("GET", `/api/v1/insights?ids=${id}&placement=${door.id}`);
      assert.deepEqual([own.json.scans, own.json.byPlacement], [1, []]);
      const csv = await use.ask("GET", `${PATH}/${id}/insights.csv?table=placement`);
      assert.equal(csv.text, `placement,name,scans\r\n${bar.id},Bar,2\r\n${door.id},Door,1\r\n${never.id},Never,0\r\n`);
      const page = await use.ask("GET", `${PATH}/${id}/scans?placement=${door.id}`);
      assert.equal(page.json.data.length, 1);
      assert.ok(!("placement" in page.json.data[0]), "the scan record stays as it is");
    });

    it("insights list those without scans if there are few, or if they are chosen", async () => {
      const { id } = await scanned();
      const listed = async (query = "") => {
        const { byPlacement } = await insightsOf(id, query);
        return byPlacement.map(({ name, scans }: { name: string; scans: number }) => `${name} ${scans}`);
      };
      const shelves = await made(id, ...Array.from({ length: 47 }, (_, i) => `Shelf ${i}`));
      const shelf = shelves[7]!.id;
      assert.equal((await listed()).length, 50);
      assert.deepEqual((await listed()).slice(0, 4), ["Bar 2", "Door 1", "Never 0", "Shelf 0 0"]);
      assert.deepEqual(await listed(`?placement=${shelf}`), ["Shelf 7 0"]);
      await made(id, "One more");
      assert.deepEqual(await listed(), ["Bar 2", "Door 1"]);
      assert.deepEqual(await listed(`?placement=${shelf}`), ["Shelf 7 0"]);
    });

    it("scans of a deleted placement are filtered as the code's own", async () => {
      const { id, bar } = await scanned();
      await use.ask("DELETE", pathOf(id, `/${bar.id}`));
      assert.equal((await insightsOf(id, "?placement=none")).scans, 3);
      assert.equal((await use.ask("GET", `${PATH}/${id}/scans?placement=none`)).json.data.length, 3);
    });

    it("insights compare each with the period before, up to the same time of a running day", async () => {
      const day = 86_400_000;
      const { id, door, bar } = await scanned();
      use.clock.move(10 * day);
      const [late] = await made(id, "Late");
      for (const token of [bar.token, bar.token, door.token]) await visit(token);
      use.clock.move(3_600_000);
      await visit(bar.token);
      // Three hours later than the others of that day.
      use.clock.move(2 * 3_600_000);
      await visit(door.token);
      use.clock.move(7 * day - 2 * 3_600_000 + 60_000);
      for (const token of [bar.token, door.token, late!.token]) await visit(token);
      const before = async (query: string) =>
        (await insightsOf(id, query)).byPlacement.map((row: { name: string; scans: number; previousScans: number }) => [
          row.name,
          row.scans,
          row.previousScans,
        ]);
      const expected = [
        ["Bar", 1, 3],
        ["Door", 1, 1],
        ["Late", 1, null],
        ["Never", 0, 0],
      ];
      assert.deepEqual(await before("?period=7d&compare=previous&timezone=UTC"), expected);
      assert.deepEqual(await before("?period=7d&compare=previous&timezone=Asia/Kathmandu"), expected);
      const { byDevice } = await insightsOf(id, "?period=7d");
      const filter = `device=${byDevice[0].device}`;
      assert.deepEqual(await before(`?period=7d&compare=previous&timezone=UTC&${filter}`), expected);
      const alone = (await before("?period=7d&compare=none")) as [string, number, null][];
      assert.deepEqual(
        alone.map(([, , previous]) => previous),
        [null, null, null, null],
      );
    });

    it("scans.csv has them with details=true", async () => {
      const { id, door } = await scanned();
      const linesOf = async (query: string) =>
        (await use.ask("GET", `${PATH}/${id}/scans.csv${query}`)).text.trimEnd().split("\r\n");
      const [plain, detailed] = [await linesOf(""), await linesOf("?details=true")];
      assert.equal(detailed[0], `${plain[0]},placementId,placementName,rule,variant`);
      assert.equal(detailed.filter((line) => line.endsWith(`,${door.id},Door,,`)).length, 1);
      assert.equal(detailed.filter((line) => line.endsWith(",,,,")).length, 1);
      assert.deepEqual(
        detailed.slice(1).map((line) => line.split(",").slice(0, -4).join(",")),
        plain.slice(1),
      );
    });

    it("scans.csv filtered by placement is read again, since placements change without a scan", async () => {
      const { id, bar } = await scanned();
      const read = (query: string, headers = {}) => use.ask("GET", `${PATH}/${id}/scans.csv${query}`, { headers });
      const before = await read("?placement=none");
      await use.ask("DELETE", pathOf(id, `/${bar.id}`));
      const etag = before.headers.get("etag");
      const after = await read("?placement=none", etag === null ? {} : { "if-none-match": etag });
      const counts = [before, after].map(({ text }) => text.trimEnd().split("\r\n").length - 1);
      assert.deepEqual(counts, [1, 3]);
      assert.ok((await read("?device=mobile")).headers.has("etag"), "with other filters it has an ETag");
    });
  });

  describe("moved to another code", () => {
    it("takes its link and its scans along", async () => {
      const [one, two] = [await use.code(), await use.code({ content: "https://example.com/two" })];
      const [door] = await made(one.id, "Door");
      await visit(door!.token);
      await visit(one.shareToken);
      const moved = await use.ask("PATCH", pathOf(one.id, `/${door!.id}`), { json: { codeId: two.id, name: "Roof" } });
      assert.equal(moved.status, 200, moved.text);
      assert.deepEqual([moved.json.id, moved.json.name, moved.json.scanCount], [door!.id, "Roof", 1]);
      assert.equal(moved.json.scansStayed, 0);
      const renamed = await use.ask("PATCH", pathOf(two.id, `/${door!.id}`), { json: { name: "Roof" } });
      assert.equal("scansStayed" in renamed.json, false);
      assert.deepEqual([await scanCountOf(one.id), await scanCountOf(two.id)], [1, 1]);
      assert.equal((await visit(door!.token)).headers.get("location"), "https://example.com/two");
      assert.deepEqual([await counts(one.id), await counts(two.id)], [{}, { Roof: 2 }]);
      assertError(await use.ask("PATCH", pathOf(one.id, `/${door!.id}`), { json: { name: "x" } }), 404, "not_found");
      assert.deepEqual(await use.app.store.scans.check(), []);
    });

    it("takes its scans along although it is deleted before they have followed", async (test) => {
      const [one, two] = [await use.code(), await use.code()];
      const [door] = await made(one.id, "Door");
      for (const token of [door!.token, one.shareToken, door!.token]) await visit(token);
      await scanCountOf(one.id);
      const stopped = test.mock.method(use.app.store.placements, "moveScans", async () => {});
      const moved = await use.ask("PATCH", pathOf(one.id, `/${door!.id}`), { json: { codeId: two.id } });
      assert.deepEqual([moved.status, moved.json.scanCount], [200, 0], "as if they were many");
      stopped.mock.restore();
      assert.equal((await use.ask("DELETE", pathOf(two.id, `/${door!.id}`))).status, 204);
      assert.deepEqual([await scanCountOf(one.id), await scanCountOf(two.id)], [1, 2]);
      assert.deepEqual(await use.app.store.scans.check(), []);
    });

    it("does not say how many scans stayed when some could not be read, and can be deleted", async (test) => {
      const [one, two] = [await use.code(), await use.code()];
      const [door, desk] = await made(one.id, "Door", "Desk");
      for (const { token } of [door!, desk!]) await visit(token);
      await scanCountOf(one.id);
      const db = dbOf(use.app.store);
      const { num } = await db.selectFrom("codes").select("num").where("id", "=", one.id).executeTakeFirstOrThrow();
      await packAll(use.app.store, [num]);
      const block = await db
        .selectFrom("scan_blocks")
        .selectAll()
        .where("code_num", "=", num)
        .executeTakeFirstOrThrow();
      const setFacts = (facts: Uint8Array) =>
        db.updateTable("scan_blocks").set({ facts }).where("code_num", "=", num).execute();
      await setFacts(Buffer.of(1, 2, 3));
      const move = ({ id }: Shown) => use.ask("PATCH", pathOf(one.id, `/${id}`), { json: { codeId: two.id } });
      const moved = await move(door!);
      assert.deepEqual([moved.status, moved.json.scanCount, "scansStayed" in moved.json], [200, 0, false]);
      const listed = await use.ask("GET", `${PATH}/${one.id}/scans`);
      assert.deepEqual([listed.json.data, listed.headers.get("scans-incomplete")], [[], "true"]);
      const stopped = test.mock.method(use.app.store.placements, "moveScans", async () => {});
      await move(desk!);
      stopped.mock.restore();
      for (const { id } of [desk!, door!])
        assert.equal((await use.ask("DELETE", pathOf(two.id, `/${id}`))).status, 204);
      await setFacts(block.facts);
      const again = await use.ask("GET", `${PATH}/${one.id}/scans`);
      assert.deepEqual([again.json.data.length, again.headers.get("scans-incomplete")], [2, null]);
      assert.deepEqual(await use.app.store.scans.check(), []);
    });

    it("400: not to a code of another workspace, or none", async () => {
      const { id } = await use.code();
      const [door] = await made(id, "Door");
      const other = await use.code({}, (await use.app.user()).key);
      for (const codeId of [other.id, MISSING, "x"]) {
        const answer = await use.ask("PATCH", pathOf(id, `/${door!.id}`), { json: { codeId, name: "Roof" } });
        assert.deepEqual(badFields(answer), ["codeId"]);
      }
      const wrongName = { codeId: (await use.code()).id, name: " " };
      assert.deepEqual(badFields(await use.ask("PATCH", pathOf(id, `/${door!.id}`), { json: wrongName })), ["name"]);
      const twice = { ...wrongName, isPaused: 5 };
      const both = await use.ask("PATCH", pathOf(id, `/${door!.id}`), { json: twice });
      assert.deepEqual(badFields(both), ["isPaused", "name"]);
      assert.deepEqual(await counts(id), { Door: 0 });
    });
  });

  describe("whose scan", () => {
    const settle = (code: string, placement: string) => {
      const at = use.clock.now();
      return settleLines(use.app.store, [scanLine(createIds(() => at)(), code, at, AGENT, PLACE, null, placement)]);
    };

    it("one of an unknown placement counts for the code alone", async () => {
      const { id } = await use.code();
      await made(id, "Door");
      const report = await settle(id, MISSING);
      assert.deepEqual(report.aside, []);
      assert.equal(await scanCountOf(id), 1);
      assert.deepEqual(await counts(id), { Door: 0 });
    });

    it("one of another code's placement counts for the code that was scanned, and for no placement", async () => {
      const [one, two] = [await use.code(), await use.code()];
      const [door] = await made(two.id, "Door");
      await settle(one.id, door!.id);
      assert.deepEqual([await scanCountOf(one.id), await scanCountOf(two.id)], [1, 0]);
      assert.deepEqual(await counts(two.id), { Door: 0 });
      assert.deepEqual(await use.app.store.scans.check(), []);
    });
  });
});
