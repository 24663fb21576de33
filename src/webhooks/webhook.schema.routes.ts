import { Type } from "typebox";
import { EXAMPLE_SCAN } from "../server/serializers.ts";
import { EXAMPLE_ID, enumOf, exact, nullable, number, text, withRequired } from "../server/shapes.ts";
import { EVENTS } from "../shared/events.ts";
import { HEALTH_STATES } from "./service.ts";
import { DELIVERY_STATES, TEST_EVENT } from "./webhook.ts";

const DROPPED =
  "Scans and other events that were not sent because too many were waiting or the webhook was off, since it was last enabled.";

const moment = (description: string) => Type.String({ format: "date-time", description });
const momentOrNull = (description: string) => nullable<string>("string", { format: "date-time", description });

const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: "The URL that receives events: https, on the public internet.",
});
const events = Type.Array(enumOf(EVENTS, "An event type."), {
  minItems: 1,
  uniqueItems: true,
  description: "The event types to send.",
});
const isActive = Type.Boolean({
  description: "False disables the webhook. Events are then not sent, and not sent later either.",
});

export const CreateWebhook = withRequired(
  ["url"],
  Type.Object(
    {
      url,
      events: Type.Unsafe<(typeof EVENTS)[number][]>({ ...events, default: [...EVENTS] }),
      isActive: Type.Optional({ ...isActive, default: true }),
    },
    { title: "CreateWebhook", description: "A webhook to create. Unknown fields are ignored." },
  ),
);

export const ChangeWebhook = Type.Partial(Type.Object({ url, events, isActive }), {
  title: "ChangeWebhook",
  description: "The fields to change.",
});

const shown = {
  id: text("ID of the webhook."),
  url: text(
    "The URL that receives events. Read-only keys and viewers see only its host, such as https://hooks.example.com/…, because the rest may be secret.",
  ),
  events: Type.Array(enumOf(EVENTS, "An event type."), { description: "The event types to send." }),
  isActive,
  createdAt: moment("When it was created."),
};

export const WebhookShape = Type.Object(shown, exact("Webhook", "A webhook."));

export const WebhookWithSecret = Type.Object(
  {
    ...shown,
    secret: Type.String({
      pattern: "^whsec_[A-Za-z0-9+/]+=*$",
      description: "The signing secret. It is shown only once.",
    }),
  },
  exact("WebhookWithSecret", "A webhook with its secret."),
);

export const WebhookPage = Type.Object(
  {
    data: Type.Array(WebhookShape, { description: "Newest first." }),
    nextCursor: nullable<string>("string", { description: "Always null: a workspace can have 20 webhooks." }),
  },
  exact("WebhookPage", "All webhooks."),
);

export const WebhookHealthShape = Type.Object(
  {
    state: enumOf(
      HEALTH_STATES,
      "ok: the last event was accepted, or none was sent yet. failing: the last event was not accepted. off: the webhook is disabled, or the account of its creator is suspended.",
    ),
    since: momentOrNull("When it began to fail, or when the service disabled it."),
    problem: nullable<string>("string", {
      description: "The reason. Null if it is ok, or if you disabled it.",
    }),
    waiting: number("Number of waiting deliveries."),
    nextTryAt: momentOrNull("When the next delivery is sent. Null if none is waiting."),
    dropped: number(DROPPED),
  },
  exact("WebhookHealth", "Whether a webhook's events are delivered."),
);

export const WebhookParams = Type.Object({ id: Type.String({ description: "ID of the webhook." }) });

export const DeliveryParams = Type.Object({
  id: Type.String({ description: "ID of the webhook." }),
  deliveryId: Type.String({ description: "ID of the delivery." }),
});

export const DeliveriesQuery = withRequired(
  [],
  Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Page size, 1 to 100." }),
    cursor: Type.Optional(Type.String({ description: "nextCursor of the previous page." })),
    state: Type.Optional(enumOf(DELIVERY_STATES, "Only deliveries in this state.")),
  }),
);

const listed = {
  id: text("ID of the delivery: its webhook-id, the same for every attempt."),
  type: enumOf([...EVENTS, TEST_EVENT], "The type of the event."),
  qrCodeId: nullable<string>("string", { description: "ID of the QR code that the event is about; null for a test." }),
  qrCodeName: nullable<string>("string", {
    description: "Its name in the event, or the current name if the event is about scans.",
  }),
  createdAt: moment("When the event occurred."),
  state: enumOf(DELIVERY_STATES, "failed: there are no further attempts."),
  tries: number("Number of attempts."),
  lastTryAt: momentOrNull("Null if it has not been sent yet."),
  nextTryAt: momentOrNull("Null if there are no further attempts."),
  status: nullable<number>("integer", { description: "Status of the last response; null if there was none." }),
  answer: nullable<string>("string", { description: "The beginning of the last response." }),
  problem: nullable<string>("string", { description: "Why the last attempt failed." }),
};

const ListedDelivery = Type.Object(listed, exact("ListedDelivery", "A delivery of one event to a webhook."));

export const DeliveryShape = Type.Object(
  {
    ...listed,
    request: Type.Object(
      {
        headers: Type.Record(Type.String(), Type.String(), { description: "The headers, without the signature." }),
        body: text("The body."),
      },
      { additionalProperties: false, description: "The request." },
    ),
  },
  exact("Delivery", "A delivery of one event to a webhook, with its request."),
);

export const DeliveryPage = Type.Object(
  {
    data: Type.Array(ListedDelivery, { description: "Newest first." }),
    nextCursor: nullable<string>("string", { description: "Null on the last page." }),
    dropped: number(DROPPED),
  },
  exact("DeliveryPage", "One page of deliveries."),
);

export const EXAMPLE = {
  id: "019b7d10-5200-7000-8c41-5d0e2f6a9b13",
  url: "https://example.com/hooks/tessera",
  events: ["qrcode.created", "qrcode.scanned"],
  isActive: true,
  createdAt: "2026-01-02T09:30:00.000Z",
};
const SENT_AT = "2026-01-02T09:00:02.000Z";

/** Events as they are sent. */
export const EXAMPLE_EVENTS = {
  scanned: { type: "qrcode.scanned", timestamp: SENT_AT, data: { qrCodeId: EXAMPLE_ID, scans: [EXAMPLE_SCAN] } },
  test: { type: "webhook.test", timestamp: SENT_AT, data: { webhookId: EXAMPLE.id } },
};

export const EXAMPLE_LISTED = {
  id: "019b7d12-9a10-7000-8c41-5d0e2f6a9b13",
  type: "qrcode.scanned",
  qrCodeId: EXAMPLE_ID,
  qrCodeName: "Menu",
  createdAt: SENT_AT,
  state: "delivered",
  tries: 1,
  lastTryAt: SENT_AT,
  nextTryAt: null,
  status: 204,
  answer: "",
  problem: null,
};

const requestOf = (event: object) => ({
  headers: {
    "content-type": "application/json",
    "user-agent": "Tessera/1.0.0",
    "webhook-id": EXAMPLE_LISTED.id,
    "webhook-timestamp": "1767344402",
  },
  body: JSON.stringify(event),
});
export const EXAMPLE_DELIVERY = { ...EXAMPLE_LISTED, request: requestOf(EXAMPLE_EVENTS.scanned) };
export const EXAMPLE_TEST = {
  ...{ ...EXAMPLE_LISTED, type: "webhook.test", qrCodeId: null, qrCodeName: null },
  request: requestOf(EXAMPLE_EVENTS.test),
};
