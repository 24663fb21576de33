/** F19: one owner with very many codes, and a caller with the slowest bodies, next to everyone else. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { createAccounts } from "../../../src/accounts/service.ts";
import { isDoneWithin } from "../../../src/shared/timeout.ts";
import { newCode } from "../../support/fixtures.ts";
import { loadCodes } from "../../support/many-codes.ts";
import { addOwnerWithKey } from "../../support/owner.ts";
import { createService, type ServedCode, type Service } from "../../support/service.ts";
import type { Attack, AttackerTask } from "./attacker-process.ts";
import { startControl, TooBusy } from "./control.ts";
import type { VisitorTask } from "./visitor-thread.ts";

/** Runs a program at the lowest priority, as if on another machine. */
const ON_IDLE_CORES = ["chrt", "--idle", "0"];
const START_MS = 120_000;
const PASSWORD = "glass and grout";
const LARGE = "large@example.com";
/** Without the neighbours and with them, in turns. */
export interface Round {
  /** The 99th percentile of reads and first scans by others, in ms. */
  calm: number;
  busy: number;
  /** The longest that the event loop was blocked meanwhile, in ms; and before. */
  held: number;
  heldCalm: number;
  /** What the control waited for a processor without the neighbours, before and after them: the longer one, in ms. */
  waited: number;
  /** How long each of the neighbours' lists took, in ms, and the number of bodies. */
  lists: number[];
  bodies: number;
}

export async function bearLargeNeighbour(
  databaseUrl: string | undefined,
  codes: number,
  requests: number,
  { rounds = 1, isApart = false } = {},
): Promise<Round[]> {
  const node = await createService({ settings: { DATABASE_URL: databaseUrl } });
  const control = await startControl();
  try {
    const { key, callersKey, others } = await prepare(node, databaseUrl, {
      large: codes,
      other: (2 * rounds + 1) * requests,
    });
    node.key = key;
    await node.start();
    const cookie = await signIn(node, LARGE, PASSWORD);
    // Each read resets the maximum.
    const heldMs = async () => 1000 * (await node.metric("nodejs_eventloop_lag_max_seconds"));
    const attacker: AttackerTask = { url: node.url, cookie, key: callersKey };
    let half = 0;
    const measure = async () => {
      await heldMs();
      await control.waited();
      const p99 = await visit(node, others.slice(half * requests, ++half * requests));
      return { p99, waited: await control.waited(), held: await heldMs() };
    };
    const found: Round[] = [];
    let before = await measure();
    while (found.length < rounds) {
      const end = await attack<Attack>("attacker-process.ts", attacker, isApart);
      const { p99: busy, held } = await measure();
      const done = await end();
      const after = await measure();
      const waited = Math.max(before.waited, after.waited);
      found.push({ ...done, calm: before.p99, busy, held, heldCalm: before.held, waited });
      before = after;
    }
    return found;
  } finally {
    await control.stop();
    await node.kill();
  }
}

/** Fills the database before the service starts, so that no code is cached; returns two other owners' keys. */
async function prepare(
  node: Service,
  databaseUrl: string | undefined,
  codes: { large: number; other: number },
): Promise<{ key: string; callersKey: string; others: ServedCode[] }> {
  return node.withStore(async (store) => {
    const accounts = createAccounts({ store, plans: ["free", "pro"] });
    const large = { email: LARGE, password: PASSWORD, plan: "pro", role: "member" } as const;
    const { user } = await accounts.add(large);
    await loadCodes(store, databaseUrl, user.workspaceId, codes.large);
    const [other, caller] = [await addOwnerWithKey(store), await addOwnerWithKey(store)];
    const made = Array.from({ length: codes.other }, () => newCode(other.id, Date.now()));
    for (let i = 0; i < made.length; i += 500) await store.codes.createAll(made.slice(i, i + 500));
    const others = made.map(({ id, token }) => ({ id, shareToken: token }));
    return { key: other.key, callersKey: caller.key, others };
  });
}

export async function signIn(node: Service, email: string, password: string): Promise<string> {
  const answer = await fetch(`${node.url}/api/dashboard/sign-in`, {
    method: "POST",
    headers: { origin: `http://localhost:${node.port}`, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(answer.status, 204, await answer.text());
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** Starts the attacker; the result stops it and returns what it did. */
export async function attack<T>(program: string, task: object, isApart: boolean): Promise<() => Promise<T>> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const command = [...(isApart ? ON_IDLE_CORES : []), process.execPath, file, JSON.stringify(task)];
  const attacker = spawn(command[0]!, command.slice(1), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = once(attacker, "exit");
  const next = () =>
    Promise.race([once(attacker, "message"), ended.then(([code]) => assert.fail(`the attacker exited: ${code}`))]);
  const begun = next();
  begun.catch(() => {});
  if (!(await isDoneWithin(begun, START_MS))) {
    attacker.kill("SIGKILL");
    throw new TooBusy(`the attacker did not get its first answers within ${START_MS / 1000} s`);
  }
  const told = next();
  // It may fail before it is awaited.
  told.catch(() => {});
  return async () => {
    attacker.send("over");
    const [done] = await told;
    await ended;
    return done as T;
  };
}

/** Reads each code and scans it for the first time; returns the 99th percentile of both. */
export async function visit({ url, key }: Service, codes: readonly ServedCode[]): Promise<number> {
  const workerData: VisitorTask = { url, key, codes };
  const visitor = new Worker(new URL("./visitor-thread.ts", import.meta.url), { workerData });
  const [p99] = await once(visitor, "message");
  return p99;
}
