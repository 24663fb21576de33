import { Type } from "typebox";
import { createOneAtATime } from "../server/dashboard-guards.ts";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import { leavingOf } from "../server/request.ts";
import { contentDisposition } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import { enumOf, withRequired } from "../server/shapes.ts";
import { answerJsonSlowly } from "../server/slow-answer.ts";
import type { Services } from "../services.ts";
import { invalid } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import { TAGS_PER_CODE } from "../tags/tag.ts";
import { type ManyChange, PAGE_SORTS, type PageSort } from "./code.ts";
import { countedPeriod } from "./counted-period.dashboard.ts";
import { createImageZip } from "./image-zip.ts";
import { ENCODES, type EncodeOfMany } from "./images.ts";
import type { Printed } from "./printed.ts";
import { ListQuery } from "./schemas.routes.ts";
import { type ChangeGroup, MAX_SELECTED } from "./selection.ts";

/** Enough for the maximum number of ids and an action. */
export const SELECTION_BYTES = 1_048_576;

/** Validated by hand: a schema that checks items reports every invalid one, which is slow for a large invalid body. */
export const idsUpTo = (most: number) => Type.Unsafe<string[]>({ type: "array", minItems: 1, maxItems: most });

/** Placements of this code instead of codes; `q`: those with this in their names. */
export const ofPlacements = {
  codeId: Type.Optional(Type.String({ maxLength: 100 })),
  q: Type.Optional(Type.String({ maxLength: 200 })),
};

/** What to draw. Placements need no ids: without them it is all of a code. */
export function readPrinted({ codeId, ids, q }: { codeId?: string; ids?: string[]; q?: string }): Printed {
  if (codeId === undefined && ids === undefined) throw invalid([{ field: "ids", message: "is required" }]);
  refuseOtherThanIds(ids ?? []);
  return codeId === undefined ? { ids: ids! } : { codeId, ids, q };
}

export function refuseOtherThanIds(ids: readonly unknown[], field = "ids"): void {
  if (ids.every((id) => typeof id === "string")) return;
  throw invalid([{ field, message: "must be a list of ids" }]);
}

const { limit: _limit, cursor: _cursor, ...filters } = ListQuery.properties;

const SelectQuery = withRequired(
  [],
  Type.Object({
    ...filters,
    ...countedPeriod,
    sort: Type.Unsafe<PageSort>({ ...enumOf(PAGE_SORTS, "What comes first."), default: "newest" }),
  }),
);

const IdsBody = Type.Object({ ids: idsUpTo(MAX_SELECTED) });

/** An undo may set another value for each code. More are sent in several requests. */
const MAX_CHANGES = 2_000;
/** Items are validated by hand, like ids. */
const ChangesBody = Type.Object({
  changes: Type.Unsafe<unknown[]>({ type: "array", minItems: 1, maxItems: MAX_CHANGES }),
});
/** Of ids and tags. */
const CHANGES_BYTES = 2 * 1_048_576;

/** Rows of an import per request. */
const MAX_ROWS = 500;
const RowsBody = Type.Object({
  rows: Type.Unsafe<unknown[]>({ type: "array", minItems: 1, maxItems: MAX_ROWS }),
});
/** As for bulk creation. */
const ROWS_BYTES = 4 * 1_048_576;

/** Validated by hand, like ids. */
function readRow(row: unknown, i: number): { name: string; content: string } {
  const { name, content } = isObject(row) ? row : {};
  if (typeof name === "string" && typeof content === "string") return { name, content };
  throw invalid([{ field: `rows.${i}`, message: "must have a name and a content" }]);
}

const areIds = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= TAGS_PER_CODE &&
  value.every((id) => typeof id === "string" && isUuid(id));

const IS_VALID: Record<keyof ManyChange, (value: unknown) => boolean> = {
  isPublic: (value) => typeof value === "boolean",
  isFavorite: (value) => typeof value === "boolean",
  addTags: areIds,
  removeTags: areIds,
};
const WANTED: Record<keyof ManyChange, string> = {
  isPublic: "true or false",
  isFavorite: "true or false",
  addTags: `1 to ${TAGS_PER_CODE} ids of tags`,
  removeTags: `1 to ${TAGS_PER_CODE} ids of tags`,
};
const FIELDS = Object.keys(IS_VALID) as (keyof ManyChange)[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reports the first error only, of what may be thousands. */
function readGroup(group: unknown, i: number): ChangeGroup {
  const refuse = (path: string, message: string) => invalid([{ field: `changes.${i}${path}`, message }]);
  if (!isObject(group)) throw refuse("", "must be a JSON object");
  const { ids, change } = group;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_SELECTED) {
    throw refuse(".ids", `must be 1 to ${MAX_SELECTED} ids of codes`);
  }
  refuseOtherThanIds(ids, `changes.${i}.ids`);
  const named = isObject(change) ? FIELDS.filter((field) => change[field] !== undefined) : [];
  if (!isObject(change) || named.length === 0) {
    throw refuse(".change", `must be a JSON object with ${FIELDS.join(", ")} or some of them`);
  }
  for (const field of named) {
    if (IS_VALID[field](change[field])) continue;
    throw refuse(`.change.${field}`, `must be ${WANTED[field]}`);
  }
  return { ids, change: Object.fromEntries(named.map((field) => [field, change[field]])) };
}

/** Bulk actions on selected codes. Each counts as one change. */
export function selectionRoutes(server: Server, { codes, listFigures, selections }: Services): void {
  const bodyLimit = SELECTION_BYTES;

  server.get("/selection", { ...FOR_VIEWERS, schema: { querystring: SelectQuery } }, async (request) => {
    const { sort, period, from, to, compare, ...filter } = request.query;
    const { spans } = await listFigures.periodOf(request.workspaceId, { period, from, to, compare });
    return codes.select(request.workspaceId, filter, { sort, spans, limit: MAX_SELECTED });
  });

  // Changes nothing, so it counts as a preview.
  server.post(
    "/preview/import",
    { ...FOR_VIEWERS, bodyLimit: ROWS_BYTES, schema: { body: RowsBody } },
    async (request) => ({
      existing: await selections.existing(request.workspaceId, request.body.rows.map(readRow)),
    }),
  );

  server.post(
    "/selection/change",
    { ...FOR_EDITORS, bodyLimit: CHANGES_BYTES, schema: { body: ChangesBody } },
    async (request, reply) => {
      const changes = request.body.changes.map(readGroup);
      if (changes.reduce((sum, { ids }) => sum + ids.length, 0) > MAX_SELECTED) {
        throw invalid([{ field: "changes", message: `may name at most ${MAX_SELECTED} codes` }]);
      }
      return answerJsonSlowly(reply, selections.change(request.workspaceId, changes));
    },
  );

  for (const act of ["remove", "restore"] as const) {
    const options = { ...FOR_EDITORS, bodyLimit, schema: { body: IdsBody } };
    server.post(`/selection/${act}`, options, async (request, reply) => {
      const { ids } = request.body;
      refuseOtherThanIds(ids);
      return answerJsonSlowly(reply, selections[act](request.workspaceId, ids));
    });
  }
}

const encode = Type.Unsafe<EncodeOfMany>({
  ...enumOf(ENCODES, "What the pictures hold. best: the network of a Wi-Fi code, the share URL of all others."),
  default: "best",
});

const ZipBody = withRequired(
  [],
  Type.Object({
    ...ofPlacements,
    ids: Type.Optional(idsUpTo(MAX_SELECTED)),
    format: Type.Unsafe<"png" | "svg" | "pdf">({ ...enumOf(["png", "svg", "pdf"], "What to draw."), default: "png" }),
    size: Type.Integer({ minimum: 128, maximum: 2048, default: 1024 }),
    encode,
  }),
);

/** Images of the selected codes as a ZIP file. */
export function selectionImageRoutes(server: Server, services: Services): void {
  const zipOf = createImageZip(services);
  const begin = createOneAtATime("A file of pictures is being made for you. Wait for its end.");

  server.post(
    "/selection/images",
    { ...FOR_VIEWERS, bodyLimit: SELECTION_BYTES, schema: { body: ZipBody } },
    async (request, reply) => {
      const { ids, codeId, q, ...options } = request.body;
      const printed = readPrinted(request.body);
      const end = begin(request.userId);
      reply.raw.once("close", end);
      const zip = zipOf(request.workspaceId, printed, options, leavingOf(reply));
      return reply
        .type("application/zip")
        .header("Content-Disposition", contentDisposition("attachment", "codes.zip"))
        .send(zip);
    },
  );
}
