import { timestamp } from "../../shared/days.ts";
import type { Delivery, ListedDelivery, Webhook } from "../../store/webhook-store.ts";
import { headersOf } from "../../webhooks/message.ts";
import type { Webhooks } from "../../webhooks/service.ts";
import type { Server } from "../server/server.ts";
import { shapeProblems } from "./code-input.ts";
import { readsHeaders } from "./headers.ts";
import { responseSchemas } from "./responses.ts";
import type { CodeSerializers } from "./serializers.ts";
import {
  ChangeWebhook,
  CreateWebhook,
  DeliveriesQuery,
  DeliveryPage,
  DeliveryParams,
  DeliveryShape,
  WebhookHealthShape,
  WebhookPage,
  WebhookParams,
  WebhookShape,
  WebhookWithSecret,
} from "./webhook-schemas.ts";

const TAGS = ["Webhooks"];

const shown = ({ id, url, events, isActive, createdAt }: Webhook) => ({
  id,
  url,
  events,
  isActive,
  createdAt: timestamp(createdAt),
});
const timeOf = (at: number | null) => (at === null ? null : timestamp(at));

const listed = (delivery: ListedDelivery) => {
  const { id, type, at, isWaiting, tries, lastTry, nextTry, status, answer, problem } = delivery;
  return {
    id,
    type,
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

const withSecret = (webhook: Webhook) => ({ ...shown(webhook), secret: webhook.secret });

export function webhookRoutes(
  server: Server,
  webhooks: Webhooks,
  serializers: Pick<CodeSerializers, "locationOf">,
): void {
  const delivered = (delivery: Delivery) => {
    const { id, at, lastTry } = delivery;
    const request = { headers: headersOf(id, lastTry ?? at), body: webhooks.bodyOf(delivery) };
    return { ...listed(delivery), request };
  };

  server.get(
    "/webhooks",
    {
      schema: {
        summary: "List your webhooks, newest first",
        operationId: "listWebhooks",
        tags: TAGS,
        description: "All of them: there are at most 20.",
        headers: readsHeaders("If-None-Match"),
        response: responseSchemas({
          status: 200,
          description: "All webhooks.",
          body: WebhookPage,
          tagged: true,
          notFound: false,
        }),
      },
    },
    async (request) => ({ data: (await webhooks.list(request.ownerId)).map(shown), nextCursor: null }),
  );

  server.post(
    "/webhooks",
    {
      attachValidation: true,
      schema: {
        summary: "Create a webhook",
        operationId: "createWebhook",
        tags: TAGS,
        description:
          "From now on its events are sent to it, signed with the secret of this answer by the rules of Standard Webhooks. At most 20 webhooks.",
        body: CreateWebhook,
        response: responseSchemas({
          status: 201,
          description: "The webhook with its secret.",
          body: WebhookWithSecret,
          headers: ["Location", "Vary"],
          notFound: false,
        }),
      },
    },
    async (request, reply) => {
      const created = await webhooks.create(request.ownerId, request.body, shapeProblems(request));
      const path = request.routeOptions.url ?? "";
      reply.code(201).header("Location", serializers.locationOf(path, created.id));
      return withSecret(created);
    },
  );

  server.get(
    "/webhooks/:id",
    {
      schema: {
        summary: "Read a webhook",
        operationId: "readWebhook",
        tags: TAGS,
        description: "Without its secret.",
        headers: readsHeaders("If-None-Match"),
        params: WebhookParams,
        response: responseSchemas({ status: 200, description: "The webhook.", body: WebhookShape, tagged: true }),
      },
    },
    async (request) => shown(await webhooks.find(request.ownerId, request.params.id)),
  );

  server.get(
    "/webhooks/:id/health",
    {
      schema: {
        summary: "Read whether a webhook's events arrive",
        operationId: "readWebhookHealth",
        tags: TAGS,
        description: "If they do not: since when, why, and when it is tried again.",
        headers: readsHeaders("If-None-Match"),
        params: WebhookParams,
        response: responseSchemas({
          status: 200,
          description: "Its health.",
          body: WebhookHealthShape,
          tagged: true,
        }),
      },
    },
    async (request) => {
      const { since, nextTryAt, ...health } = await webhooks.health(request.ownerId, request.params.id);
      return { ...health, since: timeOf(since), nextTryAt: timeOf(nextTryAt) };
    },
  );

  server.patch(
    "/webhooks/:id",
    {
      attachValidation: true,
      schema: {
        summary: "Change a webhook",
        operationId: "changeWebhook",
        tags: TAGS,
        description:
          "Only what is sent changes. Switched off, it drops what waits; switched on again, it is sent what happens from then on.",
        params: WebhookParams,
        body: ChangeWebhook,
        response: responseSchemas({
          status: 200,
          description: "The webhook as changed.",
          body: WebhookShape,
          headers: ["Vary"],
        }),
      },
    },
    async (request) => {
      const { id } = request.params;
      await webhooks.find(request.ownerId, id);
      const problems = shapeProblems(request);
      return shown(await webhooks.change(request.ownerId, id, request.body, problems));
    },
  );

  server.delete(
    "/webhooks/:id",
    {
      schema: {
        summary: "Delete a webhook",
        operationId: "deleteWebhook",
        tags: TAGS,
        description: "With its deliveries. Nothing more is sent to it.",
        params: WebhookParams,
        response: responseSchemas({ status: 204, description: "It is gone." }),
      },
    },
    async (request, reply) => {
      await webhooks.remove(request.ownerId, request.params.id);
      return reply.code(204).send();
    },
  );

  server.post(
    "/webhooks/:id/rotate",
    {
      schema: {
        summary: "Give a webhook a new secret",
        operationId: "rotateWebhookSecret",
        tags: TAGS,
        description:
          "For 24 hours deliveries are signed with both secrets, so that the receiver can change over in its own time.",
        params: WebhookParams,
        response: responseSchemas({
          status: 200,
          description: "The webhook with its new secret.",
          body: WebhookWithSecret,
          headers: ["Vary"],
        }),
      },
    },
    async (request) => withSecret(await webhooks.rotate(request.ownerId, request.params.id)),
  );

  server.post(
    "/webhooks/:id/test",
    {
      schema: {
        summary: "Send a test event to a webhook",
        operationId: "testWebhook",
        tags: TAGS,
        description:
          "An event of the type webhook.test is sent at once and once only. The answer tells what came of it, after 10 seconds at most.",
        params: WebhookParams,
        response: responseSchemas({
          status: 200,
          description: "What came of it.",
          body: DeliveryShape,
          headers: ["Vary"],
        }),
      },
    },
    async (request) => delivered(await webhooks.test(request.ownerId, request.params.id)),
  );

  server.get(
    "/webhooks/:id/deliveries",
    {
      schema: {
        summary: "What was and will be sent to a webhook, newest first",
        operationId: "listDeliveries",
        tags: TAGS,
        description:
          "Those of the last 30 days, the latest 500 at least, and all that wait. What was sent is in the answer of a single one.",
        headers: readsHeaders("If-None-Match"),
        params: WebhookParams,
        querystring: DeliveriesQuery,
        response: responseSchemas({
          status: 200,
          description: "One page of deliveries.",
          body: DeliveryPage,
          tagged: true,
        }),
      },
    },
    async (request) => {
      const { limit, cursor, state } = request.query;
      const page = await webhooks.deliveries(request.ownerId, request.params.id, limit, cursor, state);
      return { ...page, data: page.data.map(listed) };
    },
  );

  server.get(
    "/webhooks/:id/deliveries/:deliveryId",
    {
      schema: {
        summary: "Read a delivery with what is sent",
        operationId: "readDelivery",
        tags: TAGS,
        description: "Scans that are no longer kept are missing in its body.",
        headers: readsHeaders("If-None-Match"),
        params: DeliveryParams,
        response: responseSchemas({ status: 200, description: "The delivery.", body: DeliveryShape, tagged: true }),
      },
    },
    async (request) => {
      const { id, deliveryId } = request.params;
      return delivered(await webhooks.delivery(request.ownerId, id, deliveryId));
    },
  );

  server.post(
    "/webhooks/:id/deliveries/:deliveryId/resend",
    {
      schema: {
        summary: "Send a delivery once more",
        operationId: "resendDelivery",
        tags: TAGS,
        description: "It keeps its webhook-id. One that waits is tried at once.",
        params: DeliveryParams,
        response: responseSchemas({
          status: 200,
          description: "The delivery, which waits again.",
          body: DeliveryShape,
          headers: ["Vary"],
        }),
      },
    },
    async (request) => {
      const { id, deliveryId } = request.params;
      return delivered(await webhooks.resend(request.ownerId, id, deliveryId));
    },
  );
}
