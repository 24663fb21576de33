import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Threads } from "../shared/threads.ts";
import { VERSION } from "../shared/version.ts";
import type { ReplicaHealth, Store } from "../store/store.ts";
import type { Server } from "./server.ts";

export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "tessera_build_info",
    help: "1, with the version of the service as a label.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  return registry;
}

/** Duration and status of every request by route, not by path, so that there are few labels. */
export function measureRequests(server: Server, registry: Registry): void {
  const seconds = new Histogram({
    name: "tessera_http_request_seconds",
    help: "Duration of requests.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  server.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

export function measureThreads(threads: Threads, registry: Registry): void {
  new Counter({
    name: "tessera_thread_restarts_total",
    help: "Threads that exited unexpectedly and were restarted.",
    labelNames: ["thread"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, restarts } of threads.restarts()) this.inc({ thread: name }, restarts);
    },
  });
  new Gauge({
    name: "tessera_thread_silent_seconds",
    help: "How long a thread with waiting calls has not responded.",
    labelNames: ["thread"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, seconds } of threads.waiting()) this.set({ thread: name }, seconds);
    },
  });
}

/** Only with a replica. */
export function measureReplica({ replica }: Pick<Store, "replica">, registry: Registry): void {
  if (replica() === null) return;
  const registers = [registry];
  const gauge = (name: string, help: string, read: (health: ReplicaHealth) => number | null) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read(replica()!);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  gauge("tessera_replica_used", "1 while the replica may answer reads.", ({ isUsed }) => Number(isUsed));
  const behind = "How far the replica is behind the primary; missing while it does not answer.";
  gauge("tessera_replica_lag_bytes", behind, ({ lagBytes }) => lagBytes);
  gauge("tessera_replica_lag_seconds", behind, ({ lagSeconds }) => lagSeconds);
  new Counter({
    name: "tessera_replica_reads_total",
    help: "Reads that a replica may answer, by the server that did.",
    labelNames: ["server"],
    registers,
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(replica()!.reads)) this.inc({ server }, count);
    },
  });
}
