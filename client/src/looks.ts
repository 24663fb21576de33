/** The named looks and logos of a workspace. */
import type { Api, CallOptions, Items, OnceOptions } from "./call.ts";
import { answerOf, dataOf, itemsOf, onceOf, pageOf } from "./call.ts";
import type * as shapes from "./shapes.ts";

const STYLES = "/api/v1/styles";
const LOGOS = "/api/v1/logos";

export function stylesOf(api: Api) {
  const of = (id: string) => ({ path: { id } });
  return {
    list: (query: shapes.Filter<"listStyles"> = {}, { signal }: CallOptions = {}): Items<shapes.SavedStyle> =>
      itemsOf((cursor) => pageOf(api.GET(STYLES, { params: { query: { ...query, cursor } }, signal }))),

    get: (id: string, { signal }: CallOptions = {}): Promise<shapes.SavedStyle> =>
      dataOf(api.GET(`${STYLES}/{id}`, { params: of(id), signal })),

    create: (body: shapes.NewStyle, options: OnceOptions = {}): Promise<shapes.SavedStyle> =>
      dataOf(api.POST(STYLES, { body, params: { header: onceOf(options) }, signal: options.signal })),

    update: (id: string, body: shapes.StyleChange, { signal }: CallOptions = {}): Promise<shapes.SavedStyle> =>
      dataOf(api.PATCH(`${STYLES}/{id}`, { body, params: of(id), signal })),

    /** Codes keep their copy of the look. */
    delete: async (id: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(`${STYLES}/{id}`, { params: of(id), signal }))),
  };
}

export function logosOf(api: Api) {
  return {
    list: (query: shapes.Filter<"listLogos"> = {}, { signal }: CallOptions = {}): Items<shapes.Logo> =>
      itemsOf((cursor) => pageOf(api.GET(LOGOS, { params: { query: { ...query, cursor } }, signal }))),

    get: (id: string, { signal }: CallOptions = {}): Promise<shapes.Logo> =>
      dataOf(api.GET(`${LOGOS}/{id}`, { params: { path: { id } }, signal })),

    /** A png, jpeg, webp or svg of up to 1 MiB. */
    upload: (picture: shapes.Picture, { signal }: CallOptions = {}): Promise<shapes.Logo> =>
      dataOf(
        api.POST(LOGOS, {
          // The OpenAPI document has no type for bytes.
          body: picture.bytes as unknown as string,
          bodySerializer: (bytes) => bytes,
          headers: { "Content-Type": picture.contentType },
          signal,
        }),
      ),

    delete: async (id: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(`${LOGOS}/{id}`, { params: { path: { id } }, signal }))),
  };
}
