/** The codes of a workspace. */
import type { Api, CallOptions, Items, OnceOptions } from "./call.ts";
import { answerOf, dataOf, fileOf, itemsOf, objectOf, onceOf, PICTURES, pageOf, streamOf } from "./call.ts";
import type * as shapes from "./shapes.ts";

const CODES = "/api/v1/qrcodes";
const CODE = `${CODES}/{id}` as const;
const EXTERNAL = `${CODES}/external/{externalId}` as const;

export function codesOf(api: Api) {
  const of = (id: string) => ({ path: { id } });
  return {
    create: (body: shapes.NewCode, options: OnceOptions = {}): Promise<shapes.CreatedCode> => {
      const params = { header: onceOf(options) };
      return dataOf(api.POST(CODES, { body, params, signal: options.signal }));
    },

    /** Up to 500 in one request, all or none, in the given order. */
    createMany: async (
      qrcodes: readonly shapes.NewCode[],
      options: OnceOptions = {},
    ): Promise<shapes.CreatedCode[]> => {
      const params = { header: onceOf(options) };
      const body = { qrcodes: [...qrcodes] };
      const call = api.POST(`${CODES}/bulk`, { body, params, signal: options.signal });
      return (await pageOf(call)).data;
    },

    /** All that match, newest first. */
    list: (filter: shapes.Filter<"listCodes"> = {}, { signal }: CallOptions = {}): Items<shapes.Code> =>
      itemsOf((cursor) => pageOf(api.GET(CODES, { params: { query: { ...filter, cursor } }, signal }))),

    get: (id: string, { signal }: CallOptions = {}): Promise<shapes.Code> =>
      dataOf(api.GET(CODE, { params: of(id), signal })),

    /** With the ETag that `update` accepts as `ifMatch`. */
    async getTagged(id: string, { signal }: CallOptions = {}): Promise<{ code: shapes.Code; etag: string }> {
      const { data, response } = await objectOf(api.GET(CODE, { params: of(id), signal }));
      return { code: data, etag: response.headers.get("etag") ?? "*" };
    },

    /** Changes only the given fields. With `ifMatch`, fails if the code was changed since. */
    update: (
      id: string,
      body: shapes.CodeChange,
      { ifMatch, signal }: CallOptions & { ifMatch?: string | undefined } = {},
    ): Promise<shapes.Code> => {
      const header = ifMatch === undefined ? {} : { "If-Match": ifMatch };
      return dataOf(api.PATCH(CODE, { body, params: { ...of(id), header }, signal }));
    },

    /** By your own id of it. */
    getExternal: (externalId: string, { signal }: CallOptions = {}): Promise<shapes.Code> =>
      dataOf(api.GET(EXTERNAL, { params: { path: { externalId } }, signal })),

    /** Creates the code with your own id, or changes it to match: what the body leaves out gets its default. */
    putExternal: (externalId: string, body: shapes.NewCode, { signal }: CallOptions = {}): Promise<shapes.Code> =>
      dataOf(api.PUT(EXTERNAL, { body, params: { path: { externalId } }, signal })),

    /** Moves the code with your own id to the bin, for 30 days. */
    deleteExternal: async (externalId: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(EXTERNAL, { params: { path: { externalId } }, signal }))),

    /** Moves it to the bin, for 30 days. */
    delete: async (id: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(CODE, { params: of(id), signal }))),

    /** Restores it from the bin. */
    restore: (id: string, { signal }: CallOptions = {}): Promise<shapes.Code> =>
      dataOf(api.POST(`${CODE}/restore`, { params: of(id), signal })),

    /** All contents it has had, newest first. */
    versions: (
      id: string,
      filter: shapes.Filter<"listVersions"> = {},
      { signal }: CallOptions = {},
    ): Items<shapes.Version> =>
      itemsOf((cursor) => {
        const params = { ...of(id), query: { ...filter, cursor } };
        return pageOf(api.GET(`${CODE}/versions`, { params, signal }));
      }),

    /** Makes an earlier content the current one. */
    restoreVersion: (id: string, version: number, { signal }: CallOptions = {}): Promise<shapes.Code> => {
      const params = { path: { id, version } };
      return dataOf(api.POST(`${CODE}/versions/{version}/restore`, { params, signal }));
    },

    async image(
      id: string,
      query: shapes.Query<"drawCode"> = {},
      { signal }: CallOptions = {},
    ): Promise<shapes.Picture> {
      const params = { ...of(id), query };
      const call = api.GET(`${CODE}/image`, { params, parseAs: "arrayBuffer", signal });
      const { data, contentType } = await fileOf(call, PICTURES);
      return { bytes: new Uint8Array(data), contentType };
    },

    scannability: (
      id: string,
      query: shapes.Query<"readScannability"> = {},
      { signal }: CallOptions = {},
    ): Promise<shapes.Scannability> =>
      dataOf(api.GET(`${CODE}/scannability`, { params: { ...of(id), query }, signal })),

    analytics: (
      id: string,
      query: shapes.Query<"readAnalytics"> = {},
      { signal }: CallOptions = {},
    ): Promise<shapes.Analytics> => dataOf(api.GET(`${CODE}/analytics`, { params: { ...of(id), query }, signal })),

    /** Scans in any period and time zone, compared with another period. */
    insights: (
      id: string,
      query: shapes.Query<"readCodeInsights"> = {},
      { signal }: CallOptions = {},
    ): Promise<shapes.CodeInsights> => dataOf(api.GET(`${CODE}/insights`, { params: { ...of(id), query }, signal })),

    /** Counted and uncounted visits, by reason. */
    traffic: (
      id: string,
      query: shapes.Query<"readTraffic"> = {},
      { signal }: CallOptions = {},
    ): Promise<shapes.Traffic> => dataOf(api.GET(`${CODE}/traffic`, { params: { ...of(id), query }, signal })),

    /** All scans, or those of a period and filters, newest first. */
    scans: (id: string, filter: shapes.Filter<"listScans"> = {}, { signal }: CallOptions = {}): Items<shapes.Scan> =>
      itemsOf((cursor) => {
        const params = { ...of(id), query: { ...filter, cursor } };
        return pageOf(api.GET(`${CODE}/scans`, { params, signal }));
      }),

    /** All scans, or those of a period and filters, as CSV, as a stream. */
    async scansCsv(
      id: string,
      query: shapes.Query<"exportScans"> = {},
      { signal }: CallOptions = {},
    ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
      const call = api.GET(`${CODE}/scans.csv`, { params: { ...of(id), query }, parseAs: "stream", signal });
      return streamOf((await fileOf(call, ["text/csv"])).data, { signal });
    },

    style: (id: string, { signal }: CallOptions = {}): Promise<shapes.Style> =>
      dataOf(api.GET(`${CODE}/style`, { params: of(id), signal })),

    /** A look, or `{ styleId }` of a saved one, which is copied. Omitted fields get their default. */
    setStyle: (id: string, body: shapes.NewCodeStyle, { signal }: CallOptions = {}): Promise<shapes.Style> =>
      dataOf(api.PUT(`${CODE}/style`, { body, params: of(id), signal })),

    /** Ids, by name. */
    tags: async (id: string, { signal }: CallOptions = {}): Promise<string[]> =>
      (await dataOf(api.GET(`${CODE}/tags`, { params: of(id), signal }))).tags,

    /** Replaces all tags of the code. */
    setTags: async (id: string, tags: string[], { signal }: CallOptions = {}): Promise<string[]> =>
      (await dataOf(api.PUT(`${CODE}/tags`, { body: { tags }, params: of(id), signal }))).tags,

    /** Title and text for visitors. */
    page: (id: string, { signal }: CallOptions = {}): Promise<shapes.Page> =>
      dataOf(api.GET(`${CODE}/page`, { params: of(id), signal })),

    /** What is left out is null. */
    setPage: (id: string, body: shapes.NewPage, { signal }: CallOptions = {}): Promise<shapes.Page> =>
      dataOf(api.PUT(`${CODE}/page`, { body, params: of(id), signal })),

    /** Resets it to plain squares. */
    resetStyle: async (id: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(`${CODE}/style`, { params: of(id), signal }))),
  };
}
