import { Type } from "typebox";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { enumOf, withRequired } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import type { Actor } from "../shared/actor.ts";
import { BIN_MS } from "../shared/bin.ts";
import { dayOf, readTime, timestamp } from "../shared/days.ts";
import { invalid } from "../shared/errors.ts";
import type { Tag } from "../tags/tag.ts";
import { type Code, PAGE_SORTS, type PageSort } from "./code.ts";
import { countedPeriod } from "./counted-period.dashboard.ts";
import { readStyle } from "./look-rules.ts";
import { CodeParams, ListQuery } from "./schemas.routes.ts";
import { stateOf } from "./state.ts";
import { serializeVersion, VersionsQuery } from "./versions.routes.ts";

/** A century: more than anything was ever scanned. */
const MAX_DAYS = 36_525;

const day = Type.String({ maxLength: 10 });
const VisitsQuery = Type.Object({ from: day, to: day });

function readDay(field: string, text: string): number {
  const ms = readTime(text);
  if (Number.isNaN(ms)) throw invalid([{ field, message: "must be a day such as 2026-11-16" }]);
  return dayOf(ms);
}

const BrowseQuery = withRequired(
  [],
  Type.Object({
    ...ListQuery.properties,
    ...countedPeriod,
    sort: Type.Optional(Type.Unsafe<PageSort>(enumOf(PAGE_SORTS, "What comes first."))),
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  }),
);

const shownTag = ({ id, name, color }: Tag) => ({ id, name, color });

const inBin = ({ deletedAt }: Code) => ({
  deletedAt: deletedAt === null ? null : timestamp(deletedAt),
  keptUntil: deletedAt === null ? null : timestamp(deletedAt + BIN_MS),
});

/** Data about codes that only the dashboard needs. */
export function codeListRoutes(server: Server, services: Services): void {
  const { codes, analytics, listFigures, serializers, tags, clock } = services;
  const shown = (code: Code) => ({
    ...serializers.full(code),
    state: stateOf(code, clock.now()),
    expiresFixed: code.expiresFixed,
    isSlug: code.isSlug,
    style: readStyle(code.style),
  });

  server.get("/codes", { ...FOR_VIEWERS, schema: { querystring: BrowseQuery } }, async (request) => {
    const { page, limit, cursor: _, period, from, to, compare, ...query } = request.query;
    const { sort = query.state === "deleted" ? "deleted" : "newest", ...filter } = query;
    const counted = await listFigures.periodOf(request.workspaceId, { period, from, to, compare });
    const slice = { sort, spans: counted.spans, offset: (page - 1) * limit, limit };
    const found = await codes.browse(request.workspaceId, filter, slice);
    const nums = found.codes.map((code) => code.num);
    const figures = await listFigures.read(found.codes, counted);
    const last = await analytics.lastScans(request.workspaceId, nums);
    const tagged = await tags.ofCodes(nums);
    const suggestion = filter.q && found.total === 0 ? await codes.suggest(request.workspaceId, filter) : null;
    return {
      total: found.total,
      more: found.more,
      stopped: found.stopped,
      suggestion,
      sparkDays: figures.chart,
      codes: found.codes.map((code) => {
        const at = last.get(code.num);
        const lastScanAt = at === undefined ? null : timestamp(at);
        const named = (tagged.get(code.num) ?? []).map(shownTag);
        return { ...shown(code), ...inBin(code), tags: named, ...figures.of(code), lastScanAt };
      }),
    };
  });

  server.get("/codes/:id", { ...FOR_VIEWERS, schema: { params: CodeParams } }, async (request) => {
    const code = await codes.read(request.workspaceId, request.params.id);
    const named = (await tags.ofCode(code)).map(shownTag);
    return { ...shown(code), tags: named, imported: await analytics.imported(code) };
  });

  const MoveBody = Type.Object({ workspaceId: Type.String({ maxLength: 100 }) });
  server.post(
    "/codes/:id/move",
    { ...FOR_EDITORS, schema: { params: CodeParams, body: MoveBody } },
    async (request) => {
      const { userId, workspaceId: from, body } = request;
      return shown(await codes.move({ id: request.params.id, from, to: body.workspaceId, userId }));
    },
  );

  server.get(
    "/codes/:id/visits",
    { ...FOR_VIEWERS, schema: { params: CodeParams, querystring: VisitsQuery } },
    async (request) => {
      const code = await codes.find(request.workspaceId, request.params.id);
      const [from, to] = [readDay("from", request.query.from), readDay("to", request.query.to)];
      if (to - from >= MAX_DAYS) throw invalid([{ field: "from", message: `must be within ${MAX_DAYS} days of to` }]);
      return analytics.visits(code, from, to);
    },
  );
}

/** Who set each version: members by their current address, others have none. */
export function historyRoutes(server: Server, { history, workspaces }: Services): void {
  server.get(
    "/codes/:id/history",
    { ...FOR_VIEWERS, schema: { params: CodeParams, querystring: VersionsQuery } },
    async (request) => {
      const { limit, cursor } = request.query;
      const page = await history.page(request.workspaceId, request.params.id, limit, cursor);
      const members = await workspaces.members(request.workspaceId);
      const emails = new Map(members.map(({ userId, email }) => [userId, email]));
      const named = ({ kind, name }: Actor) => ({ kind, name: kind === "person" ? (emails.get(name) ?? null) : name });
      const data = page.versions.map((version) => ({
        ...serializeVersion(version),
        by: version.by && named(version.by),
      }));
      return { data, nextCursor: page.nextCursor };
    },
  );

  server.get("/codes/:id/changes", { ...FOR_VIEWERS, schema: { params: CodeParams } }, async (request) => {
    const changes = await history.changes(request.workspaceId, request.params.id);
    return changes.map(({ at, kind }) => ({ at: timestamp(at), kind }));
  });
}
