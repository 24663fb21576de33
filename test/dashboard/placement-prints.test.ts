import assert from "node:assert/strict";
import { before, it } from "node:test";
import { decode } from "../../src/rendering/decode.ts";
import { labelBox } from "../../src/rendering/sheet/layout.ts";
import { SHEETS } from "../../src/rendering/sheet/sheets.ts";
import { cutOut, printed } from "../rendering/support/printed.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { newCode } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { needs } from "../support/tools.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";
import { unzip } from "./unzip.ts";

const DPI = 300;

interface Copy {
  id: string;
  name: string | null;
  shareUrl: string;
}

onSqlite("prints of placements", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let codeId: string;
  /** In the order of their names. */
  let tables: Copy[];
  const bytes = async (path: string, body: object): Promise<Buffer> => {
    const answer = await fetch(`${app.url}${BASE}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://tessera.test", cookie: owner.cookie() },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, path);
    return Buffer.from(await answer.arrayBuffer());
  };

  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "prints@example.com");
    const { workspaceId } = (await app.store.users.findByEmail("prints@example.com"))!;
    const code = newCode(workspaceId, Date.now(), { name: "Menu", content: "https://x.org/{placement}" });
    await app.store.codes.create(code);
    codeId = code.id;
    const placements = Array.from({ length: 40 }, (_, i) => ({ name: `Table ${i + 1}`, slug: `print-${40 - i}` }));
    const made = await owner.request("POST", `/qrcodes/${codeId}/placements`, { placements: placements.toReversed() });
    assert.equal(made.status, 201, made.text);
    tables = made.json.data.toReversed();
  });

  it("have the names of the placements on labels, in natural order", async () => {
    const plan = await owner.request("POST", "/preview/sheet", { codeId, sheet: "L7160", text: "under" });
    assert.equal(plan.status, 200, plan.text);
    assert.deepEqual([plan.json.labels, plan.json.pages], [40, 2]);
    const some = tables.slice(1, 3).map(({ id }) => id);
    const two = await owner.request("POST", "/preview/sheet", { codeId, ids: some, sheet: "L7160" });
    assert.equal(two.json.labels, 2);
    const found = await owner.request("POST", "/preview/sheet", { codeId, q: "table 4", sheet: "L7160" });
    assert.equal(found.json.labels, 2, "Table 4 and Table 40");
    const small = {
      page: { width: 100, height: 100 },
      columns: 2,
      rows: 2,
      width: 8,
      height: 8,
      left: 5,
      top: 5,
      pitchX: 8,
      pitchY: 8,
    };
    const tiny = await owner.request("POST", "/preview/sheet", { codeId, measures: small, text: "none" });
    const names = tiny.json.tooSmall.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      names,
      tables.map(({ name }) => name),
    );
  });

  it("are images named after the placements in a ZIP file, with an index", async () => {
    const some = tables.slice(8, 10);
    const zip = unzip(await bytes("/selection/images", { codeId, ids: some.map(({ id }) => id), size: 256 }));
    assert.deepEqual([...zip.keys()], ["Table 9.png", "Table 10.png", "index.csv"]);
    for (const { name, shareUrl } of some) {
      assert.equal((await decode(zip.get(`${name}.png`)!))?.toLowerCase(), shareUrl);
      assert.ok(zip.get("index.csv")!.toString().includes(`${name},${name}.png,share link,${shareUrl},`));
    }
  });

  it("404 and 400: of another owner's code, of no placement, and of nothing", async () => {
    const other = await signedIn(app, "other-prints@example.com");
    for (const path of ["/preview/sheet", "/selection/sheet"]) {
      assert.equal((await other.request("POST", path, { codeId })).status, 404);
      assert.equal((await owner.request("POST", path, { codeId, ids: [codeId] })).status, 404);
      assert.equal((await owner.request("POST", path, {})).status, 400);
    }
    assert.equal((await owner.request("POST", "/selection/images", {})).status, 400);
  });

  // rendering/sheet-read.test.ts reads every label of a page with two decoders.
  it("have the link of each placement on its label, on the second page too", { skip: needs("gs") }, async () => {
    const sheet = SHEETS.L7160;
    const aPage = sheet.columns * sheet.rows;
    const wanted = tables.slice(0, aPage + 1);
    const body = { codeId, ids: wanted.map(({ id }) => id), sheet: "L7160", text: "beside" };
    const pages = printed(await bytes("/selection/sheet", body), DPI);
    for (const [i, { shareUrl }] of wanted.entries()) {
      const picture = cutOut(pages[Math.floor(i / aPage)]!, labelBox(sheet, i % aPage), DPI);
      assert.equal((await decode(picture))?.toLowerCase(), shareUrl, `label ${i}`);
    }
  });
});
