import type { FastifyRequest } from "fastify";
import { shapeProblems } from "../server/body-problems.ts";
import { keyProblems, markReplayed, onceKeyOf, readsHeaders } from "../server/header-schemas.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { CodeSerializers } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import { timestamp } from "../shared/days.ts";
import { headersOf } from "./message.ts";
import type { Webhooks } from "./service.ts";
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
} from "./webhook.schema.routes.ts";
import type { CodeOfDelivery, Delivery, ListedDelivery, Maker, NewWebhook } from "./webhook.ts";

const TAGS = ["Webhooks"];

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

export function webhookRoutes(
  server: Server,
  webhooks: Webhooks,
  serializers: Pick<CodeSerializers, "locationOf">,
): void {
  const delivered = (delivery: Delivery & CodeOfDelivery) => {
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
        description: "Returns all of them: a workspace can have 20.",
        ...reads("All webhooks.", WebhookPage, { notFound: false }),
      },
    },
    async (request) => ({
      data: (await webhooks.list(request.workspaceId)).map((one) => shownTo(request, one)),
      nextCursor: null,
    }),
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
          "Events are sent from now on, signed as specified by Standard Webhooks with the secret in this response. A workspace can have 20 webhooks.",
        headers: readsHeaders("Idempotency-Key"),
        body: CreateWebhook,
        response: responseSchemas(201, "The webhook with its secret.", WebhookWithSecret, {
          headers: ["Location", "Idempotency-Replayed"],
        }),
      },
    },
    async (request, reply) => {
      const key = onceKeyOf(request);
      const problems = [...keyProblems(key), ...shapeProblems(request)];
      const { webhook, replayed } = await webhooks.create(request.workspaceId, request.body, problems, {
        key,
        maker: makerOf(request),
      });
      markReplayed(reply, replayed);
      const path = request.routeOptions.url ?? "";
      reply.code(201).header("Location", serializers.locationOf(path, webhook.id));
      return withSecret(webhook);
    },
  );

  server.get(
    "/webhooks/:id",
    {
      schema: {
        summary: "Read a webhook",
        operationId: "readWebhook",
        tags: TAGS,
        description: "Does not include the secret.",
        params: WebhookParams,
        ...reads("The webhook.", WebhookShape),
      },
    },
    async (request) => shownTo(request, await webhooks.find(request.workspaceId, request.params.id)),
  );

  server.get(
    "/webhooks/:id/health",
    {
      schema: {
        summary: "Read the health of a webhook",
        operationId: "readWebhookHealth",
        tags: TAGS,
        description: "If deliveries fail: since when, why, and when the next attempt is.",
        params: WebhookParams,
        ...reads("The health of the webhook.", WebhookHealthShape),
      },
    },
    async (request) => {
      const { since, nextTryAt, ...health } = await webhooks.health(request.workspaceId, request.params.id);
      return { ...health, since: timeOf(since), nextTryAt: timeOf(nextTryAt) };
    },
  );

  server.patch(
    "/webhooks/:id",
    {
      attachValidation: true,
      schema: {
        summary: "Update a webhook",
        operationId: "changeWebhook",
        tags: TAGS,
        description:
          "Changes only the fields sent. Disabling it discards waiting events; after you enable it, only new events are sent.",
        params: WebhookParams,
        body: ChangeWebhook,
        response: responseSchemas(200, "The updated webhook.", WebhookShape),
      },
    },
    async (request) => {
      const { workspaceId, body, params } = request;
      return shown(await webhooks.change(workspaceId, params.id, body, shapeProblems(request), makerOf(request)));
    },
  );

  server.delete(
    "/webhooks/:id",
    {
      schema: {
        summary: "Delete a webhook",
        operationId: "deleteWebhook",
        tags: TAGS,
        description: "Deletes its deliveries too. Nothing more is sent.",
        params: WebhookParams,
        response: responseSchemas(204, "The webhook is deleted."),
      },
    },
    async (request, reply) => {
      await webhooks.remove(request.workspaceId, request.params.id);
      return reply.code(204).send();
    },
  );

  server.post(
    "/webhooks/:id/rotate",
    {
      schema: {
        summary: "Create a new secret for a webhook",
        operationId: "rotateWebhookSecret",
        tags: TAGS,
        description:
          "For 24 hours deliveries are signed with both secrets, so that the receiver can switch without an interruption.",
        params: WebhookParams,
        response: responseSchemas(200, "The webhook with its new secret.", WebhookWithSecret),
      },
    },
    async (request) => withSecret(await webhooks.rotate(request.workspaceId, request.params.id)),
  );

  server.post(
    "/webhooks/:id/test",
    {
      schema: {
        summary: "Send a test event to a webhook",
        operationId: "testWebhook",
        tags: TAGS,
        description: "Sends an event of type webhook.test once. The response has the result, after 10 seconds at most.",
        params: WebhookParams,
        response: responseSchemas(200, "The result of the delivery.", DeliveryShape),
      },
    },
    async (request) => delivered(await webhooks.test(request.workspaceId, request.params.id)),
  );

  server.get(
    "/webhooks/:id/deliveries",
    {
      schema: {
        summary: "List the deliveries of a webhook, newest first",
        operationId: "listDeliveries",
        tags: TAGS,
        description:
          "Deliveries of the last 30 days, at least the latest 500, and all that are waiting. Read a single delivery to see its request.",
        params: WebhookParams,
        querystring: DeliveriesQuery,
        ...reads("One page of deliveries.", DeliveryPage),
      },
    },
    async (request) => {
      const { limit, cursor, state } = request.query;
      const page = await webhooks.deliveries(request.workspaceId, request.params.id, limit, cursor, state);
      return { ...page, data: page.data.map(listed) };
    },
  );

  server.get(
    "/webhooks/:id/deliveries/:deliveryId",
    {
      schema: {
        summary: "Read a delivery with its request",
        operationId: "readDelivery",
        tags: TAGS,
        description: "Its body does not include scans that are no longer stored.",
        params: DeliveryParams,
        ...reads("The delivery.", DeliveryShape),
      },
    },
    async (request) => {
      const { id, deliveryId } = request.params;
      return delivered(await webhooks.delivery(request.workspaceId, id, deliveryId));
    },
  );

  server.post(
    "/webhooks/:id/deliveries/:deliveryId/resend",
    {
      schema: {
        summary: "Send a delivery again",
        operationId: "resendDelivery",
        tags: TAGS,
        description: "It keeps its webhook-id. A waiting delivery is sent immediately.",
        params: DeliveryParams,
        response: responseSchemas(200, "The delivery, waiting to be sent.", DeliveryShape),
      },
    },
    async (request) => {
      const { id, deliveryId } = request.params;
      return delivered(await webhooks.resend(request.workspaceId, id, deliveryId));
    },
  );
}
