import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile, startLoad } from "../../support/load.ts";
import { createCodes, createService, type Service } from "../../support/service.ts";
import { verify } from "../../support/verify.ts";

const ALLOWED_MS = 15_000;
const SLOW_READERS = 5;

/** The clients' ports of the connections that a server still holds, as the system sees it. */
function heldPorts(port: number): Set<number> {
  const rows = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  const held = new Set<number>();
  for (const row of rows) {
    const [, local = "", remote = "", , , , , , , inode] = row.trim().split(/\s+/);
    const portOf = (address: string) => Number.parseInt(address.split(":")[1]!, 16);
    // A connection that no process holds any more has no inode.
    if (portOf(local) === port && inode !== "0") held.add(portOf(remote));
  }
  return held;
}

type Attack = (socket: Socket, token: string) => NodeJS.Timeout | undefined;

const ATTACKS: Record<string, Attack> = {
  /** A header that never ends, a byte a second. */
  slowloris(socket, token) {
    socket.write(`GET /r/${token} HTTP/1.1\r\nHost: x\r\nX-Slow: `);
    return setInterval(() => socket.write("a"), 1000);
  },
  silence: () => undefined,
  /** A body that never ends. */
  "slow body"(socket) {
    socket.write("POST /api/v1/qrcodes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n");
    socket.write("Content-Length: 60000\r\n\r\n{");
    return setInterval(() => socket.write(" "), 1000);
  },
  /** Requests a lot and reads nothing. */
  "slow reader"(socket) {
    socket.pause();
    // More would end the connection before it is seen.
    const some = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(8);
    socket.write(some);
    return setInterval(() => socket.write(some), 250);
  },
};

/** Opens the connections of each attack and returns, by attack, when the last of them was cut. */
async function attack(node: Service, token: string, clients: number): Promise<Map<string, number>> {
  const names = Object.keys(ATTACKS);
  const sockets: { name: string; socket: Socket; heldFrom: number }[] = [];
  const seeHeld = () => {
    const held = heldPorts(node.port);
    // A connection in the accept queue is not held yet.
    for (const entry of sockets) {
      if (held.has(entry.socket.localPort!)) entry.heldFrom ||= performance.now();
    }
  };
  const timers: (NodeJS.Timeout | undefined)[] = [];
  for (let i = 0; i < clients; i++) {
    // Few clients that read nothing: their requests are limited per address.
    const name = i < SLOW_READERS ? "slow reader" : names[i % 3]!;
    // They ignore the request to close.
    const socket = connect({ port: node.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("connect", resolve));
    sockets.push({ name, socket, heldFrom: 0 });
    timers.push(ATTACKS[name]!(socket, token));
    // A busy machine may cut the first before the last has connected.
    if (i % 20 === 0) seeHeld();
  }
  seeHeld();
  const cut = new Map<string, number>();
  let left = sockets.map((entry) => ({ ...entry, port: entry.socket.localPort! }));
  const begun = performance.now();
  while (left.length > 0 && performance.now() - begun < 6 * ALLOWED_MS) {
    await sleep(100);
    const held = heldPorts(node.port);
    left = left.filter((entry) => {
      // A connection in the accept queue is not held yet.
      if (held.has(entry.port)) entry.heldFrom ||= performance.now();
      else if (entry.heldFrom > 0) {
        const heldMs = performance.now() - entry.heldFrom;
        cut.set(entry.name, Math.max(cut.get(entry.name) ?? 0, heldMs));
        return false;
      }
      return true;
    });
  }
  for (const timer of timers) clearInterval(timer);
  for (const { socket } of sockets) socket.destroy();
  for (const { name } of left) cut.set(name, Number.POSITIVE_INFINITY);
  return cut;
}

/** F10: deliberately slow clients are cut off, and others do not notice them. */
export async function bearSlowClients(clients: number, { timed = false } = {}): Promise<void> {
  const node = await createService();
  try {
    await node.prepare();
    await node.start();
    const codes = await createCodes(node, 10);
    const load = startLoad([node], codes, { connections: 8, pauseMs: timed ? 20 : 100 });
    await (timed ? sleep(1500) : load.acknowledges(50));
    const calm = percentile(load.tally.times, 0.99);
    load.tally.times.length = 0;
    const cut = await attack(node, codes[0]!.shareToken, clients);
    const tally = await load.stop();
    const p99 = percentile(tally.times, 0.99);
    const ends = [...cut].map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`);
    console.log(`F10: ${clients} slow clients, cut at the latest: ${ends.join(", ")}`);
    console.log(`F10: ${tally.times.length} others, p99 ${p99.toFixed(1)} ms, before the attack ${calm.toFixed(1)} ms`);
    assert.deepEqual(tally.failed, []);
    for (const [name, ms] of cut) assert.ok(Number.isFinite(ms), `${name} was never cut`);
    // On a machine that was slow before the attack, everything is slower by as much.
    if (timed) {
      assert.ok(p99 < Math.max(200, 4 * calm), `p99 was ${p99} ms`);
      const allowed = ALLOWED_MS + 20 * calm;
      for (const [name, ms] of cut) assert.ok(ms <= allowed, `${name} was cut after ${ms} ms`);
    }
    await verify(node, "F10", [tally]);
  } finally {
    await node.kill();
  }
}
