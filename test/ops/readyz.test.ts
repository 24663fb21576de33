import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { reasonsOf } from "../../src/server/ops.routes.ts";
import type { SampleOperations } from "../shared/sample-thread.ts";
import { LONG_WAITS, startApp, type TestApp } from "../support/app.ts";
import { endThread } from "../support/end-thread.ts";
import { eventually } from "../support/eventually.ts";
import { onEachEngine } from "../support/stores.ts";

const SAMPLE = new URL("../shared/sample-thread.ts", import.meta.url);

onEachEngine("GET /readyz", (engine) => {
  describe("of a node", () => {
    let app: TestApp;
    let key: string;
    let threadTime = 0;
    before(async () => {
      app = await startApp({ engine, threadTime: () => threadTime });
      key = (await app.user()).key;
    });
    after(() => app.close());

    const ready = async (on = app) => (await on.request("GET", "/readyz")).json;
    const metric = async (name: string, on = app) => {
      const { text } = await on.request("GET", "/metrics");
      return Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${name} `))
          ?.split(" ")[1],
      );
    };
    const create = () => createOn(app, key);
    const createOn = (on: TestApp, key: string) =>
      on.request("POST", "/api/v1/qrcodes", { key, json: { name: "A", content: "https://example.com" } });

    it("reports that all is well", async () => {
      const { status, json } = await app.request("GET", "/readyz");
      assert.equal(status, 200);
      const { journal, ...rest } = json;
      assert.deepEqual(rest, { status: "ready", reasons: [], database: "up", lostNotices: 0 });
      assert.deepEqual(Object.keys(journal), ["rows", "oldestSeconds", "settleFailures"]);
    });

    it("reports scans that were answered before they were on disk, and counts them as late", async (t) => {
      // It waits for the disk as long as the service does, and a busy machine's is sometimes late.
      const hasty = await startApp({ engine, waits: { ...LONG_WAITS, journalMs: undefined } });
      t.after(hasty.close);
      const owner = await hasty.user();
      const { id, shareToken } = (await createOn(hasty, owner.key)).json;
      const scan = () => hasty.request("GET", `/r/${shareToken}`);
      const count = (kind: string) => metric(`tessera_scans_${kind}`, hasty);
      const counts = async () => ({
        recorded: await count("recorded_total"),
        late: await count("late_total"),
        unrecorded: await count("unrecorded_total"),
      });
      await eventually(async () => assert.ok((await scan()).headers.has("scan-id")));
      await eventually(async () => assert.equal(await count("undecided"), 0));
      const before = await counts();
      const disk = new DatabaseSync(join(hasty.place.dataDir, "journal.db"));
      disk.exec("BEGIN IMMEDIATE");
      const late = await Promise.all([scan(), scan()]);
      assert.deepEqual(
        late.map(({ status, headers }) => [status, headers.has("scan-id")]),
        [
          [302, false],
          [302, false],
        ],
      );
      const meanwhile = await ready(hasty);
      assert.equal(meanwhile.status, "degraded");
      assert.match(meanwhile.reasons.join(), /^2 scans were answered before they were on disk/);
      assert.equal(await count("undecided"), 2);
      disk.exec("ROLLBACK");
      disk.close();
      await eventually(async () => assert.deepEqual(await counts(), { ...before, late: before.late + 2 }));
      assert.equal(await count("undecided"), 0);
      const { json } = await hasty.request("GET", `/api/v1/qrcodes/${id}`, { key: owner.key });
      assert.equal(json.scanCount, before.recorded + before.late + 2);
      assert.equal((await ready(hasty)).status, "ready");
      await eventually(async () => assert.match(hasty.log.join(""), /answered without Scan-Id/));
    });

    it("reports settled scans that are missing in a database restored from an older copy", async (t) => {
      const node = await startApp({ engine });
      t.after(node.close);
      const owner = await node.user();
      const { id, shareToken } = (await createOn(node, owner.key)).json;
      const scanAndRead = async () => {
        assert.equal((await node.request("GET", `/r/${shareToken}`)).status, 302);
        await node.request("GET", `/api/v1/qrcodes/${id}`, { key: owner.key });
      };
      await scanAndRead();
      assert.equal((await ready(node)).status, "ready");
      await node.store.auth.db.deleteFrom("journal_marks").execute();
      await scanAndRead();
      const { status, reasons } = await ready(node);
      assert.equal(status, "degraded");
      assert.match(reasons.join(), /^1 settled scans and sums are missing in the database/);
      assert.equal(await metric("tessera_lines_missing_total", node), 1);
    });

    const threads =
      engine.name === "sqlite"
        ? ["journal", "sqlite-writer", "sqlite-reader", "sqlite-list-reader", "reports", "verdicts"]
        : ["journal", "postgres-settler", "reports", "verdicts"];
    it("reports a thread that hangs, as long as it does", async () => {
      const sample = app.threads.start<SampleOperations>("sample", SAMPLE, null);
      try {
        assert.equal(await sample.call("count"), 1);
        void sample.call("hang").catch(() => {});
        threadTime += 31_000;
        const { status, reasons } = await ready();
        assert.equal(status, "degraded");
        assert.deepEqual(reasons, ["The sample thread has answered none of its calls for 31 s."]);
        assert.equal(await metric('tessera_thread_silent_seconds{thread="sample"}'), 31);
        assert.equal(await metric('tessera_thread_silent_seconds{thread="journal"}'), 0);
      } finally {
        await sample.terminate();
      }
      assert.equal((await ready()).status, "ready");
    });

    for (const thread of threads) {
      it(`reports that the ${thread} thread ended, and everything works again`, async () => {
        const { id, shareToken } = (await create()).json;
        const judge = async () => {
          if (thread !== "verdicts") return;
          const { status } = await app.request("GET", `/api/v1/qrcodes/${id}/scannability`, { key });
          assert.equal(status, 200);
        };
        await judge();
        // The threads for lists and reports start with the first of them.
        for (const path of ["", `/${id}/analytics`]) {
          assert.equal((await app.request("GET", `/api/v1/qrcodes${path}`, { key })).status, 200);
        }
        const series = `tessera_thread_restarts_total{thread="${thread}"}`;
        assert.equal(await metric(series), 0);
        await endThread(thread);
        const told = await ready();
        assert.equal(told.status, "degraded");
        assert.match(told.reasons.join(), new RegExp(`The ${thread} thread ended and `));
        assert.match(app.log.join(""), new RegExp(`"thread":"${thread}"`));
        assert.equal(await metric(series), 1);
        assert.ok((await app.request("GET", `/r/${shareToken}`)).headers.has("scan-id"));
        await judge();
        await eventually(async () => {
          const { json } = await app.request("GET", `/api/v1/qrcodes/${id}`, { key });
          assert.equal(json.scanCount, 1);
        });
      });
    }
  });
});

describe("the reasons for a degraded node", () => {
  const facts = { isDatabaseUp: true, oldestSeconds: 0, problems: [] };

  it("are empty when all is well", () => {
    assert.deepEqual(reasonsOf({ ...facts, oldestSeconds: 30 }), []);
  });

  it("are an unavailable database, old scans, and what other parts report", () => {
    assert.deepEqual(reasonsOf({ isDatabaseUp: false, oldestSeconds: 31.9, problems: ["A thread ended."] }), [
      "The database does not respond.",
      "A thread ended.",
      "The oldest unsettled scan is 31 s old.",
    ]);
  });
});
