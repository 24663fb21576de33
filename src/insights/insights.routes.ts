import { CodeParams } from "../codes/schemas.routes.ts";
import type { Codes } from "../codes/service.ts";
import { type CodeChoice, VISIT_FIELDS } from "../scans/filter.ts";
import { reads } from "../server/responses.ts";
import type { Server } from "../server/server.ts";
import { invalid } from "../shared/errors.ts";
import {
  CodeInsights,
  type CodeInsightsParameters,
  CodeInsightsQuery,
  type InsightsParameters,
  InsightsQuery,
  WorkspaceInsights,
} from "./insights.schema.routes.ts";
import type { InsightQuery, Insights } from "./insights.ts";

const tags = ["Insights"];
const FILTERS =
  "A filter with several values, as in country=DE&country=AT, matches any of them; several filters must all match.";

/** Ignoring a filter would answer with other numbers than asked for. */
const OTHER_FILTERS = ["tag", "rule", "variant"];

/** Those of them that choose codes. */
export const WORKSPACE_FILTERS = ["tag"];

export function queryOf(parameters: CodeInsightsParameters, known: readonly string[] = []): InsightQuery {
  const other = OTHER_FILTERS.filter((name) => Object.hasOwn(parameters, name) && !known.includes(name));
  if (other.length > 0) {
    const message = `is not a filter: those of scans are ${VISIT_FIELDS.join(", ")}, placement, hour`;
    throw invalid(other.map((field) => ({ field, message })));
  }
  const { period, from, to, timezone, interval, compare, country, city, device, browser, os, placement, hour } =
    parameters;
  const filter = { country, city, device, browser, os, placement, hour };
  return { period, from, to, timezone, interval, compare, filter };
}

export const choiceOf = (
  workspaceId: string,
  { category, type, tag, ids }: Pick<InsightsParameters, "category" | "type" | "tag" | "ids">,
): CodeChoice => ({ workspaceId, category, type, tag, ids });

export function insightRoutes(server: Server, codes: Codes, insights: Insights): void {
  server.get(
    "/qrcodes/:id/insights",
    {
      schema: {
        summary: "Read insights of a QR code",
        operationId: "readCodeInsights",
        tags,
        description: `Scans in any period and time zone, compared with another period. ${FILTERS}`,
        params: CodeParams,
        querystring: CodeInsightsQuery,
        ...reads("The insights of the period.", CodeInsights),
      },
    },
    async (request) => {
      const query = queryOf(request.query);
      return insights.ofCode(await codes.find(request.workspaceId, request.params.id), query);
    },
  );

  server.get(
    "/insights",
    {
      schema: {
        summary: "Read insights of all QR codes",
        operationId: "readInsights",
        tags,
        description: `As the insights of a code, for all codes of the workspace or some of them, without those in the bin. ${FILTERS}`,
        querystring: InsightsQuery,
        ...reads("The insights of the period.", WorkspaceInsights),
      },
    },
    async ({ workspaceId, query }) => {
      const chosen = { ...queryOf(query, WORKSPACE_FILTERS), codes: query.codes };
      return insights.ofWorkspace(choiceOf(workspaceId, query), chosen);
    },
  );
}
