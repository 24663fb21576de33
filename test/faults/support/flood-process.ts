/**
 * One person who floods shared resources: the drawing queues (F22), webhooks with hostile receivers (F23) or /mcp
 * (F24). When times are measured it runs at the lowest priority, as if on another machine.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { FLOODS, flood } from "../../webhooks/hostile.ts";

export type FloodKind = "drawing" | "webhooks" | "mcp";

export interface FloodTask {
  kind: FloodKind;
  url: string;
  key: string;
  /** The session of the same person. */
  cookie: string;
  /** A code of that person. */
  codeId: string;
  /** Cheap drawings, if only the order matters. */
  isSmall: boolean;
}

/** How often each status was returned, by kind of request. */
export interface FloodReport {
  statuses: Record<string, number>;
  sent: Record<string, number>;
  /** Connections to hostile receivers, and how many of them the service cut. */
  connections: number;
  cut: number;
}

const { kind, url, key, cookie, codeId, isSmall } = JSON.parse(process.argv[2]!) as FloodTask;
const report: FloodReport = { statuses: {}, sent: {}, connections: 0, cut: 0 };
let isOver = false;
process.once("disconnect", () => process.exit());
process.once("message", () => {
  isOver = true;
});

const count = (table: Record<string, number>, name: string) => {
  table[name] = (table[name] ?? 0) + 1;
};

async function ask(name: string, path: string, headers: Record<string, string>, body: string) {
  count(report.sent, name);
  const sent = { method: "POST", headers, ...(body === "" ? {} : { body }) };
  const answer = await fetch(url + path, sent).catch(() => null);
  const text = await answer?.text().catch(() => "");
  if (answer?.status === 500)
    assert.match(text ?? "", /again in a few seconds|already running/, "500 is only for too busy");
  count(report.statuses, `${name} ${answer?.status ?? "cut"}`);
}

const own = { cookie, origin: new URL(url).origin.replace("127.0.0.1", "localhost") };
const json = { "content-type": "application/json" };
const bearer = { authorization: `Bearer ${key}` };

/** The most expensive accepted look: a large symbol, dots, a gradient over all of it. */
const LOOK = JSON.stringify({
  content: "a".repeat(isSmall ? 20 : 1200),
  errorCorrection: "H",
  size: isSmall ? 512 : 2048,
  style: { modules: "dots", gradient: { kind: "radial", to: "#203060", angle: 0 } },
});
const HEAVY_LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><path stroke="red" stroke-width="40" d="M0 0${"C99 1 1 99 0 0".repeat(isSmall ? 100 : 18_000)}"/></svg>`;

const DRAWINGS: (() => Promise<void>)[] = [
  ...Array.from({ length: 12 }, () => () => ask("preview", "/api/dashboard/preview", { ...own, ...json }, LOOK)),
  ...Array.from(
    { length: 24 },
    () => () => ask("verdict", "/api/dashboard/preview/scannability", { ...own, ...json }, LOOK),
  ),
  ...Array.from(
    { length: 6 },
    () => () => ask("logo", "/api/dashboard/logos", { ...own, "content-type": "image/svg+xml" }, HEAVY_LOGO),
  ),
  ...Array.from(
    { length: 4 },
    () => () =>
      ask("sheet", "/api/dashboard/preview/sheet", { ...own, ...json }, JSON.stringify({ ids: [codeId], copies: 100 })),
  ),
];

/** Calls that fail before they reach the API, and arguments as long as a body may be. */
const message = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
const MESSAGES = [
  message("nope", {}),
  message("list_codes", { z: 1 }),
  message("read_code", {}),
  message("nope", { text: '"'.repeat(2_000_000) }),
];
const mcp = { ...bearer, ...json, accept: "application/json, text/event-stream" };
const CALLS = Array.from({ length: 8 }, (_, i) => () => ask("mcp", "/mcp", mcp, MESSAGES[i % MESSAGES.length]!));

/** Receivers of every kind, and one that answers and then sends its body byte by byte. */
async function hostileTests(): Promise<(() => Promise<void>)[]> {
  const listed = await fetch(`${url}/api/v1/webhooks`, { headers: bearer });
  assert.equal(listed.status, 200, await listed.clone().text());
  // Those of the previous round; a person has at most 20.
  for (const { id } of ((await listed.json()) as { data: { id: string }[] }).data) {
    await fetch(`${url}/api/v1/webhooks/${id}`, { method: "DELETE", headers: bearer });
  }
  const ids: string[] = [];
  for (const manner of [...FLOODS, "drip", ...FLOODS, ...FLOODS, "drip", "silence"] as const) {
    const server = createServer((socket) => {
      report.connections += 1;
      socket.on("error", () => {});
      socket.once("close", () => void report.cut++);
      socket.once("data", () => {
        if (manner === "silence") return;
        if (manner !== "drip") return flood(socket, manner);
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
        const drip = setInterval(() => socket.write("x"), 50);
        socket.once("close", () => clearInterval(drip));
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = JSON.stringify({ url: receiver });
    const answer = await fetch(`${url}/api/v1/webhooks`, { method: "POST", headers: { ...bearer, ...json }, body });
    assert.equal(answer.status, 201, await answer.clone().text());
    ids.push(((await answer.json()) as { id: string }).id);
  }
  return Array.from({ length: 150 }, (_, i) => async () => {
    await ask("test", `/api/v1/webhooks/${ids[i % ids.length]}/test`, bearer, "");
  });
}

const works = kind === "drawing" ? DRAWINGS : kind === "mcp" ? CALLS : await hostileTests();
const loops = works.map(async (work) => {
  do await work();
  while (!isOver);
});
process.send!("begun");
await Promise.all(loops);
// The last ones are cut when their time is up.
while (report.cut < report.connections) await sleep(50);
process.send!(report, undefined, undefined, () => process.exit());
