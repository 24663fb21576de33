import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { createKeyText, hashKey } from "../../src/keys/format.ts";
import { createKeys } from "../../src/keys/service.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

const PATH = "/api/v1/qrcodes";

onEachEngine("API keys", (engine) => {
  const clock = createTestClock();
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine, clock });
  });
  after(() => app.close());
  const status = async (key: string) => (await app.request("GET", PATH, { key })).status;

  /** The service with the real store, with its look-ups counted. */
  function countedKeys() {
    let asked = 0;
    const counting: Store = {
      ...app.store,
      keys: {
        ...app.store.keys,
        findByPrefix(prefix) {
          asked += 1;
          return app.store.keys.findByPrefix(prefix);
        },
      },
    };
    const keys = createKeys({ store: counting, clock, createId: createIds(clock.now) });
    return { keys, asked: () => asked };
  }

  it("are refused without a query if they are malformed", async () => {
    const { keys, asked } = countedKeys();
    const { text } = createKeyText();
    for (const wrong of ["", "x", text.slice(1), `${text}x`, text.toUpperCase(), `x${text}`]) {
      assert.equal(await keys.verify(wrong), null);
    }
    assert.equal(asked(), 0);
    assert.equal(await keys.verify(text), null, "well-formed, but unknown");
    assert.equal(asked(), 1);
  });

  it("are refused without a query if their prefix was just found to be unknown", async () => {
    const { keys, asked } = countedKeys();
    const { text, prefix } = createKeyText();
    for (let i = 0; i < 5; i++) assert.equal(await keys.verify(text), null);
    assert.equal(asked(), 1);
    clock.move(1001);
    assert.equal(await keys.verify(text), null);
    assert.equal(asked(), 2, "an unknown prefix is forgotten within a second");

    // A key with that prefix, created on another node.
    const { id } = await app.user();
    const limits = { scope: "full", endsAt: null } as const;
    const made = { id: "k1", workspaceId: id, madeBy: id, name: "x", lastFour: "xxxx", createdAt: 0, ...limits };
    await app.store.keys.create({ ...made, prefix, hash: hashKey(text) }, 100);
    clock.move(1001);
    assert.equal((await keys.verify(text))?.workspaceId, id);
    await app.store.keys.revoke(prefix, clock.now());
    for (let i = 0; i < 3; i++) assert.equal(await keys.verify(text), null);
    assert.equal(asked(), 6, "a revoked key is not an unknown one");
  });

  it("are removed from the cache when they are refused", async () => {
    const { keys } = countedKeys();
    const { id } = await app.user();
    for (const refuse of [
      () => app.store.accounts.change(id, { suspended: true }),
      () => app.store.accounts.remove(id, clock.now()),
    ]) {
      await app.store.accounts.change(id, { suspended: false });
      const { text } = await keys.create({ workspaceId: id, userId: id }, "remembered");
      assert.equal((await keys.verify(text))?.workspaceId, id);
      assert.equal(keys.recall(text)?.workspaceId, id);
      await refuse();
      assert.equal(await keys.verify(text), null);
      assert.equal(keys.recall(text), null);
    }
  });

  it("work as soon as they are created, whatever was looked up before and meanwhile", async () => {
    const { keys } = countedKeys();
    const { id } = await app.user();
    for (let i = 0; i < 5; i++) {
      const unknown = Array.from({ length: 5 }, () => keys.verify(createKeyText().text));
      const { text } = await keys.create({ workspaceId: id, userId: id }, "at once");
      assert.equal((await keys.verify(text))?.workspaceId, id);
      await Promise.all(unknown);
    }
  });

  it("400: have a name of one line, without terminal control characters", async () => {
    const { keys } = countedKeys();
    const { id } = await app.user();
    for (const name of ["a\nb", "a\u001b[2Jb", "a\tb", "a\u009bb", "a\u2028b", "a\u202eb"]) {
      await assert.rejects(keys.create({ workspaceId: id, userId: id }, name), {
        message: "A key's name must not contain line breaks or control characters.",
      });
    }
  });

  it("400: are limited to 100 active ones a user, even when created concurrently", async () => {
    const { keys } = countedKeys();
    const { id } = await app.user();
    // One was created with the user.
    const soon = { scope: "full", endsAt: clock.now() + 1000 } as const;
    for (let i = 1; i < 95; i++) await keys.create({ workspaceId: id, userId: id }, `key ${i}`, soon);
    const made = await Promise.allSettled(
      Array.from({ length: 15 }, (_, i) => keys.create({ workspaceId: id, userId: id }, `key ${i}`)),
    );
    const failures = made.filter(({ status }) => status === "rejected");
    assert.equal(failures.length, 10);
    for (const failure of failures as PromiseRejectedResult[]) {
      assert.equal(failure.reason.code, "validation_error");
      assert.match(failure.reason.message, /100 active keys.* Revoke one first\.$/);
    }
    const [first] = await keys.list(id);
    await keys.revoke(first!.prefix, id);
    assert.ok(await keys.create({ workspaceId: id, userId: id }, "in its place"));
    await assert.rejects(keys.create({ workspaceId: id, userId: id }, "one more"), { code: "validation_error" });
    clock.move(1000);
    assert.ok(await keys.create({ workspaceId: id, userId: id }, "in the place of one that ended"));
  });

  it("need more than the correct prefix", async () => {
    const { keys } = countedKeys();
    const { id } = await app.user();
    const { text, key } = await keys.create({ workspaceId: id, userId: id }, "mine");
    assert.equal((await keys.verify(text))?.workspaceId, id);
    let twin = createKeyText();
    // A well-formed key with the same prefix can only be generated.
    const db = app.store.auth.db;
    await db.updateTable("api_keys").set({ prefix: twin.prefix }).where("id", "=", key.id).execute();
    assert.equal(await keys.verify(twin.text), null);
    twin = createKeyText();
    assert.equal(await keys.verify(twin.text), null);
  });

  it("stop working with the next request when revoked, and not before", async () => {
    const { id, key } = await app.user();
    const { keys } = countedKeys();
    const second = await keys.create({ workspaceId: id, userId: id }, "second");
    assert.equal(await status(key), 200);
    const [newest] = (await keys.list(id)).filter((listed) => listed.name === "second");
    assert.equal(await keys.revoke(newest!.prefix), true);
    assert.equal(await status(second.text), 401);
    assert.equal(await status(key), 200, "the owner's other key still works");
    assert.equal(await keys.revoke(newest!.prefix), false, "revoking again does nothing");
  });

  it("are revoked only by their owner, if an owner is given", async () => {
    const { keys } = countedKeys();
    const [one, other] = [await app.user(), await app.user()];
    const [listed] = await keys.list(one.id);
    assert.equal(await keys.revoke(listed!.prefix, other.id), false);
    assert.equal(await status(one.key), 200);
    assert.equal(await keys.revoke(listed!.prefix, one.id), true);
    assert.equal(await status(one.key), 401);
  });

  it("do not work while their owner is suspended", async () => {
    const { id, key } = await app.user();
    await app.store.accounts.change(id, { suspended: true });
    assert.equal(await status(key), 401);
    await app.store.accounts.change(id, { suspended: false });
    assert.equal(await status(key), 200);
  });

  it("follow their owner's plan immediately", async () => {
    const { id, key } = await app.user("free");
    const limit = async () => (await app.request("GET", PATH, { key })).headers.get("x-ratelimit-limit");
    assert.equal(await limit(), "20");
    await app.store.accounts.change(id, { plan: "pro" });
    assert.equal(await limit(), "100");
  });

  it("record when they were last used", async () => {
    const { id, key } = await app.user();
    const { keys } = countedKeys();
    assert.equal((await keys.list(id))[0]!.lastUsedAt, null);
    clock.move(60_000);
    await status(key);
    assert.equal((await keys.list(id))[0]!.lastUsedAt, clock.now());
  });

  it("have a valid name", async () => {
    const { id } = await app.user();
    const { keys } = countedKeys();
    for (const name of ["", " ", "a".repeat(101), "\0"]) {
      await assert.rejects(keys.create({ workspaceId: id, userId: id }, name), { code: "validation_error" });
    }
    assert.equal((await keys.create({ workspaceId: id, userId: id }, "ä".repeat(100))).key.name, "ä".repeat(100));
  });

  it("appear nowhere: not in the log, not in an answer, not in the database", async () => {
    const { id, key } = await app.user();
    const headers = { "content-type": "application/json" };
    const answers = [
      await app.request("GET", PATH, { key }),
      await app.request("GET", `${PATH}/${key}`, { key }),
      await app.request("GET", `${PATH}?cursor=${key}&limit=${key}`, { key }),
      await app.request("GET", `/api/v1/${key}`, { key }),
      await app.request("GET", `/${key}`),
      await app.request("GET", `/r/${key}`),
      await app.request("GET", `${PATH}/%zz${key}`, { key }),
      await app.request("POST", PATH, { key, body: `{"name":"${key}`, headers }),
      await app.request("POST", PATH, { key, json: { name: key, type: key, size: key } }),
      await app.request("GET", PATH, { key: `${key}x` }),
      await app.request("GET", PATH, { headers: { authorization: `Basic ${key}` } }),
    ];
    const [listed] = await app.store.keys.list(id);
    await app.store.keys.revoke(listed!.prefix, clock.now());
    answers.push(await app.request("GET", PATH, { key }));
    const spare = await app.user();
    await sql`ALTER TABLE rate_windows RENAME TO gone`.execute(app.store.auth.db);
    const failed = await app
      .request("GET", PATH, { key: spare.key })
      .finally(() => sql`ALTER TABLE gone RENAME TO rate_windows`.execute(app.store.auth.db));
    assert.equal(failed.status, 500);
    answers.push(failed);
    const stored = await everythingStored();
    for (const { prefix } of [listed!, ...(await app.store.keys.list(spare.id))]) {
      assert.ok(stored.includes(prefix), "the stored part of a key is found there");
    }
    for (const secret of [key, spare.key].map((text) => text.slice(13))) {
      for (const answer of answers) assert.ok(!answer.text.includes(secret), answer.text);
      for (const line of app.log) assert.ok(!line.includes(secret), line);
      assert.ok(!stored.includes(secret));
    }
    assert.ok(app.log.length >= answers.length - 1, "the log was written");
  });

  async function everythingStored(): Promise<string> {
    if (engine.name === "sqlite") {
      const { dataDir } = app.place;
      const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
      const held = files
        .filter((file) => file.isFile())
        .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
      assert.ok(held.join("").includes(`-${process.pid}@example.com`), "the files contain what was written");
      return held.join("\n");
    }
    const { db } = app.store.auth;
    const tables = await sql<{ name: string }>`SELECT table_name AS name
      FROM information_schema.tables WHERE table_schema = 'public'`.execute(db);
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql`SELECT t::text AS row FROM ${sql.table(name)} t`.execute(db);
      texts.push(JSON.stringify(rows));
    }
    assert.ok(texts.join("").includes(`-${process.pid}@example.com`), "the tables contain what was written");
    return texts.join("\n");
  }
});
