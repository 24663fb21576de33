/** Copies of a code in different places. */
import type { Api, CallOptions, Items, OnceOptions } from "./call.ts";
import { answerOf, dataOf, fileOf, itemsOf, onceOf, PICTURES, pageOf } from "./call.ts";
import type * as shapes from "./shapes.ts";

const PLACEMENTS = "/api/v1/qrcodes/{id}/placements";
const PLACEMENT = `${PLACEMENTS}/{placementId}` as const;

export function placementsOf(api: Api) {
  const of = (id: string, placementId: string) => ({ path: { id, placementId } });
  return {
    /** Up to 500 of a code in one request, all or none, in the given order. */
    create: async (
      codeId: string,
      placements: readonly shapes.NewPlacement[],
      options: OnceOptions = {},
    ): Promise<shapes.Placement[]> => {
      const params = { path: { id: codeId }, header: onceOf(options) };
      const call = api.POST(PLACEMENTS, { body: { placements: [...placements] }, params, signal: options.signal });
      return (await pageOf(call)).data;
    },

    /** All of a code that match, newest first unless `sort` says otherwise. */
    list: (
      codeId: string,
      filter: shapes.Filter<"listPlacements"> = {},
      { signal }: CallOptions = {},
    ): Items<shapes.Placement> =>
      itemsOf((cursor) => {
        const params = { path: { id: codeId }, query: { ...filter, cursor } };
        return pageOf(api.GET(PLACEMENTS, { params, signal }));
      }),

    /** Changes only the given fields; `codeId` moves it to another code. */
    update: (
      codeId: string,
      id: string,
      body: shapes.PlacementChange,
      { signal }: CallOptions = {},
    ): Promise<shapes.Placement> => dataOf(api.PATCH(PLACEMENT, { body, params: of(codeId, id), signal })),

    /** Its token is never given again. */
    delete: async (codeId: string, id: string, { signal }: CallOptions = {}): Promise<void> =>
      void (await answerOf(api.DELETE(PLACEMENT, { params: of(codeId, id), signal }))),

    async image(
      codeId: string,
      id: string,
      query: shapes.Query<"drawPlacement"> = {},
      { signal }: CallOptions = {},
    ): Promise<shapes.Picture> {
      const params = { ...of(codeId, id), query };
      const call = api.GET(`${PLACEMENT}/image`, { params, parseAs: "arrayBuffer", signal });
      const { data, contentType } = await fileOf(call, PICTURES);
      return { bytes: new Uint8Array(data), contentType };
    },
  };
}
