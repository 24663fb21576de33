/**
 * One account with many workspaces that asks for the dearest accepted reads in all of them without pause, and a viewer
 * who does so in somebody else's (F27). When times are measured it runs at the lowest priority, as if on another machine.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WORKSPACE_HEADER } from "../../../src/workspaces/service.ts";

interface Place {
  workspaceId: string;
  codeId: string;
  token: string;
}

export interface ManyTask {
  url: string;
  /** The session of the account, and its workspaces with a code each; the first code has many scans. */
  cookie: string;
  places: Place[];
  /** The session of the viewer, and what they see. */
  viewer: { cookie: string; place: Place };
  /** Cheap drawings and pauses between requests, if only the answers matter. */
  isSmall: boolean;
}

/** How often each status was returned, by kind of request. */
export type ManyReport = Record<string, number>;

const { url, cookie, places, viewer, isSmall } = JSON.parse(process.argv[2]!) as ManyTask;
const report: ManyReport = {};
let isOver = false;
process.once("disconnect", () => process.exit());
process.once("message", () => {
  isOver = true;
});
const origin = new URL(url).origin.replace("127.0.0.1", "localhost");

async function ask(name: string, session: string, workspaceId: string, path: string, body?: string): Promise<void> {
  const headers = { cookie: session, origin, [WORKSPACE_HEADER]: workspaceId, "content-type": "application/json" };
  const sent = body === undefined ? { headers } : { method: "POST", headers, body };
  const answer = await fetch(url + path, { ...sent, signal: AbortSignal.timeout(60_000) }).catch(() => null);
  const size = await answer?.arrayBuffer().catch(() => null);
  const kind = `${name} ${size ? answer!.status : "cut"}`;
  report[kind] = (report[kind] ?? 0) + 1;
}

const SMALL_PAUSE_MS = 1000;

/** The most expensive accepted look. */
const LOOK = JSON.stringify({
  content: "a".repeat(isSmall ? 20 : 1200),
  errorCorrection: "H",
  size: isSmall ? 512 : 2048,
  style: { modules: "dots", gradient: { kind: "radial", to: "#203060", angle: 0 } },
});
const DASHBOARD = "/api/dashboard";
const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const readsOf = ({ codeId }: Place): [string, string][] => [
  ["visits", `/codes/${codeId}/visits?from=1970-01-01&to=2069-12-31`],
  ["csv", `/qrcodes/${codeId}/scans.csv?details=true`],
  ["filtered csv", `/qrcodes/${codeId}/scans.csv?country=XX&hour=3`],
  ["filtered scans", `/qrcodes/${codeId}/scans?country=XX`],
  ["analytics", `/qrcodes/${codeId}/analytics?days=365`],
  ["overview", `/overview?from=${dateOf(364)}&to=${dateOf(0)}`],
  ["filtered year", "/insights?period=12mo&country=DE"],
];

let size = 128;
const nextSize = () => {
  size = size === 2048 ? 128 : size + 1;
  return size;
};
const works: (() => Promise<void>)[] = [
  ...places.flatMap(({ workspaceId, token }) => [
    () => ask("verdict", cookie, workspaceId, `${DASHBOARD}/preview/scannability`, LOOK),
    () => ask("preview", cookie, workspaceId, `${DASHBOARD}/preview`, LOOK),
    () => ask("export", cookie, workspaceId, `${DASHBOARD}/export`, "{}"),
    () => ask("picture", "", workspaceId, `/r/${token}.png?size=${nextSize()}`),
  ]),
  ...readsOf(places[0]!).map(
    ([name, path]) =>
      () =>
        ask(name, cookie, places[0]!.workspaceId, DASHBOARD + path),
  ),
  ...readsOf(viewer.place).map(
    ([name, path]) =>
      () =>
        ask(`viewer's ${name}`, viewer.cookie, viewer.place.workspaceId, DASHBOARD + path),
  ),
];
const loops = works.map(async (work) => {
  do {
    await work();
    if (isSmall) await sleep(SMALL_PAUSE_MS);
  } while (!isOver);
});
process.send!("begun");
await Promise.all(loops);
process.send!(report, undefined, undefined, () => process.exit());
