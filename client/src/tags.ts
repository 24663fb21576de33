/** The tags of a workspace. */
import type { Api, CallOptions } from "./call.ts";
import { answerOf, dataOf, pageOf } from "./call.ts";
import type * as shapes from "./shapes.ts";

const TAGS = "/api/v1/tags";

export function tagsOf(api: Api) {
  const of = (id: string) => ({ path: { id } });
  return {
    /** By name. */
    list: async ({ signal }: CallOptions = {}): Promise<shapes.Tag[]> => (await pageOf(api.GET(TAGS, { signal }))).data,

    create: (body: shapes.NewTag, { signal }: CallOptions = {}): Promise<shapes.Tag> =>
      dataOf(api.POST(TAGS, { body, signal })),

    update: (id: string, body: shapes.TagChange, { signal }: CallOptions = {}): Promise<shapes.Tag> =>
      dataOf(api.PATCH(`${TAGS}/{id}`, { body, params: of(id), signal })),

    /** Its codes get the tag `into` instead, which is returned. */
    merge: (id: string, into: string, { signal }: CallOptions = {}): Promise<shapes.Tag> =>
      dataOf(api.POST(`${TAGS}/{id}/merge`, { body: { into }, params: of(id), signal })),

    /** Removes it from all codes. */
    delete: async (id: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(`${TAGS}/{id}`, { params: of(id), signal }))),
  };
}
