import { Type } from "typebox";
import { DELIVERY_STATES, EVENTS, TEST_EVENT } from "../../store/webhook-store.ts";
import { HEALTH_STATES } from "../../webhooks/service.ts";
import { enumOf, exact, nullable, number, text, withRequired } from "./schemas.ts";

const DROPPED =
  "Scans and other events that were never sent because too many were waiting or it was switched off, since it was last switched on.";

const moment = (description: string) => Type.String({ format: "date-time", description });
const momentOrNull = (description: string) => nullable<string>("string", { format: "date-time", description });

const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: "Where events are sent: an https address on the public internet.",
});
const events = Type.Array(enumOf(EVENTS, "An event."), {
  minItems: 1,
  uniqueItems: true,
  description: "What is sent.",
});
const isActive = Type.Boolean({
  description: "False while nothing is sent. What happens meanwhile is not sent later.",
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
  description: "What is to change; the rest stays.",
});

const shown = {
  id: text("Identifier of the webhook."),
  url: Type.String({ format: "uri", description: "Where events are sent." }),
  events: Type.Array(enumOf(EVENTS, "An event."), { description: "What is sent." }),
  isActive,
  createdAt: moment("When it was created."),
};

export const WebhookShape = Type.Object(shown, exact("Webhook", "A webhook."));

export const WebhookWithSecret = Type.Object(
  {
    ...shown,
    secret: Type.String({
      pattern: "^whsec_[A-Za-z0-9+/]+=*$",
      description: "What deliveries are signed with. It is shown this once.",
    }),
  },
  exact("WebhookWithSecret", "A webhook with its secret."),
);

export const WebhookPage = Type.Object(
  {
    data: Type.Array(WebhookShape, { description: "Newest first." }),
    nextCursor: nullable<string>("string", { description: "Always null: there are at most 20." }),
  },
  exact("WebhookPage", "All webhooks."),
);

export const WebhookHealthShape = Type.Object(
  {
    state: enumOf(
      HEALTH_STATES,
      "ok: the last event was accepted, or none was sent yet. failing: the last one was not. off: nothing is sent.",
    ),
    since: momentOrNull("Since when it fails, or when the service switched it off."),
    problem: nullable<string>("string", {
      description: "Why, in words. Null when it is ok, or when its owner switched it off.",
    }),
    waiting: number("Deliveries that wait."),
    nextTryAt: momentOrNull("When the next of them is sent. Null when none waits."),
    dropped: number(DROPPED),
  },
  exact("WebhookHealth", "Whether a webhook's events arrive."),
);

export const WebhookParams = Type.Object({ id: Type.String({ description: "Identifier of the webhook." }) });

export const DeliveryParams = Type.Object({
  id: Type.String({ description: "Identifier of the webhook." }),
  deliveryId: Type.String({ description: "Identifier of the delivery." }),
});

export const DeliveriesQuery = withRequired(
  [],
  Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "How many on a page, 1 to 100." }),
    cursor: Type.Optional(Type.String({ description: "nextCursor of the page before." })),
    state: Type.Optional(enumOf(DELIVERY_STATES, "Only deliveries in this state.")),
  }),
);

const listed = {
  id: text("Identifier of the delivery: its webhook-id, the same with every try."),
  type: enumOf([...EVENTS, TEST_EVENT], "What happened."),
  createdAt: moment("When it happened."),
  state: enumOf(DELIVERY_STATES, "failed: it is not tried any more."),
  tries: number("How often it was sent."),
  lastTryAt: momentOrNull("Null when it was not sent yet."),
  nextTryAt: momentOrNull("Null when it is not tried any more."),
  status: nullable<number>("integer", { description: "Of the last answer; null without one." }),
  answer: nullable<string>("string", { description: "The first part of the last answer." }),
  problem: nullable<string>("string", { description: "Why the last try failed, in words." }),
};

const ListedDelivery = Type.Object(listed, exact("ListedDelivery", "One event on its way to a webhook."));

export const DeliveryShape = Type.Object(
  {
    ...listed,
    request: Type.Object(
      {
        headers: Type.Record(Type.String(), Type.String(), { description: "Without the signature." }),
        body: text("As it is sent."),
      },
      { additionalProperties: false, description: "What is sent." },
    ),
  },
  exact("Delivery", "One event on its way to a webhook, with what is sent."),
);

export const DeliveryPage = Type.Object(
  {
    data: Type.Array(ListedDelivery, { description: "Newest first." }),
    nextCursor: nullable<string>("string", { description: "Null when there is no further page." }),
    dropped: number(DROPPED),
  },
  exact("DeliveryPage", "One page of deliveries."),
);
