/** The webhooks of a workspace. Use `verifyWebhook` to verify their deliveries. */
import type { Api, CallOptions, Items, OnceOptions } from "./call.ts";
import { answerOf, dataOf, itemsOf, onceOf, pageOf } from "./call.ts";
import type * as shapes from "./shapes.ts";

const HOOKS = "/api/v1/webhooks";
const HOOK = `${HOOKS}/{id}` as const;

export function webhooksOf(api: Api) {
  const of = (id: string) => ({ path: { id } });
  return {
    list: ({ signal }: CallOptions = {}): Items<shapes.Webhook> => itemsOf(() => pageOf(api.GET(HOOKS, { signal }))),

    get: (id: string, { signal }: CallOptions = {}): Promise<shapes.Webhook> =>
      dataOf(api.GET(HOOK, { params: of(id), signal })),

    /** Whether its events are delivered; if not, since when and why. */
    health: (id: string, { signal }: CallOptions = {}): Promise<shapes.WebhookHealth> =>
      dataOf(api.GET(`${HOOK}/health`, { params: of(id), signal })),

    /** Returns the secret, which no other call returns. */
    create: (body: shapes.NewWebhook, options: OnceOptions = {}): Promise<shapes.WebhookWithSecret> =>
      dataOf(api.POST(HOOKS, { body, params: { header: onceOf(options) }, signal: options.signal })),

    update: (id: string, body: shapes.WebhookChange, { signal }: CallOptions = {}): Promise<shapes.Webhook> =>
      dataOf(api.PATCH(HOOK, { body, params: of(id), signal })),

    delete: async (id: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(HOOK, { params: of(id), signal }))),

    /** Creates a new secret. Deliveries are signed with both for 24 hours. */
    rotate: (id: string, { signal }: CallOptions = {}): Promise<shapes.WebhookWithSecret> =>
      dataOf(api.POST(`${HOOK}/rotate`, { params: of(id), signal })),

    /** Sends a test event and returns the result. */
    test: (id: string, { signal }: CallOptions = {}): Promise<shapes.WebhookDelivery> =>
      dataOf(api.POST(`${HOOK}/test`, { params: of(id), signal })),

    /** Without the request, which `delivery` returns. */
    deliveries: (
      id: string,
      filter: shapes.Filter<"listDeliveries"> = {},
      { signal }: CallOptions = {},
    ): Items<shapes.ListedDelivery> =>
      itemsOf((cursor) => {
        const params = { ...of(id), query: { ...filter, cursor } };
        return pageOf(api.GET(`${HOOK}/deliveries`, { params, signal }));
      }),

    delivery: (id: string, deliveryId: string, { signal }: CallOptions = {}): Promise<shapes.WebhookDelivery> =>
      dataOf(api.GET(`${HOOK}/deliveries/{deliveryId}`, { params: { path: { id, deliveryId } }, signal })),

    resend: (id: string, deliveryId: string, { signal }: CallOptions = {}): Promise<shapes.WebhookDelivery> =>
      dataOf(api.POST(`${HOOK}/deliveries/{deliveryId}/resend`, { params: { path: { id, deliveryId } }, signal })),
  };
}
