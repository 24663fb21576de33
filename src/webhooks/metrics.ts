import { Counter, Gauge, type Registry } from "prom-client";
import type { Deliverer } from "./deliverer.ts";

export function exposeWebhookMetrics(registry: Registry, deliverer: Deliverer): void {
  const registers = [registry];
  new Counter({
    name: "tessera_webhook_deliveries_total",
    help: "Webhook requests made by this node, by what came of them.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(deliverer.totals())) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: "tessera_webhook_waiting_seconds",
    help: "Age of the oldest event that waits to be delivered, on any node.",
    registers,
    async collect() {
      // With the database away nobody knows; the last value stands.
      await deliverer.oldestSeconds().then(
        (age) => this.set(age),
        () => {},
      );
    },
  });
}
