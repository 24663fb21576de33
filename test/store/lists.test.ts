import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { sql } from "kysely";
import { CODE_SORTS, type Code, type CodeFilter, type CodeSort } from "../../src/codes/code.ts";
import { createCodeLists } from "../../src/codes/lists.queries.ts";
import { DAY_MS, quarterOf } from "../../src/shared/days.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { newCode } from "../support/fixtures.ts";
import { fillCodes, tagCodes } from "../support/many-codes.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, freshCode, NOON, WORKSPACE } from "./support.ts";

const createId = createIds(Date.now);

const COUNT = 300;
const OTHER = "another owner";
/** Tags of every third and every fifth code. */
const [THIRD, FIFTH] = ["third", "fifth"];
const EVERY: Record<string, number> = { [THIRD]: 3, [FIFTH]: 5 };
/** From everything sorted to everything walked. */
const BOUNDS = [
  { counted: 1000, newest: 1000, searched: 1000, tagged: 1000, walked: 1000 },
  { counted: 40, newest: 1000, searched: 1000, tagged: 1000, walked: 1000 },
  { counted: 0, newest: 1000, searched: 1000, tagged: 1000, walked: 1000 },
];
const SEARCHES = [
  ..."aÄ%_\\\"'7 *",
  ...["ab", "%_", "me", "ÄP", "中文", "://", "en 1", "NTERN", "lantern 10", "OR", '" OR "', "a AND b"],
  ...["NEAR(a b)", "text:a", "^a", "a*", "\\%", "straße", "ÄPFEL", "example.com", "𝔘𝔫𝔦", "no such"],
  ...[`${"a".repeat(199)}b`, `b${"a".repeat(150)}`, "a".repeat(200)],
];
const FILTERS: CodeFilter[] = [
  {},
  { type: "wifi" },
  { category: "Category 3" },
  { favorite: true },
  { favorite: false },
  { state: "active" },
  { state: "paused" },
  { state: "expired" },
  { state: "quiet" },
  { state: "quiet", favorite: false },
  { type: "text", favorite: true },
  { type: "wifi", state: "active" },
  { category: "Category 6", state: "expired", favorite: false },
  { tag: [THIRD] },
  { tag: [THIRD, FIFTH] },
  { tag: [FIFTH], category: "Category 3" },
  { tag: [THIRD], state: "active", favorite: false },
  { tag: [THIRD], state: "expired" },
  { tag: [THIRD], q: "lantern" },
  { tag: [THIRD, "no such tag"] },
  { q: "lantern", type: "url" },
  { q: "e", state: "expired" },
];
/** Each filter by every sort, on three pages; each search by one sort, on its first page. */
const WANTED = [
  ...FILTERS.flatMap((filter) =>
    CODE_SORTS.flatMap((sort) => [0, 10, 400].map((offset) => ({ filter, sort, offset }))),
  ),
  ...SEARCHES.map((q, i) => ({ filter: { q }, sort: CODE_SORTS[i % CODE_SORTS.length]!, offset: 0 })),
];
const TEXTS = [
  ["Äpfel & Birnen", "Ein Äpfelchen 中文字 kostet 100%"],
  ["snake_case", 'back\\slash "quoted" it\'s'],
  ["STRASSE", "straße OR gasse AND NEAR(a b) text:a ^a a* \\% %_"],
  ["𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "İstanbul ΟΔΟΣ \u{F0000}"],
  ["long", "a".repeat(2953)],
  ["longer", `${"a".repeat(150)}b`.repeat(19)],
];

onEachEngine("A list", (engine) => {
  let store: Store;
  let all: Code[];

  const rows = async (): Promise<Code[]> => {
    const { codes } = await store.codes.list(WORKSPACE, {}, NOON, 1000);
    return codes;
  };

  before(async () => {
    store = await engine.fresh();
    const { db } = store.auth;
    await fillCodes(db, engine.name, OTHER, 30, NOON);
    await fillCodes(db, engine.name, WORKSPACE, COUNT, NOON);
    for (const [i, [name, content]] of TEXTS.entries()) {
      await sql`UPDATE codes SET name = ${name}, content = ${content}, type = 'text'
        WHERE id = ${`${WORKSPACE}-${i * 7}`}`.execute(db);
    }
    await addWorkspace(store);
    await tagCodes(db, WORKSPACE, { id: THIRD, every: 3 });
    await tagCodes(db, WORKSPACE, { id: FIFTH, every: 5 });
    await sql`UPDATE codes SET deleted_at = 1 WHERE workspace_id = ${WORKSPACE} AND num % 13 = 0`.execute(db);
    for (const [rest, days] of [0, 29, 31].entries()) {
      // Several in each quarter of an hour.
      const last = sql`${sql.lit(NOON - days * DAY_MS)} + (code_num * 37 % 900) * 1000`;
      await sql`UPDATE code_counters SET last_quarter = ${quarterOf(NOON - days * DAY_MS)}, last_scan_at = ${last}
        WHERE code_num % 4 = ${rest}`.execute(db);
    }
    all = await rows();
    assert.equal(all.length, COUNT - Math.floor((COUNT + 30) / 13) + Math.floor(30 / 13));
  });

  /** The expected answer, by looking at every code. */
  function expected({ filter, sort }: { filter: CodeFilter; sort: CodeSort }): number[] {
    const wanted = filter.q?.toLowerCase() ?? "";
    const statesOf = ({ isPublic, expiresAt, num }: Code) => {
      if (!isPublic) return ["paused"];
      if (expiresAt <= NOON) return ["expired"];
      return num % 4 === 2 ? ["active", "quiet"] : ["active"];
    };
    const found = all.filter(
      (code) =>
        (filter.type === undefined || code.type === filter.type) &&
        (filter.category === undefined || code.category === filter.category) &&
        (filter.tag ?? []).every((tag) => tag in EVERY && code.num % EVERY[tag]! === 0) &&
        (filter.favorite === undefined || code.isFavorite === filter.favorite) &&
        (filter.state === undefined || statesOf(code).includes(filter.state)) &&
        [code.name, code.content].some((text) => text.toLowerCase().includes(wanted)),
    );
    const lastOf = ({ num }: Code) =>
      num % 4 === 3 ? 0 : NOON - [0, 29, 31][num % 4]! * DAY_MS + ((num * 37) % 900) * 1000;
    const keys = {
      newest: () => 0,
      name: (a: Code, b: Code) => Buffer.compare(Buffer.from(a.name.toLowerCase()), Buffer.from(b.name.toLowerCase())),
      scans: (a: Code, b: Code) => b.scanCount - a.scanCount,
      expires: (a: Code, b: Code) => a.expiresAt - b.expiresAt,
      last: (a: Code, b: Code) => lastOf(b) - lastOf(a),
    };
    return found.sort((a, b) => keys[sort](a, b) || b.num - a.num).map((code) => code.num);
  }

  for (const bounds of BOUNDS) {
    it(`has the right codes in the right order, counting up to ${bounds.counted}`, async () => {
      const lists = createCodeLists(store.auth.db, engine.name, bounds);
      for (const wanted of WANTED) {
        const right = expected(wanted);
        const { offset } = wanted;
        const found = await lists.find({ ...wanted, workspaceId: WORKSPACE, now: NOON, limit: 10 });
        const what = JSON.stringify(wanted);
        assert.deepEqual(found.nums, right.slice(offset, offset + 10), what);
        assert.equal(found.stoppedAt, null, what);
        if (found.more) assert.ok(found.total < right.length || offset > right.length, what);
        else assert.equal(found.total, right.length, what);
      }
    });
  }

  it("says when only the newest codes were searched, and continues from there", async () => {
    const lists = createCodeLists(store.auth.db, engine.name, {
      counted: 0,
      newest: 50,
      searched: 50,
      tagged: 50,
      walked: 50,
    });
    const page = { workspaceId: WORKSPACE, filter: { q: "zq" }, now: NOON, limit: 10, offset: 0 };
    for (const sort of CODE_SORTS) {
      const found = await lists.find({ ...page, sort });
      assert.deepEqual(found, { nums: [], total: 0, more: true, stoppedAt: all[49]!.num });
    }
    const filter = { q: "7", type: "url" } as const;
    const walked: number[] = [];
    let last: number | undefined;
    for (let pages = 0; ; pages++) {
      assert.ok(pages < 100);
      const wanted = { ...page, filter, sort: "newest", before: last } as const;
      const found = await lists.find(wanted);
      walked.push(...found.nums);
      if (!found.more) break;
      last = found.stoppedAt ?? found.nums.at(-1);
    }
    assert.deepEqual(walked, expected({ filter, sort: "newest" }));
  });

  it("by scans follows the counts, exactly while they are small and within a 64th above", async () => {
    const { db } = store.auth;
    const { num } = all[3]!;
    const keyOf = async () => {
      const { rows } = await sql<{ key: number }>`
        SELECT list_scans AS key FROM code_counters WHERE code_num = ${num}`.execute(db);
      return Number(rows[0]!.key);
    };
    const set = (count: number) =>
      sql`UPDATE code_counters SET scan_count = ${count} WHERE code_num = ${num}`.execute(db);
    for (const count of [0, 1, 2, 63, 64]) {
      await set(count);
      assert.equal(await keyOf(), count);
    }
    for (const count of [65, 66, 80, 127, 128, 129, 255, 1000, 1999]) {
      await set(count);
      const key = await keyOf();
      assert.ok(key <= count && (count - key) * 64 <= key, `${key} for ${count}`);
    }
    await set(all[3]!.scanCount);
    await sql`UPDATE code_counters SET list_scans = scan_count WHERE code_num = ${num}`.execute(db);
  });

  describe("search", () => {
    const search = async (q: string, workspaceId = WORKSPACE) =>
      (
        await createCodeLists(store.auth.db, engine.name, {
          counted: 1000,
          newest: 9,
          searched: 9,
          tagged: 9,
          walked: 9,
        }).find({
          workspaceId,
          filter: { q },
          now: NOON,
          sort: "newest",
          limit: 10,
          offset: 0,
        })
      ).nums;

    it("follows a code as it is changed, deleted, restored and erased", async () => {
      const { db } = store.auth;
      const code = all[0]!;
      const update = async (name: string) => {
        await store.codes.update(WORKSPACE, code.id, NOON, () => ({ name, content: `of ${name}` }));
      };
      await update("Xylophone ÖL");
      assert.deepEqual(await search("XYLO"), [code.num]);
      assert.deepEqual(await search("phone öl"), [code.num]);
      await update("Zither");
      assert.deepEqual(await search("xylo"), []);
      assert.deepEqual(await search("of zither"), [code.num]);
      assert.ok(await store.codes.remove(WORKSPACE, code.id, NOON));
      assert.deepEqual(await search("zither"), []);
      await sql`UPDATE codes SET deleted_at = NULL WHERE num = ${code.num}`.execute(db);
      assert.deepEqual(await search("zither"), [code.num]);
      await sql`UPDATE codes SET name = '', content = '' WHERE num = ${code.num}`.execute(db);
      assert.deepEqual(await search("zither"), []);
      await update("Zither");
      await sql`DELETE FROM code_counters WHERE code_num = ${code.num}`.execute(db);
      await sql`DELETE FROM codes WHERE num = ${code.num}`.execute(db);
      assert.deepEqual(await search("zither"), []);
    });

    it("treats both Greek sigmas as one letter, wherever a word ends", async () => {
      const [, named, held] = all as [unknown, (typeof all)[0], (typeof all)[0]];
      const write = (id: string, name: string, content: string) =>
        store.codes.update(WORKSPACE, id, NOON, () => ({ name, content }));
      await write(named.id, "Ο δρόμος", "https://example.com/1");
      await write(held.id, "Sign", "https://example.com/ΟΔΟΣ/2");
      for (const q of ["δρόμος", "δρόμοσ", "ΔΡΌΜΟΣ", "μος", "μοσ"]) {
        assert.deepEqual(await search(q), [named.num], q);
      }
      for (const q of ["οδος", "οδοσ", "ΟΔΟΣ/", "οδοσ/2"]) {
        assert.deepEqual(await search(q), [held.num], q);
      }
    });

    it("finds a code by its share address, in any case and on any host", async () => {
      const create = async (slug?: string) => {
        const code = newCode(WORKSPACE, NOON, slug === undefined ? {} : { token: slug, isSlug: true });
        await store.codes.create(code);
        return (await store.codes.find(WORKSPACE, code.id))!;
      };
      const [code, other] = [await create(), await create("open-air-25")];
      const find = async (q: string, expected: readonly number[]) => assert.deepEqual(await search(q), expected, q);
      for (const q of [
        code.token,
        code.token.toUpperCase(),
        `/r/${code.token}`,
        `HTTPS://QR.TEST/R/${code.token}?a=b`,
        `r/${code.token}`,
        `https://qr.test/r/${code.token}.png`,
        `https://qr.test/r/${code.token}+`,
      ]) {
        await find(q, [code.num]);
      }
      await find(code.token.slice(0, 8), []);
      for (const q of [
        "open-air-25",
        "Open-AIR",
        "n-air-",
        "/r/open-air",
        "qr.test/x/r/OPEN-AIR-25/",
        "r/open-air-25#top",
      ]) {
        await find(q, [other.num]);
      }
      await find("/r/open-air-26", []);
      assert.deepEqual(await search(code.token, OTHER), []);
      assert.deepEqual(await search("open-air-25", OTHER), []);
      assert.ok(await store.codes.remove(WORKSPACE, code.id, NOON));
      await find(code.token, []);
      const bin = await store.codes.list(WORKSPACE, { q: code.token, state: "deleted" }, NOON, 10);
      assert.deepEqual(
        bin.codes.map(({ num }) => num),
        [code.num],
      );
    });

    it("finds a code by its address at the root of a verified domain of its workspace", async () => {
      const slug = newCode(WORKSPACE, NOON, { token: "root-fair", isSlug: true });
      const imported = newCode(WORKSPACE, NOON, { token: "RootFair" });
      for (const code of [slug, imported]) await store.codes.create(code);
      const domain = { id: createId(), workspaceId: WORKSPACE, host: "go.example.org", proof: "p", createdAt: NOON };
      await store.domains.create(domain, 10);
      const find = async (q: string, expected: readonly { id: string }[]) => {
        const found = await store.codes.list(WORKSPACE, { q }, NOON, 10);
        assert.deepEqual(
          found.codes.map(({ id }) => id),
          expected.map(({ id }) => id),
          q,
        );
      };
      await find("https://go.example.org/root-fair", []);
      const [made] = await store.domains.list(WORKSPACE);
      await store.domains.verify(made!, ["p"], NOON);
      for (const q of ["https://go.example.org/root-fair", "GO.example.org:443/Root-Fair/?a=b"]) await find(q, [slug]);
      await find("go.example.org/RootFair", [imported]);
      await find("go.example.org/rootfair", []);
      await find("https://example.org/root-fair", []);
      assert.deepEqual(await search("https://go.example.org/root-fair", OTHER), []);
    });

    it("finds a code by the names and links of its placements, as they change", async () => {
      const [code, target] = [await freshCode(store, NOON), await freshCode(store, NOON)];
      const of = { workspaceId: WORKSPACE, codeId: code.id };
      const made = (name: string | null, token: string, isSlug: boolean) => ({
        id: createId(),
        name,
        token,
        isSlug,
        createdAt: NOON,
      });
      const [door, blank] = [made("ΕΊΣΟΔΟΣ 50%", "harbour-door", true), made(null, createToken(), false)];
      const find = async (q: string, expected: readonly number[]) => assert.deepEqual(await search(q), expected, q);
      assert.equal(await store.placements.create(of, [door, blank]), null);
      for (const q of ["είσοδος 50%", "harbour", "HTTP://LOCALHOST/R/HARBOUR-DOOR", blank.token.toUpperCase()]) {
        await find(q, [code.num]);
      }
      await find(`/r/${blank.token}`, [code.num]);
      await store.placements.change(of, [door.id], { name: "Quay window" }, NOON);
      await find("είσοδος", []);
      await find("quay WINDOW", [code.num]);
      await store.placements.move(of, door.id, target.id, NOON);
      await find("quay window", [target.num]);
      await find("harbour-door", [target.num]);
      await find(blank.token, [code.num]);
      assert.deepEqual(await search("quay window", OTHER), []);
      assert.ok(await store.placements.remove({ ...of, codeId: target.id }, [door.id], NOON));
      await find("harbour-door", []);
    });

    it("never finds another owner's codes", async () => {
      assert.equal((await search("lantern", OTHER)).length, 3);
      const { codes } = await store.codes.list(OTHER, { q: "lantern" }, NOON, 100);
      assert.ok(codes.length > 0 && codes.every((code) => code.workspaceId === OTHER));
      assert.deepEqual(await search("lantern", "nobody"), []);
    });
  });
});
