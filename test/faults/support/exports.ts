/** F21: people who download their exports very slowly, during settling and maintenance. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { ExportState } from "../../../src/bundle/own-exports.ts";
import { BIN_MS } from "../../../src/shared/bin.ts";
import { createIds } from "../../../src/shared/ids.ts";
import { BASE, signedIn } from "../../dashboard/support.ts";
import { scansOf } from "../../store/support.ts";
import { startApp } from "../../support/app.ts";
import { eventually } from "../../support/eventually.ts";
import { newCode } from "../../support/fixtures.ts";
import { settleLines } from "../../support/settle.ts";
import type { Engine } from "../../support/stores.ts";
import { eventuallyAtLowPriority } from "./control.ts";

const MEGABYTE = 1024 ** 2;
const LOG_LIMIT = 64 * MEGABYTE;
/** More than the socket buffers at both ends hold. */
const MEGABYTES_EACH = 8;
const SCANS_PER_ROUND = 100;

/** Downloads a kilobyte a second, and starts again when it is cut off. */
function takeSlowly(url: string, cookie: string) {
  const { hostname, port, host } = new URL(url);
  let socket: Socket;
  let answered = 0;
  let isOver = false;
  const begin = () => {
    socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.on("close", () => isOver || setTimeout(begin, 100));
    let isFirst = true;
    socket.on("readable", () => {
      if (!isFirst) return;
      isFirst = false;
      if (String(socket.read(15) ?? "").includes(" 200")) answered += 1;
    });
    socket.write(`GET ${BASE}/export/bundle.zip HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
  };
  begin();
  const timer = setInterval(() => socket.read(1024), 1000);
  return {
    answered: () => answered,
    stop() {
      isOver = true;
      clearInterval(timer);
      socket.destroy();
    },
  };
}

const POLL_MS = 500;
const MAX_STILL = 120;

/**
 * An export of two million scans takes longer than a request may, and the answer asks to try again. It may take any time
 * as long as it goes on.
 */
async function taken(take: () => Promise<Response>, stateOf: () => Promise<ExportState>): Promise<Response> {
  let still = 0;
  let before: number | null = null;
  while (true) {
    const answer = await take();
    if (answer.status === 200) return answer;
    assert.equal(answer.status, 503, await answer.text());
    for (let state = await stateOf(); state.progress !== null; state = await stateOf()) {
      still = state.progress === before ? still + 1 : 0;
      assert.ok(still < MAX_STILL, `the export stands still at ${before}`);
      before = state.progress;
      await sleep(POLL_MS);
    }
  }
}

export async function bearSlowTakers(engine: Engine, { takers, rounds }: { takers: number; rounds: number }) {
  const app = await startApp({ engine });
  const { store, place, url } = app;
  const createId = createIds(Date.now);
  const person = async (name: string) => {
    const visitor = await signedIn(app, `${name}@example.com`);
    const { workspaceId } = (await store.users.findByEmail(`${name}@example.com`))!;
    const code = newCode(workspaceId, Date.now());
    await store.codes.create(code);
    for (let i = 0; i < MEGABYTES_EACH; i++) {
      const [id, hash] = [createId(), randomBytes(32).toString("hex")];
      const logo = { id, workspaceId, width: 512, height: 512, hash, createdAt: Date.now() };
      await store.importer.addLogos([{ ...logo, bytes: randomBytes(MEGABYTE) }]);
    }
    return { visitor, workspaceId, code };
  };
  const people = [];
  for (let i = 0; i < takers; i++) people.push(await person(`slow-${i}`));
  const { visitor: other, code } = await person("other");
  const slow = people.map(({ visitor }) => takeSlowly(url, visitor.cookie()));
  try {
    for (const taker of slow) await eventuallyAtLowPriority(() => assert.ok(taker.answered() > 0));
    const { workspaceId, code: gone } = people[0]!;
    await store.codes.remove(workspaceId, gone.id, Date.now() - BIN_MS - 1);
    const log = join(place.dataDir, "tessera.db-wal");
    let largest = 0;
    for (let i = 0; i < rounds; i++) {
      await settleLines(store, scansOf(code.id, SCANS_PER_ROUND, Date.now() - i * 1000));
      if (engine.name === "sqlite" && existsSync(log)) largest = Math.max(largest, statSync(log).size);
    }
    assert.ok(largest < LOG_LIMIT, `the write-ahead log had ${Math.round(largest / MEGABYTE)} MB`);
    if (engine.name === "postgres") {
      // No snapshot is open, which would retain dead rows.
      await eventually(async () => {
        const { rows } = await sql`SELECT query FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND state LIKE 'idle in transaction%'`.execute(store.auth.db);
        assert.deepEqual(rows, []);
      });
    }
    await store.maintain(Date.now(), undefined);
    const [erased] = await store.importer.find([gone.id], []);
    assert.equal(erased?.isErased, true);
    const headers = { cookie: other.cookie() };
    const answer = await taken(
      () => fetch(`${url}${BASE}/export/bundle.zip`, { headers }),
      async () => {
        const state = await fetch(`${url}${BASE}/export`, { headers });
        return (await state.json()) as ExportState;
      },
    );
    const bytes = (await answer.arrayBuffer()).byteLength;
    assert.ok(bytes > MEGABYTES_EACH * MEGABYTE);
    return { largestLog: largest, bytes };
  } finally {
    for (const taker of slow) taker.stop();
    await app.close();
  }
}
