/** F27: one account with many workspaces, and one viewer, ask without pause for the dearest reads. */
import assert from "node:assert/strict";
import { createAccounts } from "../../../src/accounts/service.ts";
import type { Store } from "../../../src/store/store.ts";
import { scansOf } from "../../store/support.ts";
import { until } from "../../support/eventually.ts";
import { newCode } from "../../support/fixtures.ts";
import { percentile } from "../../support/load.ts";
import { createService, type Service } from "../../support/service.ts";
import { settleLines } from "../../support/settle.ts";
import type { ManyReport, ManyTask } from "./many-workspaces-process.ts";
import { attack, signIn } from "./neighbours.ts";

const PASSWORD = "glass and grout";
const [GREEDY, VIEWER, OTHER] = ["greedy@example.com", "viewer@example.com", "other@example.com"];
const STYLE = JSON.stringify({ modules: "rounded" });
const DAY_MS = 86_400_000;
const SCANS_PER_REQUEST = 10;

const MEASURED = ["scan", "list", "verdict", "picture"] as const;
/** The 99th percentiles of another person's requests, in ms. */
type Times = Record<(typeof MEASURED)[number], number>;

export interface ManyOptions {
  workspaces: number;
  scans: number;
  /** By the other person, in each half of a round. */
  requests: number;
  rounds?: number;
  isApart?: boolean;
  /** Drawings are cheap, and requests have pauses between them. */
  isSmall?: boolean;
}

export interface Many {
  /** The best of all rounds. */
  calm: Times;
  busy: Times;
  report: ManyReport;
  /** Whether the other person's export was still there at the end. */
  isExportKept: boolean;
}

export async function bearManyWorkspaces(databaseUrl: string | undefined, options: ManyOptions): Promise<Many> {
  const { requests, rounds = 1, isApart = false, isSmall = false } = options;
  const node = await createService({ settings: { DATABASE_URL: databaseUrl, DASHBOARD_LIMIT: "100000" } });
  try {
    const { task, tokens } = await prepare(node, options, 2 * rounds * requests + 1);
    await node.prepare();
    await node.start();
    const [cookie, viewer, other] = await Promise.all(
      [GREEDY, VIEWER, OTHER].map((who) => signIn(node, who, PASSWORD)),
    );
    const ask = askAs(node, other!);
    await ask("/export", "{}");
    const isReady = async () => ((await (await ask("/export")).json()) as { isReady: boolean }).isReady;
    await until(isReady);
    const sessions = { cookie: cookie!, viewer: { ...task.viewer, cookie: viewer! } };
    const whole: ManyTask = { ...task, ...sessions, url: node.url, isSmall };
    // Excludes what is loaded on first use.
    await measure(node, ask, tokens.splice(0, 1));
    const found: Many = { calm: never(), busy: never(), report: {}, isExportKept: true };
    for (let round = 0; round < rounds; round++) {
      best(found.calm, await measure(node, ask, tokens.splice(0, requests)));
      const end = await attack<ManyReport>("many-workspaces-process.ts", whole, isApart);
      best(found.busy, await measure(node, ask, tokens.splice(0, requests)));
      for (const [name, count] of Object.entries(await end())) found.report[name] = (found.report[name] ?? 0) + count;
      found.isExportKept &&= await isReady();
    }
    return found;
  } finally {
    await node.kill();
  }
}

const never = (): Times => ({ scan: Infinity, list: Infinity, verdict: Infinity, picture: Infinity });

function best(times: Times, found: Times): void {
  for (const kind of MEASURED) times[kind] = Math.min(times[kind], found[kind]);
}

/** The viewer is a member of the other person's workspace, which has codes of every kind that is asked for. */
async function prepare(node: Service, { workspaces, scans }: ManyOptions, count: number) {
  return node.withStore(async (store) => {
    const accounts = createAccounts({ store, plans: ["free", "pro"] });
    const add = async (email: string) =>
      (await accounts.add({ email, password: PASSWORD, plan: "pro", role: "member" })).user;
    const [greedy, viewer, other] = [await add(GREEDY), await add(VIEWER), await add(OTHER)];
    const createdAt = Date.now() - 300 * DAY_MS;
    const ids = [greedy.workspaceId, ...Array.from({ length: workspaces - 1 }, () => crypto.randomUUID())];
    for (const id of ids.slice(1)) {
      const workspace = { id, name: "One of many", plan: "pro", createdAt };
      await store.workspaces.create(workspace, greedy.id);
    }
    const places = [];
    for (const workspaceId of ids)
      places.push(await placeIn(store, workspaceId, createdAt, places.length === 0 ? scans : 0));
    const now = Date.now();
    const invitation = { id: crypto.randomUUID(), workspaceId: other.workspaceId, hash: "link", madeBy: other.id };
    await store.invitations.create({ ...invitation, role: "viewer", createdAt: now, expiresAt: now + DAY_MS }, 10);
    await store.invitations.accept("link", viewer.id, now);
    const place = await placeIn(store, other.workspaceId, createdAt, scans);
    const made = Array.from({ length: count }, () => newCode(other.workspaceId, now, { style: STYLE }));
    for (let i = 0; i < made.length; i += 500) await store.codes.createAll(made.slice(i, i + 500));
    const task = { places, viewer: { place } };
    return { task, tokens: made.map(({ token }) => token) };
  });
}

async function placeIn(store: Store, workspaceId: string, createdAt: number, scans: number) {
  const code = newCode(workspaceId, createdAt, { style: STYLE });
  await store.codes.create(code);
  const { id: codeId, token } = code;
  for (let left = scans, i = 0; left > 0; left -= 2_000, i++) {
    await settleLines(store, scansOf(codeId, Math.min(2_000, left), createdAt + i * 60_000));
  }
  return { workspaceId, codeId, token };
}

const askAs = (node: Service, cookie: string) => (path: string, body?: string) => {
  const headers = { cookie, origin: `http://localhost:${node.port}`, "content-type": "application/json" };
  const sent = body === undefined ? { headers } : { method: "POST", headers, body };
  return fetch(`${node.url}/api/dashboard${path}`, sent);
};

/** By the other person, one at a time: scans, a page of the list, a scannability check, a public picture. */
async function measure(node: Service, ask: ReturnType<typeof askAs>, tokens: readonly string[]): Promise<Times> {
  const times: Record<keyof Times, number[]> = { scan: [], list: [], verdict: [], picture: [] };
  const timed = async (kind: keyof Times, status: number, asked: Promise<Response>) => {
    const begun = performance.now();
    const answer = await asked;
    assert.equal(answer.status, status, `${kind}: ${await answer.clone().text()}`);
    await answer.arrayBuffer();
    times[kind].push(performance.now() - begun);
  };
  for (const [i, token] of tokens.entries()) {
    for (let scan = 0; scan < SCANS_PER_REQUEST; scan++) {
      await timed("scan", 302, fetch(`${node.url}/r/${token}`, { redirect: "manual" }));
    }
    await timed("list", 200, ask("/codes?page=1"));
    const body = JSON.stringify({ sample: `${token} ${i}`, style: { modules: "classy" } });
    await timed("verdict", 200, ask("/preview/scannability", body));
    await timed("picture", 200, fetch(`${node.url}/r/${token}.svg`));
  }
  const p99 = (kind: keyof Times) => percentile(times[kind], 0.99);
  return { scan: p99("scan"), list: p99("list"), verdict: p99("verdict"), picture: p99("picture") };
}
