/** The domains of a workspace. */
import type { Api, CallOptions, Items } from "./call.ts";
import { answerOf, dataOf, itemsOf, pageOf } from "./call.ts";
import type * as shapes from "./shapes.ts";

const DOMAINS = "/api/v1/domains";
const DOMAIN = `${DOMAINS}/{id}` as const;

export function domainsOf(api: Api) {
  const of = (id: string) => ({ path: { id } });
  return {
    list: ({ signal }: CallOptions = {}): Items<shapes.Domain> => itemsOf(() => pageOf(api.GET(DOMAINS, { signal }))),

    get: (id: string, { signal }: CallOptions = {}): Promise<shapes.Domain> =>
      dataOf(api.GET(DOMAIN, { params: of(id), signal })),

    /** Returns the record to create in the DNS. */
    create: (body: shapes.NewDomain, { signal }: CallOptions = {}): Promise<shapes.Domain> =>
      dataOf(api.POST(DOMAINS, { body, signal })),

    /** Looks up the record. Rejects with what was found instead. */
    verify: (id: string, { signal }: CallOptions = {}): Promise<shapes.Domain> =>
      dataOf(api.POST(`${DOMAIN}/verify`, { params: of(id), signal })),

    /** Whether share URLs use it. */
    update: (id: string, body: shapes.DomainChange, { signal }: CallOptions = {}): Promise<shapes.Domain> =>
      dataOf(api.PATCH(DOMAIN, { body, params: of(id), signal })),

    /** Printed copies with links on this domain stop working. */
    delete: async (id: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(DOMAIN, { params: of(id), signal }))),
  };
}
