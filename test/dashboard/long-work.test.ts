/** Rights that are taken away while something long is under way. */
import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { after, before, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { scanLine } from "../../src/scans/lines.ts";
import { createIds } from "../../src/shared/ids.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { newCode, VALID_BODY } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { onSqlite } from "../support/stores.ts";
import { BASE, signedIn, type Visitor } from "./support.ts";

type Calls = Record<string, (...args: unknown[]) => unknown>;

interface Read {
  status: number;
  text: string;
  /** Whether it came to its end; otherwise the connection was cut. */
  isWhole: boolean;
}

onSqlite("a right that is taken away during something long", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let workspace: string;
  let people = 0;
  before(async () => {
    app = await startApp({ engine, settings: { PLAN_LIMITS: "free=20,pro=1000" } });
    owner = await signedIn(app, "owner@example.com");
    workspace = (await owner.request("POST", "/workspaces", { name: "Shared" })).json.id;
  });
  after(() => app.close());

  const here = () => ({ headers: { "tessera-workspace": workspace } });

  async function member(role: "owner" | "editor" = "editor") {
    const email = `member${++people}@example.com`;
    const visitor = await signedIn(app, email);
    const { id } = (await app.store.users.findByEmail(email))!;
    await app.store.workspaces.join(workspace, id, role, Date.now());
    const remove = async () => {
      const answer = await owner.request("DELETE", `/members/${id}`, undefined, here());
      assert.equal(answer.status, 200, answer.text);
    };
    const send = (method: string, path: string, json?: object) => visitor.request(method, path, json, here());
    return { id, visitor, remove, send };
  }

  async function codes(count: number): Promise<string[]> {
    const made = Array.from({ length: count }, () => newCode(workspace, Date.now()));
    for (const code of made) await app.store.codes.create(code);
    return made.map(({ id }) => id);
  }

  /** Takes the right away when the store has been asked for the nth time. Returns how often it was asked. */
  async function during<T>(
    part: object,
    name: string,
    takeAway: () => Promise<unknown>,
    ask: () => Promise<T>,
    nth = 1,
  ) {
    const calls = part as Calls;
    const real = calls[name]!;
    let asked = 0;
    calls[name] = async (...args) => {
      const found = await real.apply(part, args);
      asked += 1;
      if (asked === nth) await takeAway();
      return found;
    };
    try {
      return { answer: await ask(), asked };
    } finally {
      calls[name] = real;
    }
  }

  async function read(path: string, headers: Record<string, string>): Promise<Read> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get(app.url + path, { agent: false, headers }, resolve).once("error", reject);
    const answer = await promise;
    let text = "";
    answer.setEncoding("latin1").on("data", (part) => {
      text += part;
    });
    await new Promise<void>((end) => {
      answer.on("error", () => {});
      answer.once("close", end);
    });
    return { status: answer.statusCode!, text, isWhole: answer.complete };
  }
  const ofMember = ({ visitor }: { visitor: Visitor }) => ({
    cookie: visitor.cookie(),
    "tessera-workspace": workspace,
  });

  async function scanned(count: number): Promise<string> {
    const [id] = await codes(1);
    const now = Date.now();
    const createId = createIds(() => now);
    const line = () => scanLine(createId(), id!, now, '["mobile","Safari","iOS"]', '["DE","Berlin",52.5,13.4]');
    await settleLines(app.store, [Array.from({ length: count }, line).join("")]);
    return id!;
  }

  it("scans.csv is cut before the next page is read, for a session and for a key", async () => {
    const id = await scanned(4400);
    const [one, other] = [await member(), await member()];
    const whole = await read(`${BASE}/qrcodes/${id}/scans.csv`, ofMember(one));
    assert.deepEqual([whole.status, whole.isWhole, whole.text.split("\r\n").length], [200, true, 4402]);
    const { scans } = app.store;
    const cut = await during(scans, "pageFrom", one.remove, () =>
      read(`${BASE}/qrcodes/${id}/scans.csv`, ofMember(one)),
    );
    assert.deepEqual([cut.asked, cut.answer.isWhole], [1, false]);
    assert.equal(cut.answer.text.split("\r\n").length, 2, "nothing of the page that was read meanwhile");
    const made = await other.send("POST", "/keys", { name: "Key", scope: "read-only" });
    const { text: key, key: listed } = made.json;
    const revoke = () => owner.request("DELETE", `/keys/${listed.prefix}`, undefined, here());
    for (const encoding of ["identity", "gzip"]) {
      const headers = { authorization: `Bearer ${key}`, "accept-encoding": encoding };
      const ask = () => read(`/api/v1/qrcodes/${id}/scans.csv`, headers);
      if (encoding === "identity") {
        const all = await during(scans, "pageFrom", async () => {}, ask);
        assert.deepEqual([all.asked, all.answer.isWhole], [3, true]);
        continue;
      }
      const { asked, answer } = await during(scans, "pageFrom", revoke, ask, 2);
      assert.deepEqual([asked, answer.isWhole], [2, false], encoding);
    }
  });

  it("statistics and lists that had to wait are not answered, for a session and for a key", async () => {
    const id = await scanned(3);
    const { insights, scans, codes: listed } = app.store;
    const reads: [object, string, string][] = [
      [insights, "read", `/qrcodes/${id}/analytics`],
      [insights, "read", `/qrcodes/${id}/insights.csv`],
      [scans, "pageFrom", `/qrcodes/${id}/scans`],
      [listed, "list", "/qrcodes"],
    ];
    const late = (takeAway: () => Promise<unknown>) => async () => {
      await takeAway();
      // As long as in a queue.
      await sleep(600);
    };
    for (const [part, name, path] of reads) {
      const { visitor, remove, send } = await member();
      const { text: key, key: made } = (await send("POST", "/keys", { name: "Key" })).json;
      const revoke = () => owner.request("DELETE", `/keys/${made.prefix}`, undefined, here());
      const ofKey = { authorization: `Bearer ${key}` };
      const withKey = await during(part, name, late(revoke), () => read(`/api/v1${path}`, ofKey));
      assert.deepEqual([withKey.answer.status, withKey.asked], [401, 1], `${path}: ${withKey.answer.text}`);
      const inSession = await during(part, name, late(remove), () => read(BASE + path, ofMember({ visitor })));
      assert.deepEqual([inSession.answer.status, inSession.asked], [404, 1], `${path}: ${inSession.answer.text}`);
    }
  });

  it("audit.csv is cut for an owner who is none any more", async () => {
    const { id, visitor } = await member("owner");
    for (let i = 0; i < 600; i++) await app.store.audit.add({ workspaceId: workspace, at: i, action: "sign-in" });
    const lower = () => owner.request("PATCH", `/members/${id}`, { role: "editor" }, here());
    const { asked, answer } = await during(app.store.audit, "page", lower, () =>
      read(`${BASE}/audit.csv`, ofMember({ visitor })),
    );
    assert.deepEqual([asked, answer.isWhole], [1, false]);
  });

  it("a bulk deletion stops, and reports what it did and why it stopped", async () => {
    const ids = await codes(250);
    const { remove, send } = await member();
    const { answer, asked } = await during(app.store.codes, "removeMany", remove, () =>
      send("POST", "/selection/remove", { ids }),
    );
    assert.equal(asked, 1);
    const { changed, failed, missing, problem } = answer.json;
    assert.deepEqual([answer.status, changed, failed, missing], [200, 100, 150, 0]);
    assert.match(problem, /^You may not change these codes any more/);
    assert.equal((await app.store.codes.findMany(workspace, ids)).length, 150);
    assert.deepEqual(
      app.log.filter((line) => line.includes("acting on many codes")),
      [],
    );
  });

  it("a file of pictures is cut before the next one is drawn", async () => {
    const ids = await codes(150);
    const { visitor, remove } = await member();
    const ask = async () => {
      const answer = await fetch(`${app.url}${BASE}/selection/images`, {
        method: "POST",
        headers: { ...ofMember({ visitor }), origin: "http://tessera.test", "content-type": "application/json" },
        body: JSON.stringify({ ids, format: "svg" }),
      });
      assert.equal(answer.status, 200);
      return answer.arrayBuffer().then(
        () => "whole",
        () => "cut",
      );
    };
    // Codes are read a hundred at a time.
    const { answer } = await during(app.store.codes, "findMany", remove, ask, 2);
    assert.equal(answer, "cut");
  });

  it("nothing of a look, a sheet or an import is kept that was being worked on", async () => {
    const [id] = await codes(1);
    const one = await member();
    const look = await during(app.store.codes, "find", one.remove, () =>
      one.send("PUT", `/qrcodes/${id}/style`, { modules: "dots" }),
    );
    assert.equal(look.answer.status, 404, look.answer.text);
    assert.equal((await app.store.codes.find(workspace, id!))!.style, null);
    const two = await member();
    const sheet = await during(app.store.codes, "findMany", two.remove, () =>
      two.send("POST", "/selection/sheet", { ids: [id] }),
    );
    assert.equal(sheet.answer.status, 404, sheet.answer.text);
    const three = await member();
    const records = [{ place: "row 2", fields: { shortCode: "kept-out", longUrl: "https://example.com/a" } }];
    const links = await during(app.store.importer, "clashes", three.remove, () =>
      three.send("POST", "/import/links", { source: "shlink", records, seen: "", isDryRun: false }),
    );
    assert.equal(links.answer.status, 404, links.answer.text);
    assert.deepEqual(await app.store.codes.findByTokens(["kept-out"]), []);
  });

  it("a request that waited for the first one with its Idempotency-Key gets no answer", async () => {
    const [id] = await codes(1);
    const { webhooks, styles, placements } = app.store;
    const kinds: [object, string, string, object][] = [
      [app.store.codes, "createAll", "/qrcodes", VALID_BODY],
      [webhooks, "create", "/webhooks", { url: "https://hooks.example.com/secret" }],
      [styles, "create", "/styles", { name: "Dots", style: { modules: "dots" } }],
      [placements, "create", `/qrcodes/${id}/placements`, { placements: [{ name: "Door" }] }],
    ];
    for (const [part, name, path, body] of kinds) {
      const { visitor, remove } = await member();
      const headers = {
        "tessera-workspace": workspace,
        "idempotency-key": `once-${kinds.findIndex(([one]) => one === part)}`,
      };
      const ask = () => visitor.request("POST", path, body, { headers });
      assert.equal((await ask()).status, 201, path);
      const again = await ask();
      assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [201, "true"], path);
      const { answer, asked } = await during(part, name, remove, ask);
      assert.deepEqual([answer.status, asked], [404, 1], `${path}: ${answer.text}`);
    }
  });

  it("404: pictures of the copies of a code that is missing, or of another workspace", async () => {
    const one = await member();
    const foreign = newCode((await app.store.users.findByEmail("owner@example.com"))!.workspaceId, Date.now());
    await app.store.codes.create(foreign);
    for (const codeId of [foreign.id, crypto.randomUUID(), "no id"]) {
      for (const path of ["/selection/images", "/selection/sheet"]) {
        const answer = await one.send("POST", path, { codeId });
        assert.deepEqual([answer.status, answer.json?.error], [404, "not_found"], `${path} ${answer.text}`);
        assert.equal(answer.headers.get("content-disposition"), null);
      }
    }
  });
});
