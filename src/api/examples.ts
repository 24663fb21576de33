/** Examples of parameters and errors, for the document and the reference page. */
import { EXAMPLE_PLACEMENT_ID, EXAMPLE_SLUG } from "../placements/placements.routes.ts";
import { EXAMPLE_SCAN } from "../server/serializers.ts";
import { EXAMPLE_ID } from "../server/shapes.ts";
import { EXAMPLE_TAG } from "../tags/tags.routes.ts";
import { EXAMPLE_LISTED } from "../webhooks/webhook.schema.routes.ts";

const REQUEST_ID = "Zk3vXw8QpL1a-2f";

/** By the parameter's name. */
export const PARAMETER_EXAMPLES: Record<string, unknown> = {
  id: EXAMPLE_ID,
  version: 1,
  deliveryId: EXAMPLE_LISTED.id,
  placementId: EXAMPLE_PLACEMENT_ID,
  placement: [EXAMPLE_PLACEMENT_ID],
  rule: ["lunch"],
  variant: ["a"],
  slug: EXAMPLE_SLUG,
  cursor: EXAMPLE_SCAN.id,
  q: "menu",
  kind: "code",
  from: "2026-01-01",
  to: "2026-01-31",
  type: "url",
  category: "Tables",
  externalId: "menu-7",
  tag: [EXAMPLE_TAG.id],
  favorite: true,
  state: "active",
  period: "28d",
  timezone: "Europe/Berlin",
  interval: "day",
  country: ["DE"],
  hour: [17],
  city: ["Berlin"],
  device: ["mobile"],
  browser: ["Safari"],
  os: ["iOS"],
  ids: [EXAMPLE_ID],
  size: 1024,
  millimetres: 40,
  "Idempotency-Key": "order-4711",
  "If-Match": '"nK3vXw8QpL1aTz0c.b1JmYx7Rk2Qw9sVd"',
  "If-None-Match": '"nK3vXw8QpL1aTz0c.b1JmYx7Rk2Qw9sVd"',
};

/** By the error's status. */
export const ERROR_EXAMPLES = {
  400: {
    error: "validation_error",
    message: "Invalid: size.",
    details: [{ field: "size", message: "must be a whole number from 128 to 2048" }],
    requestId: REQUEST_ID,
  },
  401: {
    error: "invalid_api_key",
    message: "The API key is missing, malformed or revoked. Send it as: Authorization: Bearer tsr_…",
    requestId: REQUEST_ID,
  },
  404: { error: "not_found", message: "There is no such resource, or it is not yours.", requestId: REQUEST_ID },
  429: {
    error: "rate_limited",
    message: "The limit of 20 requests is reached. Try again in 1800 seconds.",
    requestId: REQUEST_ID,
  },
  500: {
    error: "internal_error",
    message: "Something went wrong in the service. Try again later.",
    requestId: REQUEST_ID,
  },
} as const;
