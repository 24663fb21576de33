import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { loadScans } from "../../bench/support/load.ts";
import { openJournal } from "../../src/scans/journal.ts";
import { startSettler } from "../../src/scans/settler.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { textBlock } from "../../src/sharing/pages/parts.ts";
import { openStore } from "../../src/store/open.ts";
import { createAgentReader } from "../../src/visits/agent.ts";
import { createClassifier } from "../../src/visits/classify.ts";
import { createPlaceReader } from "../../src/visits/place.ts";
import { createVisitReader } from "../../src/visits/visit.ts";
import { addWorkspace, WORKSPACE } from "../store/support.ts";
import { startApp } from "../support/app.ts";
import { ANDROID, newCode, VALID_BODY } from "../support/fixtures.ts";
import { createTestClock, freshDir, onEachEngine } from "../support/stores.ts";
import { where } from "../support/tools.ts";
import { countedStatements, countedThreads, expressionsRun, tidied } from "./support.ts";

describe("a visit", () => {
  it("is parsed once: the same user agent from another address of the network runs no regular expression", async () => {
    const places = createPlaceReader({ cacheSize: 100 });
    await places.ready("81.2.69.142");
    const visits = createVisitReader({
      readAgent: createAgentReader({ cacheSize: 100 }),
      places,
      classify: createClassifier({ cacheSize: 100 }),
    });
    const read = (address: string) =>
      visits.read({ at: 0, method: "GET", address, headers: { "user-agent": ANDROID } });
    assert.ok(expressionsRun(() => read("81.2.69.142")) > 10, "counted the first time");
    assert.equal(
      expressionsRun(() => read("81.2.69.142")),
      0,
    );
    assert.equal(
      expressionsRun(() => read("81.2.69.143")),
      0,
    );
  });
});

describe("the text of a landing page", () => {
  it("is searched for addresses once, not at every scan", () => {
    const read = () => textBlock("The menu: https://example.com/menu");
    assert.ok(expressionsRun(read) > 0, "counted the first time");
    assert.equal(expressionsRun(read), 0);
  });
});

describe("a thousand concurrent scans", () => {
  it("are two messages to the journal, and need no more to be settled", async (test) => {
    const { threads, calls } = countedThreads();
    const journal = await openJournal({ dataDir: freshDir(), threads });
    test.after(() => journal.close());
    let batches = 0;
    const settler = startSettler({
      journal,
      store: {
        settleScans: async () => {
          batches += 1;
          return { aside: [], dropped: 0, missing: 0, recovered: 0, missingInJournal: 0, doubtful: 0 };
        },
      },
      onError: (error) => assert.fail(error as Error),
      onUnplaced: () => assert.fail("every line is placed"),
    });
    let durable = 0;
    for (let i = 0; i < 1000; i++) journal.append(`line ${i}\n`, i, () => void durable++);
    await journal.flush();
    assert.equal(durable, 1000);
    assert.equal(await settler.stop(60_000), true);
    // Lines that arrive while the first is written form the second commit.
    assert.equal(calls.get("journal append"), 2);
    assert.equal(calls.get("journal take"), undefined, "a line that was just written is known");
    assert.ok(batches <= 2, `${batches} batches`);
  });
});

describe("a scan on disk", () => {
  /** Bytes per scan for `codes` codes in 30 days, including sums and indexes. */
  async function bytesOf(codes: number, scansEach: number): Promise<number> {
    const dataDir = freshDir();
    const file = join(dataDir, "tessera.db");
    const store = await openStore(
      { dataDir, databaseUrl: undefined, codeLifetimeMs: 365 * DAY_MS },
      createSystemClock(),
    );
    const made = Array.from({ length: codes }, () => newCode(WORKSPACE, Date.now()));
    await addWorkspace(store);
    await store.codes.createAll(made);
    await store.close();
    const before = statSync(file).size;
    const scans = new Map(made.map(({ token }) => [token, scansEach]));
    await loadScans({ dataDir }, { scans, days: 30 });
    return (statSync(file).size - before) / (codes * scansEach);
  }

  it("takes at most 60 bytes if a code is busy", async () => {
    const bytes = await bytesOf(1, 40_000);
    assert.ok(bytes <= 60, `${bytes} bytes`);
  });

  it("takes at most 120 bytes if each code has one scan a day", async () => {
    const bytes = await bytesOf(200, 30);
    assert.ok(bytes <= 120, `${bytes} bytes`);
  });
});

onEachEngine("a request", (engine) => {
  /** The database calls of each, including its window and key. */
  const MAX: [what: string, method: string, path: string, statements: number][] = [
    ["reading a code", "GET", "/api/v1/qrcodes/ID", 2],
    ["a page of codes", "GET", "/api/v1/qrcodes?limit=100", 4],
    ["changing a code", "PATCH", "/api/v1/qrcodes/ID", 7],
    ["analytics", "GET", "/api/v1/qrcodes/ID/analytics?days=365", 3],
    ["a page of scans", "GET", "/api/v1/qrcodes/ID/scans?limit=100", 3],
    ["the first scan", "GET", "/r/TOKEN", 1],
    ["the next scan", "GET", "/r/TOKEN", 0],
    // One message or statement, since all windows wait while a change is in progress; before it, whether the key is still
    // valid once the body is read. It is last, since the new code is then read to be cached.
    ["making a code", "POST", "/api/v1/qrcodes", 3],
  ];

  it("makes no more database calls than necessary", async (test) => {
    const { threads, calls } = countedThreads();
    const counted = countedStatements();
    test.after(counted.stop);
    // The clock stands still, so nothing cached is looked up again.
    const quiet = { lookMs: 3_600_000 };
    const clock = createTestClock();
    const { engine: watched, isTidy } = tidied(engine);
    const app = await startApp({ engine: watched, threads, clock, webhookTiming: quiet });
    test.after(() => app.close());
    await isTidy;
    const { key } = await app.user();
    const made = await app.request("POST", "/api/v1/qrcodes", { key, json: VALID_BODY });
    const { id, shareToken } = made.json;
    const asked = (): number =>
      engine.name === "postgres"
        ? counted.statements.filter((text) => !text.includes("tessera_beat")).length
        : [...calls]
            .filter(([name]) => /^sqlite-\S+ (query|admit|together)/.test(name))
            .reduce((sum, [, count]) => sum + count, 0);
    // The first of each may fill a cache.
    for (const isMeasured of [false, true]) {
      for (const [what, method, path, most] of MAX) {
        if (!isMeasured && path.startsWith("/r/")) continue;
        const before = asked();
        const told = counted.statements.length;
        const url = path.replace("ID", id).replace("TOKEN", shareToken);
        const json = { GET: undefined, PATCH: { name: "Other" }, POST: VALID_BODY }[method];
        const { status } = await app.request(method, url, json ? { key, json } : { key });
        assert.ok(status < 400, `${what}: ${status}`);
        if (!isMeasured) continue;
        const asks = asked() - before;
        assert.ok(asks <= most, [`${what}: ${asks}`, ...counted.statements.slice(told)].join("\n"));
      }
    }
  });

  where(engine.name === "sqlite", it)("draws plain codes without the threads for looks", async (test) => {
    const { threads, calls } = countedThreads();
    const app = await startApp({ engine, threads });
    test.after(() => app.close());
    const { key } = await app.user();
    const made = await app.request("POST", "/api/v1/qrcodes", { key, json: VALID_BODY });
    const { id, shareToken } = made.json;
    const looked = () => [...calls.keys()].filter((name) => name.startsWith("styled") || name === "verdicts readersOf");
    const path = `/api/v1/qrcodes/${id}`;
    for (const format of ["png", "svg", "pdf"]) {
      await app.request("GET", `${path}/image?format=${format}`, { key });
      await app.request("GET", `/r/${shareToken}.${format}`);
    }
    await app.request("GET", `${path}/scannability`, { key });
    await app.request("PUT", `${path}/style`, { key, json: { modules: "square" } });
    assert.deepEqual(looked(), []);
    await app.request("PUT", `${path}/style`, { key, json: { modules: "dots" } });
    assert.deepEqual(looked(), ["verdicts readersOf"], "to verify that it can be read");
    await app.request("GET", `${path}/image?style=plain`, { key });
    assert.equal(looked().length, 1);
    for (let i = 0; i < 3; i++) await app.request("GET", `/r/${shareToken}.png`);
    await app.request("GET", `${path}/image`, { key });
    assert.equal(calls.get("styled draw"), 1, "once, however often it is requested");
  });
});
