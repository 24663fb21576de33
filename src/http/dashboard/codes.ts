import { Type } from "typebox";
import type { Analytics } from "../../analytics/service.ts";
import type { Codes } from "../../codes/service.ts";
import { stateOf } from "../../codes/state.ts";
import { readStyle } from "../../codes/style-text.ts";
import type { Clock } from "../../shared/clock.ts";
import { timestamp } from "../../shared/days.ts";
import { BIN_MS, BIN_SORTS, type BinSort, type Code } from "../../store/code-store.ts";
import { CodeParams, DaysQuery, enumOf, ListQuery, withRequired } from "../api/schemas.ts";
import type { CodeSerializers } from "../api/serializers.ts";
import type { Server } from "../server/server.ts";

export interface CodeListParts {
  codes: Codes;
  analytics: Analytics;
  serializers: CodeSerializers;
  clock: Clock;
}

const SPARKLINE_DAYS = 30;
const CITIES = 100;

const BrowseQuery = withRequired(
  [],
  Type.Object({
    ...ListQuery.properties,
    sort: Type.Optional(Type.Unsafe<BinSort>(enumOf(BIN_SORTS, "What comes first."))),
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  }),
);

const inBin = ({ deletedAt }: Code) => ({
  deletedAt: deletedAt === null ? null : timestamp(deletedAt),
  keptUntil: deletedAt === null ? null : timestamp(deletedAt + BIN_MS),
});

/** What the pages need about codes beside the resources themselves. */
export function codeListRoutes(server: Server, parts: CodeListParts): void {
  const { codes, analytics, serializers, clock } = parts;
  const shown = (code: Code) => ({
    ...serializers.full(code),
    state: stateOf(code, clock.now()),
    expiresFixed: code.expiresFixed,
    style: readStyle(code.style),
  });

  server.get("/codes", { schema: { querystring: BrowseQuery } }, async (request) => {
    const { page, limit, cursor: _, ...query } = request.query;
    const { sort = query.state === "deleted" ? "deleted" : "newest", ...filter } = query;
    const offset = (page - 1) * limit;
    const found = await codes.browse(request.ownerId, filter, { sort, offset, limit });
    const nums = found.codes.map((code) => code.num);
    const lines = await analytics.sparklines(nums, SPARKLINE_DAYS);
    return {
      total: found.total,
      more: found.more,
      stopped: found.stopped,
      codes: found.codes.map((code) => ({ ...shown(code), ...inBin(code), sparkline: lines.get(code.num) })),
    };
  });

  server.get("/categories", async (request) => codes.categories(request.ownerId));

  server.get("/codes/:id", { schema: { params: CodeParams } }, async (request) => {
    const code = await codes.read(request.ownerId, request.params.id);
    return { ...shown(code), imported: await analytics.imported(code) };
  });

  server.get("/codes/:id/cities", { schema: { params: CodeParams, querystring: DaysQuery } }, async (request) => {
    const code = await codes.find(request.ownerId, request.params.id);
    return analytics.topCities(code.num, request.query.days, CITIES);
  });
}
