import type { Analytics } from "../../analytics/service.ts";
import type { Codes } from "../../codes/service.ts";
import type { Server } from "../http/server.ts";
import { answers } from "./answers.ts";
import {
  AnalyticsSummary,
  CodeParams,
  DaysQuery,
  ScanPage,
  ScansQuery,
  Traffic,
} from "./schemas.ts";
import { scanShape } from "./shapes.ts";

export function scanRoutes(server: Server, codes: Codes, analytics: Analytics): void {
  server.get(
    "/qrcodes/:id/analytics",
    {
      schema: {
        summary: "Aggregated scan statistics",
        operationId: "readAnalytics",
        tags: ["Scans"],
        params: CodeParams,
        querystring: DaysQuery,
        response: answers(200, "The scans of the period, added up.", AnalyticsSummary),
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
        params: CodeParams,
        querystring: ScansQuery,
        response: answers(200, "One page of scan records.", ScanPage),
      },
    },
    async (request) => {
      const code = await codes.find(request.ownerId, request.params.id);
      const page = await analytics.scans(code.num, request.query.limit, request.query.cursor);
      return {
        data: page.data.map((scan) => scanShape(scan, code.id)),
        nextCursor: page.nextCursor,
      };
    },
  );

  server.get(
    "/qrcodes/:id/traffic",
    {
      schema: {
        summary: "What was counted and what was not, by reason",
        operationId: "readTraffic",
        tags: ["Scans"],
        params: CodeParams,
        querystring: DaysQuery,
        response: answers(200, "Every visit of the period, explained.", Traffic),
      },
    },
    async (request) => {
      const code = await codes.find(request.ownerId, request.params.id);
      return analytics.traffic(code.num, request.query.days);
    },
  );
}
