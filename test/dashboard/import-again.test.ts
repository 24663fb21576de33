import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { createBegunImports, importHash, rowsOf } from "../../web/src/pages/import/begun.ts";
import { type Draft, draftOf, guessColumns, isRight, readTable } from "../../web/src/pages/import/table.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { newCode } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onEachEngine("rows of an import that already exist", (engine) => {
  let app: TestApp;
  let owner: Visitor;

  before(async () => {
    app = await sharedApp({ engine });
    owner = await signedIn(app, "again@example.com");
    const { workspaceId: id } = (await app.store.users.findByEmail("again@example.com"))!;
    const rows = [
      ["Menu", "https://x.org/menu"],
      ["ΟΔΟΣ “Ä”", "https://x.org/%C3%A4?a='b'"],
      ["Menu", "https://x.org/other"],
    ] as const;
    for (const [name, content] of rows) await app.store.codes.create(newCode(id, Date.now(), { name, content }));
    const deleted = newCode(id, Date.now(), { name: "Gone", content: "https://x.org/gone" });
    await app.store.codes.create(deleted);
    assert.equal((await owner.request("POST", "/selection/remove", { ids: [deleted.id] })).status, 200);
  });

  it("are found by name and content, both exactly", async () => {
    const rows = [
      { name: "Menu", content: "https://x.org/menu" },
      { name: "menu", content: "https://x.org/menu" },
      { name: "Menu", content: "https://x.org/new" },
      { name: "ΟΔΟΣ “Ä”", content: "https://x.org/%C3%A4?a='b'" },
      { name: "Gone", content: "https://x.org/gone" },
      // No code has a text that no database accepts; the other rows are still reported.
      { name: "Menu\0", content: "https://x.org/menu" },
      { name: "Menu", content: "https://x.org/\ud800" },
      { name: "Menu", content: "https://x.org/menu" },
    ];
    const answer = await owner.request("POST", "/preview/import", { rows });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json, { existing: [0, 3, 7] });
    const unfit = await owner.request("POST", "/preview/import", { rows: rows.slice(5, 7) });
    assert.deepEqual(unfit.json, { existing: [] });
    const other = await signedIn(app, "other-again@example.com");
    assert.deepEqual((await other.request("POST", "/preview/import", { rows })).json, { existing: [] });
  });

  it("400: names the invalid row", async () => {
    const fine = { name: "a", content: "b" };
    for (const wrong of [null, { name: "a" }, { name: 1, content: "b" }]) {
      const answer = await owner.request("POST", "/preview/import", { rows: [fine, wrong] });
      assert.equal(answer.status, 400);
      assert.equal(answer.json.details[0].field, "rows.1");
    }
    const many = Array.from({ length: 501 }, () => fine);
    assert.equal((await owner.request("POST", "/preview/import", { rows: many })).status, 400);
  });
});

describe("an unfinished import", () => {
  const HOUR = 3_600_000;
  function browser() {
    const held = new Map<string, string>();
    const place = {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
    };
    let now = 0;
    return {
      imports: createBegunImports(
        () => place,
        () => now,
      ),
      wait: (ms: number) => (now += ms),
    };
  }
  const bodies = [{ name: "a", content: "b" }];

  it("is recognised by its rows, in any tab, with its progress", () => {
    const { imports } = browser();
    const mark = importHash("ada", bodies);
    assert.equal(imports.find(mark), null);
    const begun = imports.begin(mark, [true, false]);
    imports.note(begun, 1000);
    assert.deepEqual(imports.find(importHash("ada", structuredClone(bodies))), { ...begun, made: 1000 });
    assert.equal(imports.find(importHash("ben", bodies)), null, "another person's");
    assert.equal(imports.find(importHash("ada", [{ name: "a", content: "c" }])), null, "other rows");
  });

  it("is joined by another tab that begins with the same rows, so that nothing is created twice", () => {
    const { imports } = browser();
    const begun = imports.begin("a", [true, false]);
    assert.deepEqual(imports.begin("a", [true, true]), begun);
  });

  it("continues with the same rows after an invalid one was removed from the file", () => {
    const rightRows = (text: string) => {
      const { rows, width } = readTable(text);
      const columns = guessColumns(rows[0]!, rows.slice(1), width);
      return rows
        .slice(1)
        .map((row) => draftOf(row, columns, null))
        .filter(isRight);
    };
    const good = ["a", "b", "c"].map((name) => `${name},https://x.org/${name}\n`).join("");
    const { imports } = browser();
    const hashOf = (rows: Draft[]) =>
      importHash(
        "ada",
        rows.map(({ body }) => body),
      );
    const first = rightRows(`Name,Content\nwrong,javascript:x\n${good}`);
    imports.begin(hashOf(first), [true, false, true]);
    const edited = rightRows(`Name,Content\n${good}`);
    const begun = imports.find(hashOf(edited));
    assert.deepEqual(
      rowsOf(begun!, edited).map(({ body }) => body.name),
      ["a", "c"],
    );
    assert.equal(begun!.total, 2);
  });

  it("is forgotten when it ends, when it is restarted, and before the service forgets its keys", () => {
    const { imports, wait } = browser();
    const first = imports.begin("a", [true]);
    const second = imports.begin("b", [true]);
    imports.forget(first);
    assert.equal(imports.find("a"), null);
    imports.forget(second);
    assert.notEqual(imports.begin("b", [true]).importId, second.importId);
    wait(22 * HOUR);
    assert.ok(imports.find("b"));
    wait(HOUR);
    assert.equal(imports.find("b"), null);
  });

  it("is started even if the browser stores nothing", () => {
    const imports = createBegunImports(() => {
      throw new Error("denied");
    });
    assert.match(imports.begin("a", [true]).importId, /^import-[0-9a-f]{32}$/);
    assert.equal(imports.find("a"), null);
  });
});
