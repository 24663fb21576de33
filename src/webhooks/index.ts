import { Counter, Gauge, type Registry } from "prom-client";
import type { Clock } from "../shared/clock.ts";
import type { Threads } from "../shared/threads.ts";
import type { Store } from "../store/store.ts";
import { DEFAULTS, type Deliverer, type Log, startDeliverer, type Timing } from "./deliverer.ts";
import type { Shapes } from "./message.ts";
import { rulesOf } from "./rules.ts";
import { createWebhooks } from "./service.ts";
import { createThreadedSender } from "./threaded-sender.ts";

export interface WebhookParts {
  config: Parameters<typeof rulesOf>[0];
  store: Store;
  clock: Clock;
  threads: Threads;
  createId: () => string;
  shapes: Shapes;
  metrics: Registry;
  onError: (error: unknown) => void;
  logger: Log;
  timing?: Partial<Timing> | undefined;
}

/** Assembles webhooks: the service and the deliverer. */
export function startWebhooks(parts: WebhookParts) {
  const { store, clock, threads, createId, shapes, metrics, onError, logger, timing } = parts;
  const rules = rulesOf(parts.config);
  const { answerMs: timeoutMs } = { ...DEFAULTS, ...timing };
  const sender = createThreadedSender({ rules, timeoutMs }, threads);
  const deliverer = startDeliverer({ store, clock, sender, shapes, onError, log: logger, timing });
  store.onCodeChanged(deliverer.codeChanged);
  exposeWebhookMetrics(metrics, deliverer);
  const { wake, stop } = deliverer;
  return { ...createWebhooks({ store, clock, createId, rules, sender, shapes, wake }), stop };
}

function exposeWebhookMetrics(registry: Registry, deliverer: Deliverer): void {
  const registers = [registry];
  new Counter({
    name: "tessera_webhook_deliveries_total",
    help: "Webhook requests of this node, by outcome.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(deliverer.totals())) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: "tessera_webhook_waiting_seconds",
    help: "Age of the oldest undelivered event, on any node.",
    registers,
    async collect() {
      // While the database is unavailable, the last value stays.
      await deliverer.oldestSeconds().then(
        (age) => this.set(age),
        () => {},
      );
    },
  });
}
