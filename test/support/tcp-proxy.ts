/** A TCP proxy between a node and its database that can delay, go silent or cut connections. */
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Weather = "fair" | "slow" | "silent" | "refusing" | "cut-at-commit";

export interface TcpProxy {
  port: number;
  /** "cut-at-commit" first cuts existing connections, so that each statement is sent in full. */
  change(weather: Weather): void;
  /** How many connections were cut right after a COMMIT was forwarded. */
  cuts(): number;
  /** How many connections were opened since the start. */
  accepted(): number;
  close(): Promise<void>;
}

const SLOW_MS = 2000;

export async function startProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let cuts = 0;
  let accepted = 0;
  let weather: Weather = "fair";
  const server = createServer((client) => {
    accepted += 1;
    if (weather === "refusing") return void client.destroy();
    const upstream = connect(targetPort, "127.0.0.1");
    const pair = [client, upstream];
    const end = () => {
      for (const socket of pair) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    for (const socket of pair) {
      sockets.add(socket);
      socket.on("error", end);
      socket.on("close", end);
    }
    let committed = false;
    forward(client, upstream, (chunk) => {
      committed ||= weather === "cut-at-commit" && /\bcommit\b/i.test(chunk.toString("latin1"));
      return true;
    });
    forward(upstream, client, () => {
      if (!committed) return true;
      // The database has committed, but its answer never arrives.
      cuts += 1;
      end();
      return false;
    });
  });

  function forward(from: Socket, to: Socket, passes: (chunk: Buffer) => boolean): void {
    let queue: Promise<unknown> = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      queue = queue.then(async () => {
        if (weather === "slow") await sleep(SLOW_MS);
        while (weather === "silent" && !to.destroyed) await sleep(50);
        if (!to.destroyed && passes(chunk)) to.write(chunk);
      });
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    change(next) {
      weather = next;
      if (next === "cut-at-commit") for (const socket of sockets) socket.destroy();
    },
    cuts: () => cuts,
    accepted: () => accepted,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
