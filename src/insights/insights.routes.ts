import { CodeParams } from "../codes/schemas.routes.ts";
import { type CodeChoice, VISIT_FIELDS } from "../scans/filter.ts";
import { operationsOf } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { EXAMPLE_ID } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { invalid } from "../shared/errors.ts";
import {
  CodeInsights,
  type CodeInsightsParameters,
  CodeInsightsQuery,
  type InsightsParameters,
  InsightsQuery,
  WorkspaceInsights,
} from "./insights.schema.routes.ts";
import type { InsightQuery } from "./insights.ts";

const FILTERS =
  "A filter with several values, as in country=DE&country=AT, matches any of them; several filters must all match.";

/** Ignoring a filter would answer with other numbers than asked for. */
const OTHER_FILTERS = ["tag"];

/** Those of them that choose codes. */
export const WORKSPACE_FILTERS = ["tag"];

export function queryOf(parameters: CodeInsightsParameters, known: readonly string[] = []): InsightQuery {
  const other = OTHER_FILTERS.filter((name) => Object.hasOwn(parameters, name) && !known.includes(name));
  if (other.length > 0) {
    const message = `is not a filter: those of scans are ${VISIT_FIELDS.join(", ")}, placement, rule, variant, hour`;
    throw invalid(other.map((field) => ({ field, message })));
  }
  const {
    period,
    from,
    to,
    timezone,
    interval,
    compare,
    country,
    city,
    device,
    browser,
    os,
    placement,
    rule,
    variant,
    hour,
  } = parameters;
  const filter = { country, city, device, browser, os, placement, rule, variant, hour };
  return { period, from, to, timezone, interval, compare, filter };
}

export const choiceOf = (
  workspaceId: string,
  { category, type, tag, ids }: Pick<InsightsParameters, "category" | "type" | "tag" | "ids">,
): CodeChoice => ({ workspaceId, category, type, tag, ids });

const EXAMPLE_OF_CODE = {
  from: "2026-01-01",
  to: "2026-01-02",
  timezone: "Europe/Berlin",
  interval: "day",
  scans: 3,
  visitors: null,
  knownVisitors: 2,
  countries: 1,
  cities: 1,
  previous: { from: "2025-12-30", to: "2025-12-31", scans: 1, visitors: null },
  timeline: [
    { start: "2026-01-01", scans: 0, visitors: null, previousScans: 1 },
    { start: "2026-01-02", scans: 3, visitors: null, previousScans: 0 },
  ],
  byCountry: [{ country: "DE", scans: 3 }],
  byCity: [{ country: "DE", city: "Berlin", scans: 3 }],
  byDevice: [{ device: "mobile", scans: 3 }],
  byBrowser: [{ browser: "Safari", scans: 3 }],
  byOs: [{ os: "iOS", scans: 3 }],
  byPlacement: [],
  byRule: [],
  byVariant: [],
  byHour: new Array<number>(168).fill(0).with(4 * 24 + 10, 3),
  exactFrom: null,
};
const EXAMPLE_OF_WORKSPACE = {
  ...EXAMPLE_OF_CODE,
  byCode: [{ id: EXAMPLE_ID, name: "Menu", scans: 3, previousScans: 1 }],
};

export function insightRoutes(server: Server, { codes, insights }: Services): void {
  const operation = operationsOf(server, "Insights");

  operation({
    name: "readCodeInsights",
    method: "GET",
    path: "/qrcodes/:id/insights",
    right: "viewer",
    summary: "Read insights of a QR code",
    description: `Scans in any period and time zone, compared with another period. ${FILTERS}`,
    params: CodeParams,
    query: CodeInsightsQuery,
    output: { description: "The insights of the period.", shape: CodeInsights },
    example: { answer: EXAMPLE_OF_CODE },
    async handle(request) {
      const query = queryOf(request.query);
      return insights.ofCode(await codes.find(request.workspaceId, request.params.id), query);
    },
  });

  operation({
    name: "readInsights",
    method: "GET",
    path: "/insights",
    right: "viewer",
    summary: "Read insights of all QR codes",
    description: `As the insights of a code, for all codes of the workspace or some of them, without those in the bin. ${FILTERS}`,
    query: InsightsQuery,
    output: { description: "The insights of the period.", shape: WorkspaceInsights, notFound: true },
    example: { answer: EXAMPLE_OF_WORKSPACE },
    async handle({ workspaceId, query }) {
      const chosen = { ...queryOf(query, WORKSPACE_FILTERS), codes: query.codes };
      return insights.ofWorkspace(choiceOf(workspaceId, query), chosen);
    },
  });
}
