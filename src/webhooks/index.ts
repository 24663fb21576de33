import type { Registry } from "prom-client";
import type { Clock } from "../shared/clock.ts";
import type { Store } from "../store/store.ts";
import { startDeliverer, type Timing } from "./deliverer.ts";
import type { Shapes } from "./message.ts";
import { exposeWebhookMetrics } from "./metrics.ts";
import { rulesOf } from "./rules.ts";
import { createSender } from "./sender.ts";
import { createWebhooks } from "./service.ts";

export interface WebhookParts {
  config: Parameters<typeof rulesOf>[0];
  store: Store;
  clock: Clock;
  createId: () => string;
  shapes: Shapes;
  metrics: Registry;
  onError: (error: unknown) => void;
  timing?: Partial<Timing> | undefined;
}

/** Puts the parts of webhooks together: what owners do with them, and what is sent. */
export function startWebhooks(parts: WebhookParts) {
  const { store, clock, createId, shapes, metrics, onError, timing } = parts;
  const rules = rulesOf(parts.config);
  const sender = createSender({ rules });
  const deliverer = startDeliverer({ store, clock, sender, shapes, onError, timing });
  store.onCodeChanged(deliverer.codeChanged);
  exposeWebhookMetrics(metrics, deliverer);
  const { wake, stop } = deliverer;
  const webhooks = createWebhooks({ store, clock, createId, rules, sender, shapes, wake });
  return { webhooks, stop };
}
