import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { openPostgres } from "../../src/store/postgres/open.ts";
import type { Store } from "../../src/store/store.ts";
import { freshKey } from "../limits/keys.ts";
import { until } from "../support/eventually.ts";
import { PGBOUNCER_MISSING, startPgBouncer } from "../support/pgbouncer.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { journalRows } from "../support/settle.ts";
import { PATIENCE_MS } from "../support/stores.ts";
import { freshCode, NOON, packPast, scansOf, uncountedOf, WORKSPACE } from "./support.ts";

const LIFETIME_MS = 365 * 86_400_000;
const HOUR_MS = 3_600_000;

describe("Behind PgBouncer in transaction mode, a store", { skip: PGBOUNCER_MISSING }, () => {
  let database: PostgresServer;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let url = "";
  const stores: Store[] = [];

  before(async () => {
    database = await startPostgres();
    pooler = await startPgBouncer(database.port);
    url = `postgres://postgres@127.0.0.1:${pooler.port}/postgres`;
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  after(async () => {
    await pooler.stop();
    await database.destroy();
  });

  async function open(directUrl?: string, warn?: (message: string) => void): Promise<Store> {
    const store = await openPostgres({ url, directUrl, lifetimeMs: LIFETIME_MS, warn, patienceMs: PATIENCE_MS });
    stores.push(store);
    return store;
  }

  it("migrates, changes, settles, and admits exactly the limit", async () => {
    // All at once, so that they wait for each other at the migration's lock.
    const nodes = await Promise.all([open(), open(), open()]);
    const { id } = await freshCode(nodes[0]!);
    await Promise.all(
      nodes.map((node, i) => node.codes.update(WORKSPACE, id, NOON + i, ({ name }) => ({ name: `${name} ${i}` }))),
    );
    const { name } = (await nodes[0]!.codes.find(WORKSPACE, id))!;
    assert.deepEqual(name.split(" ").sort(), ["0", "1", "2", "Menu"]);

    const key = await freshKey(nodes[0]!);
    const admitted = await Promise.all(Array.from({ length: 150 }, (_, i) => nodes[i % 3]!.admit(key, 100, HOUR_MS)));
    assert.equal(admitted.filter((answer) => answer.admitted).length, 100);

    const rows = journalRows([...scansOf(id, 40), uncountedOf(id, 20_000, "head", 2)]);
    await Promise.all(nodes.map((node) => node.settleScans(rows)));
    await packPast(nodes[0]!, NOON + 10 * 86_400_000);
    assert.deepEqual(await nodes[0]!.auth.db.selectFrom("scans").select("id").execute(), []);
    assert.equal((await nodes[1]!.scans.page((await nodes[1]!.codes.find(WORKSPACE, id))!.num, 100)).length, 40);
    assert.equal((await nodes[0]!.codes.find(WORKSPACE, id))?.scanCount, 40);
    assert.deepEqual(await nodes[0]!.scans.check(), []);
  });

  it("runs one import of a bundle at a time, and the next one when it is done", async () => {
    const [node, other] = [await open(), await open()];
    const rest = async () => {};
    await node.importer.alone(async () => {
      await assert.rejects(other.importer.alone(rest), /Another import of a bundle is running/);
      // Others have the connections meanwhile.
      await Promise.all([node, other].map((each) => each.importer.unfinished()));
      await assert.rejects(other.importer.alone(rest), /Another import of a bundle is running/);
    });
    await other.importer.alone(rest);
    await assert.rejects(
      node.importer.alone(() => Promise.reject(new Error("refused"))),
      /refused/,
    );
    await other.importer.alone(rest);
  });

  it("logs once that no notifications arrive, and does not rely on any", async () => {
    const warnings: string[] = [];
    const node = await open(undefined, (message) => warnings.push(message));
    await until(() => node.lostNotices() > 1);
    assert.equal(node.hearsChanges(), false);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /DATABASE_DIRECT_URL/);
  });

  it("receives changes if DATABASE_DIRECT_URL leads to the server itself", async () => {
    const direct = database.url("postgres");
    const [node, other] = [await open(direct), await open(direct)];
    await until(() => node.hearsChanges() && other.hearsChanges());
    const { id } = await freshCode(other);
    const { token } = (await other.codes.find(WORKSPACE, id))!;
    const heard: (string | null)[] = [];
    node.onCodeChanged((changed) => void heard.push(changed));
    await other.codes.update(WORKSPACE, id, NOON, () => ({ isPublic: false }));
    await until(() => heard.includes(token));
    assert.equal(node.lostNotices(), 0);
  });
});
