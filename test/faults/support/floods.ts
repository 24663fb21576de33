/** F22, F23, F24: one person floods shared resources, and others are hardly slowed down. */
import assert from "node:assert/strict";
import { createAccounts } from "../../../src/accounts/service.ts";
import { createKeys } from "../../../src/keys/service.ts";
import { createSystemClock } from "../../../src/shared/clock.ts";
import { createIds } from "../../../src/shared/ids.ts";
import { newCode } from "../../support/fixtures.ts";
import { percentile } from "../../support/load.ts";
import { addOwnerWithKey } from "../../support/owner.ts";
import { createService, type ServedCode, type Service } from "../../support/service.ts";
import type { FloodKind, FloodReport, FloodTask } from "./flood-process.ts";
import { attack, signIn, visit } from "./neighbours.ts";

export interface FloodOptions {
  /** By others, in each half of a round. */
  requests: number;
  rounds?: number;
  /** The flood runs at the lowest priority. */
  isApart?: boolean;
  /** Its drawings are cheap. */
  isSmall?: boolean;
  /** Requests an hour of the flooder. */
  limit?: number;
}

export interface Flooded {
  /** The 99th percentile of the others, in ms: the best of all rounds. */
  calm: number;
  busy: number;
  report: FloodReport;
}

const PASSWORD = "glass and grout";
const FLOODER = "flood@example.com";
const OTHER = "other@example.com";
const STYLE = JSON.stringify({ modules: "rounded" });

export async function bearFlood(kind: FloodKind, options: FloodOptions): Promise<Flooded> {
  const { requests, rounds = 1, isApart = false, isSmall = false, limit = 100_000 } = options;
  const node = await createService({
    settings: {
      WEBHOOK_HTTP: "allow",
      WEBHOOK_PRIVATE: "allow",
      PLAN_LIMITS: `free=${limit},pro=100000`,
      DASHBOARD_LIMIT: "100000",
    },
  });
  try {
    const { task, others } = await prepare(node, kind, 2 * rounds * requests);
    await node.start();
    const cookie = await signIn(node, FLOODER, PASSWORD);
    const session = await signIn(node, OTHER, PASSWORD);
    const measure = (codes: readonly ServedCode[]) =>
      kind === "drawing" ? draw(node, session, codes) : visit(node, codes);
    const found: Flooded = {
      calm: Number.POSITIVE_INFINITY,
      busy: Number.POSITIVE_INFINITY,
      report: { statuses: {}, sent: {}, connections: 0, cut: 0 },
    };
    // Exclude what is loaded on first use.
    await measure(others.slice(0, 1));
    for (let round = 0; round < rounds; round++) {
      const codesOf = (half: number) => others.slice((2 * round + half) * requests, (2 * round + half + 1) * requests);
      found.calm = Math.min(found.calm, await measure(codesOf(0)));
      const end = await attack<FloodReport>("flood-process.ts", { ...task, url: node.url, cookie, isSmall }, isApart);
      found.busy = Math.min(found.busy, await measure(codesOf(1)));
      const report = await end();
      for (const table of ["statuses", "sent"] as const) {
        for (const [name, count] of Object.entries(report[table])) {
          found.report[table][name] = (found.report[table][name] ?? 0) + count;
        }
      }
      found.report.connections += report.connections;
      found.report.cut += report.cut;
    }
    return found;
  } finally {
    await node.kill();
  }
}

async function prepare(node: Service, kind: FloodKind, count: number) {
  return node.withStore(async (store) => {
    const accounts = createAccounts({ store, plans: ["free", "pro"] });
    const person = (email: string, plan: string) =>
      accounts.add({ email, password: PASSWORD, plan, role: "member" } as const);
    await person(OTHER, "pro");
    const { user } = await person(FLOODER, "free");
    const keys = createKeys({ store, clock: createSystemClock(), createId: createIds(Date.now) });
    const { text: key } = await keys.create({ workspaceId: user.workspaceId, userId: user.id }, "flood");
    const other = await addOwnerWithKey(store);
    node.key = other.key;
    const own = newCode(user.workspaceId, Date.now());
    await store.codes.createAll([own]);
    const style = kind === "drawing" ? STYLE : null;
    const made = Array.from({ length: count }, () => newCode(other.id, Date.now(), { style }));
    for (let i = 0; i < made.length; i += 500) await store.codes.createAll(made.slice(i, i + 500));
    const others = made.map(({ id, token }) => ({ id, shareToken: token }));
    const task: Omit<FloodTask, "url" | "cookie" | "isSmall"> = { kind, key, codeId: own.id };
    return { task, others };
  });
}

/**
 * A visitor's picture of a code with a look, and another person's preview and scannability check: the 99th percentile
 * of all.
 */
async function draw(node: Service, cookie: string, codes: readonly ServedCode[]): Promise<number> {
  const times: number[] = [];
  const headers = {
    cookie,
    origin: `http://localhost:${node.port}`,
    "content-type": "application/json",
  };
  const timed = async (asked: Promise<Response>) => {
    const begun = performance.now();
    const answer = await asked;
    assert.equal(answer.status, 200, await answer.clone().text());
    await answer.arrayBuffer();
    times.push(performance.now() - begun);
  };
  for (const [i, { shareToken }] of codes.entries()) {
    await timed(fetch(`${node.url}/r/${shareToken}.svg`));
    const body = JSON.stringify({ sample: String(i), style: { modules: "classy" } });
    for (const path of ["/preview", "/preview/scannability"]) {
      await timed(fetch(`${node.url}/api/dashboard${path}`, { method: "POST", headers, body }));
    }
  }
  return percentile(times, 0.99);
}
