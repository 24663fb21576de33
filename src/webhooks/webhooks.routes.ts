import type { FastifyRequest } from "fastify";
import { markReplayed, onceKeyOf } from "../server/header-schemas.ts";
import { operationsOf } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";
import { headersOf } from "./message.ts";
import {
  ChangeWebhook,
  CreateWebhook,
  DeliveriesQuery,
  DeliveryPage,
  DeliveryParams,
  DeliveryShape,
  EXAMPLE,
  EXAMPLE_DELIVERY,
  EXAMPLE_LISTED,
  EXAMPLE_TEST,
  WebhookHealthShape,
  WebhookPage,
  WebhookParams,
  WebhookShape,
  WebhookWithSecret,
} from "./webhook.schema.routes.ts";
import type { CodeOfDelivery, Delivery, ListedDelivery, Maker, NewWebhook } from "./webhook.ts";

const makerOf = ({ apiKey, userId }: FastifyRequest): Maker => (apiKey ? { keyId: apiKey.id } : { userId });

const shown = ({ id, url, events, isActive, createdAt }: NewWebhook) => ({
  id,
  url,
  events,
  isActive,
  createdAt: timestamp(createdAt),
});

/** For those who may not change webhooks only the host: the rest of a URL may be a secret of the receiver. */
export function urlFor({ apiKey, membership }: FastifyRequest, url: string): string {
  const mayOnlyRead = membership ? membership.role === "viewer" : apiKey?.scope === "read-only";
  return mayOnlyRead ? `${new URL(url).origin}/…` : url;
}
const shownTo = (request: FastifyRequest, webhook: NewWebhook) => ({
  ...shown(webhook),
  url: urlFor(request, webhook.url),
});

const timeOf = (at: number | null) => (at === null ? null : timestamp(at));

const listed = (delivery: ListedDelivery) => {
  const { id, type, codeId, codeName, at, isWaiting, tries, lastTry, nextTry, status, answer, problem } = delivery;
  return {
    id,
    type,
    qrCodeId: codeId,
    qrCodeName: codeName,
    createdAt: timestamp(at),
    state: isWaiting ? "waiting" : problem === null ? "delivered" : "failed",
    tries,
    lastTryAt: timeOf(lastTry),
    nextTryAt: isWaiting ? timestamp(Math.max(nextTry, at)) : null,
    status,
    answer,
    problem,
  } as const;
};

const withSecret = (webhook: NewWebhook) => ({ ...shown(webhook), secret: webhook.secret });

const EXAMPLE_WITH_SECRET = { ...EXAMPLE, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" };
const EXAMPLE_HEALTH = {
  state: "failing",
  since: "2026-01-02T09:00:12.000Z",
  problem: "it answered 503",
  waiting: 3,
  nextTryAt: "2026-01-02T09:05:00.000Z",
  dropped: 0,
};

export function webhookRoutes(server: Server, { webhooks, serializers: { locationOf } }: Services): void {
  const operation = operationsOf(server, "Webhooks", locationOf);
  const delivered = (delivery: Delivery & CodeOfDelivery) => {
    const { id, at, lastTry } = delivery;
    const request = { headers: headersOf(id, lastTry ?? at), body: webhooks.bodyOf(delivery) };
    return { ...listed(delivery), request };
  };

  operation({
    name: "listWebhooks",
    method: "GET",
    path: "/webhooks",
    right: "viewer",
    summary: "List your webhooks, newest first",
    description: "Returns all of them: a workspace can have 20.",
    output: { description: "All webhooks.", shape: WebhookPage },
    example: { answer: { data: [EXAMPLE], nextCursor: null } },
    handle: async (request) => ({
      data: (await webhooks.list(request.workspaceId)).map((one) => shownTo(request, one)),
      nextCursor: null,
    }),
  });

  operation({
    name: "createWebhook",
    method: "POST",
    path: "/webhooks",
    right: "editor",
    summary: "Create a webhook",
    description:
      "Events are sent from now on, signed as specified by Standard Webhooks with the secret in this response. A workspace can have 20 webhooks.",
    headers: ["Idempotency-Key"],
    body: CreateWebhook,
    rules: ({ url }) => webhooks.problems(url),
    output: { status: 201, description: "The webhook with its secret.", shape: WebhookWithSecret },
    example: { body: { url: EXAMPLE.url, events: EXAMPLE.events }, answer: EXAMPLE_WITH_SECRET },
    async handle(request, reply) {
      const by = { key: onceKeyOf(request), maker: makerOf(request) };
      const { webhook, replayed } = await webhooks.create(request.workspaceId, request.body, by);
      markReplayed(reply, replayed);
      return withSecret(webhook);
    },
  });

  operation({
    name: "readWebhook",
    method: "GET",
    path: "/webhooks/:id",
    right: "viewer",
    summary: "Read a webhook",
    description: "Does not include the secret.",
    params: WebhookParams,
    output: { description: "The webhook.", shape: WebhookShape },
    example: { answer: EXAMPLE },
    handle: async (request) => shownTo(request, await webhooks.find(request.workspaceId, request.params.id)),
  });

  operation({
    name: "readWebhookHealth",
    method: "GET",
    path: "/webhooks/:id/health",
    right: "viewer",
    summary: "Read the health of a webhook",
    description: "If deliveries fail: since when, why, and when the next attempt is.",
    params: WebhookParams,
    output: { description: "The health of the webhook.", shape: WebhookHealthShape },
    example: { answer: EXAMPLE_HEALTH },
    async handle(request) {
      const { since, nextTryAt, ...health } = await webhooks.health(request.workspaceId, request.params.id);
      return { ...health, since: timeOf(since), nextTryAt: timeOf(nextTryAt) };
    },
  });

  operation({
    name: "changeWebhook",
    method: "PATCH",
    path: "/webhooks/:id",
    right: "editor",
    summary: "Update a webhook",
    description:
      "Changes only the fields sent. Disabling it discards waiting events; after you enable it, only new events are sent.",
    params: WebhookParams,
    body: ChangeWebhook,
    find: ({ workspaceId, params }) => webhooks.find(workspaceId, params.id),
    rules: ({ url }) => webhooks.problems(url),
    output: { description: "The updated webhook.", shape: WebhookShape },
    example: { body: { isActive: false }, answer: { ...EXAMPLE, isActive: false } },
    async handle(request) {
      const { workspaceId, body, params } = request;
      return shown(await webhooks.change(workspaceId, params.id, body, makerOf(request)));
    },
  });

  operation({
    name: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/:id",
    right: "editor",
    summary: "Delete a webhook",
    description: "Deletes its deliveries too. Nothing more is sent.",
    params: WebhookParams,
    output: { description: "The webhook is deleted." },
    handle: ({ workspaceId, params }) => webhooks.remove(workspaceId, params.id),
  });

  operation({
    name: "rotateWebhookSecret",
    method: "POST",
    path: "/webhooks/:id/rotate",
    right: "editor",
    summary: "Create a new secret for a webhook",
    description:
      "For 24 hours deliveries are signed with both secrets, so that the receiver can switch without an interruption.",
    params: WebhookParams,
    output: { description: "The webhook with its new secret.", shape: WebhookWithSecret },
    example: { answer: EXAMPLE_WITH_SECRET },
    handle: async (request) => withSecret(await webhooks.rotate(request.workspaceId, request.params.id)),
  });

  operation({
    name: "testWebhook",
    method: "POST",
    path: "/webhooks/:id/test",
    right: "editor",
    summary: "Send a test event to a webhook",
    description: "Sends an event of type webhook.test once. The response has the result, after 10 seconds at most.",
    params: WebhookParams,
    output: { description: "The result of the delivery.", shape: DeliveryShape },
    example: { answer: EXAMPLE_TEST },
    handle: async (request) => delivered(await webhooks.test(request.workspaceId, request.params.id)),
  });

  operation({
    name: "listDeliveries",
    method: "GET",
    path: "/webhooks/:id/deliveries",
    right: "viewer",
    summary: "List the deliveries of a webhook, newest first",
    description:
      "Deliveries of the last 30 days, at least the latest 500, and all that are waiting. Read a single delivery to see its request.",
    params: WebhookParams,
    query: DeliveriesQuery,
    output: { description: "One page of deliveries.", shape: DeliveryPage },
    example: { answer: { data: [EXAMPLE_LISTED], nextCursor: null, dropped: 0 } },
    async handle(request) {
      const { limit, cursor, state } = request.query;
      const page = await webhooks.deliveries(request.workspaceId, request.params.id, limit, cursor, state);
      return { ...page, data: page.data.map(listed) };
    },
  });

  operation({
    name: "readDelivery",
    method: "GET",
    path: "/webhooks/:id/deliveries/:deliveryId",
    right: "viewer",
    summary: "Read a delivery with its request",
    description: "Its body does not include scans that are no longer stored.",
    params: DeliveryParams,
    output: { description: "The delivery.", shape: DeliveryShape },
    example: { answer: EXAMPLE_DELIVERY },
    async handle(request) {
      const { id, deliveryId } = request.params;
      return delivered(await webhooks.delivery(request.workspaceId, id, deliveryId));
    },
  });

  operation({
    name: "resendDelivery",
    method: "POST",
    path: "/webhooks/:id/deliveries/:deliveryId/resend",
    right: "editor",
    summary: "Send a delivery again",
    description: "It keeps its webhook-id. A waiting delivery is sent immediately.",
    params: DeliveryParams,
    output: { description: "The delivery, waiting to be sent.", shape: DeliveryShape },
    example: { answer: { ...EXAMPLE_DELIVERY, state: "waiting", nextTryAt: EXAMPLE_DELIVERY.createdAt } },
    async handle(request) {
      const { id, deliveryId } = request.params;
      return delivered(await webhooks.resend(request.workspaceId, id, deliveryId));
    },
  });
}
