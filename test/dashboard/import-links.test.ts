import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { createTestClock, onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onSqlite("importing links of other products in the dashboard", (engine) => {
  const clock = createTestClock(Date.now());
  let app: TestApp;
  let owner: Visitor;
  let workspaceId: string;
  before(async () => {
    app = await startApp({ engine, clock, settings: { DASHBOARD_LIMIT: "100" } });
    owner = await signedIn(app, "owner@example.com");
    workspaceId = (await app.store.users.findByEmail("owner@example.com"))!.workspaceId;
  });
  after(() => app.close());

  const link = (shortCode: string, more: object = {}) => ({ shortCode, longUrl: "https://example.com/a", ...more });
  const send = (fields: object[], more: object = {}, by = owner) => {
    const records = fields.map((one, i) => ({ place: `row ${i + 2}`, fields: one }));
    return by.request("POST", "/import/links", { source: "shlink", records, seen: "", isDryRun: false, ...more });
  };

  it("keeps their short names and tags, and says what is lost and skipped, as the command does", async () => {
    const fields = [
      link("Spring-26", { tags: "print|Berlin", title: "Spring", visits: "7" }),
      link("spring-26b", { meta: { maxVisits: 5 } }),
      link("Spring-26"),
      link("not/free"),
      link("odd", { mystery: "x" }),
      link("Login"),
    ];
    const dry = (await send(fields, { isDryRun: true })).json;
    assert.deepEqual([dry.codes, dry.there, dry.refused], [3, 0, 3]);
    assert.equal((await app.store.codes.list(workspaceId, {}, clock.now(), 10)).codes.length, 0);
    const answer = await send(fields);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual({ ...answer.json, lines: undefined }, { ...dry, lines: undefined });
    assert.deepEqual(answer.json.lines, dry.lines);
    assert.deepEqual(answer.json.lines, [
      "column mystery: not recognized; its values (1 of 6 in the file) are not imported",
      "row 3 (spring-26b): not imported: its limit of 5 visits",
      "row 4 (Spring-26): skipped, its token is in the file twice",
      "row 5 (not/free): skipped, its token has more than 40 characters, or others than letters, digits, - and _",
      "row 7 (Login): skipped, its token is a reserved word",
    ]);
    assert.equal((await app.request("GET", "/r/Spring-26")).status, 302);
    const [code] = await app.store.codes.findByTokens(["Spring-26"]);
    const tags = (await app.store.tags.ofCodes([code!.num])).get(code!.num)!;
    assert.deepEqual(
      tags.map(({ name }) => name),
      ["Berlin", "print"],
    );
    const again = (await send(fields)).json;
    assert.deepEqual([again.codes, again.there, again.refused], [0, 3, 3]);
  });

  it("runs beside the import of a bundle, and beside those of others", async () => {
    const other = await signedIn(app, "beside@example.com");
    await app.store.importer.alone(async () => {
      const both = await Promise.all([send([link("beside-1")]), send([link("beside-2")], {}, other)]);
      assert.deepEqual(
        both.map(({ status, json }) => [status, json.codes]),
        [
          [200, 1],
          [200, 1],
        ],
      );
    });
  });

  it("imports what is left when others import the same addresses at the same moment", async () => {
    const others = await Promise.all([1, 2, 3].map((n) => signedIn(app, `same${n}@example.com`)));
    const tokens = Array.from({ length: 12 }, (_, i) => `same-${i}`);
    const answers = await Promise.all(
      others.map((by, i) =>
        send(
          (i === 1 ? tokens.toReversed() : tokens).map((token) => link(token)),
          {},
          by,
        ),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(
      answers.reduce((sum, { json }) => sum + json.codes, 0),
      tokens.length,
    );
    for (const { json } of answers) assert.equal(json.codes + json.refused, tokens.length);
  });

  it("503: says that another import of the person runs, and changes nothing", async () => {
    const { importer } = app.store;
    const { clashes } = importer;
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    importer.clashes = async (codes) => {
      begun.resolve();
      await held.promise;
      return clashes(codes);
    };
    try {
      const first = send([link("turn-1")]);
      await begun.promise;
      importer.clashes = clashes;
      const second = await send([link("turn-2")]);
      assert.deepEqual([second.status, second.json.error, second.headers.get("retry-after")], [503, "busy", "5"]);
      const message = "Another import of yours is running. Start this one again when it has finished.";
      assert.equal(second.json.message, message);
      held.resolve();
      assert.equal((await first).status, 200);
    } finally {
      importer.clashes = clashes;
      held.resolve();
    }
    assert.deepEqual(
      (await app.store.codes.findByTokens(["turn-1", "turn-2"])).map(({ token }) => token),
      ["turn-1"],
    );
    assert.equal((await send([link("turn-2")])).json.codes, 1);
  });

  it("knows the tokens of earlier records of the file, and those of others", async () => {
    const twice = (await send([link("earlier")], { seen: "x earlier", isDryRun: true })).json;
    assert.deepEqual(twice.lines, ["row 2 (earlier): skipped, its token is in the file twice"]);
    // Of a million letters the answer repeats none, wherever the token is among them.
    for (const at of [0, 24_997, 25_000, 400_000]) {
      const seen = `${"a ".repeat(at)}earlier ${"a ".repeat(500_000 - at)}b`;
      const { json } = await send([link("earlier"), link("later")], { seen, isDryRun: true });
      assert.deepEqual([json.refused, json.seen], [1, ["later"]]);
    }
    const other = await signedIn(app, "other@example.com");
    const taken = (await send([link("Spring-26")], {}, other)).json;
    assert.match(taken.lines[0], /its token is taken: the code belongs to another workspace/);
  });

  it("takes as many names as the plan allows, and says which are left out", async () => {
    const limited = await startApp({ engine, clock, settings: { SLUG_LIMITS: "free=3", DASHBOARD_LIMIT: "100" } });
    try {
      const visitor = await signedIn(limited, "limited@example.com");
      const first = await send([link("one"), link("k3vq8x2m5tnw"), link("Two")], {}, visitor);
      assert.deepEqual([first.json.codes, first.json.refused], [3, 0], "random tokens of ours are no names");
      const rest = [link("three"), link("four"), link("one")];
      const dry = (await send(rest, { isDryRun: true }, visitor)).json;
      assert.deepEqual([dry.codes, dry.there, dry.refused], [1, 1, 1]);
      const line =
        "row 3 (four): skipped, as many names are taken as the plan allows, by all workspaces of the account that created this one or, once that account is removed, by this one alone; deleted ones count";
      assert.deepEqual(dry.lines, [line]);
      const later = (await send([link("five")], { isDryRun: true, planned: 1 }, visitor)).json;
      assert.deepEqual([later.codes, later.refused], [0, 1], "the names of earlier records count");
      const done = (await send(rest, {}, visitor)).json;
      assert.deepEqual([done.codes, done.there, done.lines], [1, 1, [line]]);
      const { links } = (await visitor.request("GET", "/workspace")).json;
      assert.deepEqual(links, { slugs: { taken: 3, limit: 3 }, placements: { taken: 0, limit: 500_000 } });
    } finally {
      await limited.close();
    }
  });

  it("refuses what is no export, with what is wrong", async () => {
    for (const body of [
      { source: "tinyurl" },
      { records: [] },
      { records: ["x"] },
      { records: [{ place: "row 1" }] },
    ]) {
      const answer = await send([link("a")], body);
      assert.equal(answer.status, 400, JSON.stringify(body));
    }
    const answer = await send([{ name: "Menu", content: "https://example.com" }]);
    assert.equal(answer.json.message, "No link has a short address: it is not an export of shlink.");
  });
});
