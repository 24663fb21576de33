import type { Analytics } from "../../analytics/service.ts";
import type { Codes } from "../../codes/service.ts";
import type { Server } from "../server/server.ts";
import { readsHeaders } from "./headers.ts";
import { responseSchemas } from "./response-schemas.ts";
import { AnalyticsSummary, CodeParams, DaysQuery, pageQuery, ScanPage } from "./schemas.ts";
import { serializeScan } from "./serializers.ts";
import { Traffic } from "./traffic-schema.ts";

export function scanRoutes(server: Server, codes: Codes, analytics: Analytics): void {
  server.get(
    "/qrcodes/:id/analytics",
    {
      schema: {
        summary: "Aggregated scan statistics",
        operationId: "readAnalytics",
        tags: ["Scans"],
        description:
          "Whole UTC days, today included. timeline has an entry for each of them, and totalScans is its sum.",
        headers: readsHeaders("If-None-Match"),
        params: CodeParams,
        querystring: DaysQuery,
        response: responseSchemas({
          status: 200,
          description: "The scans of the period, added up.",
          body: AnalyticsSummary,
          tagged: true,
        }),
      },
    },
    async (request) => {
      const code = await codes.find(request.ownerId, request.params.id);
      return analytics.summary(code, request.query.days);
    },
  );

  server.get(
    "/qrcodes/:id/scans",
    {
      schema: {
        summary: "Raw scan records, newest first",
        operationId: "listScans",
        tags: ["Scans"],
        description: "Pass nextCursor as cursor to get the page after.",
        headers: readsHeaders("If-None-Match"),
        params: CodeParams,
        querystring: pageQuery("scans'"),
        response: responseSchemas({
          status: 200,
          description: "One page of scan records.",
          body: ScanPage,
          tagged: true,
        }),
      },
    },
    async (request) => {
      const code = await codes.find(request.ownerId, request.params.id);
      const page = await analytics.scans(code.num, request.query.limit, request.query.cursor);
      return { data: page.data.map((scan) => serializeScan(scan, code.id)), nextCursor: page.nextCursor };
    },
  );

  server.get(
    "/qrcodes/:id/traffic",
    {
      schema: {
        summary: "What was counted and what was not, by reason",
        operationId: "readTraffic",
        tags: ["Scans"],
        description: "Visits that are no scans, with the reason why, so that every total can be explained.",
        headers: readsHeaders("If-None-Match"),
        params: CodeParams,
        querystring: DaysQuery,
        response: responseSchemas({
          status: 200,
          description: "Every visit of the period, explained.",
          body: Traffic,
          tagged: true,
        }),
      },
    },
    async (request) => {
      const code = await codes.find(request.ownerId, request.params.id);
      return analytics.traffic(code.num, request.query.days);
    },
  );
}
