import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Analytics } from "../../analytics/service.ts";
import type { Codes } from "../../codes/service.ts";
import { csvLine } from "../../shared/csv.ts";
import { fileStem } from "../../shared/file-name.ts";
import type { Code } from "../../store/code-store.ts";
import { etagOf, isHeld } from "../server/etag.ts";
import { contentDisposition } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import { reads } from "./responses.ts";
import { AnalyticsSummary, CodeParams, DaysQuery, pageQuery, ScanPage, ScanRecord, Traffic } from "./schemas.ts";
import { serializeScan } from "./serializers.ts";

export function scanRoutes(server: Server, codes: Codes, analytics: Analytics): void {
  server.get(
    "/qrcodes/:id/analytics",
    {
      schema: {
        summary: "Read scan statistics",
        operationId: "readAnalytics",
        tags: ["Scans"],
        description:
          "Covers whole UTC days including today. timeline has an entry for each day, and totalScans is their sum.",
        params: CodeParams,
        querystring: DaysQuery,
        ...reads("The statistics of the period.", AnalyticsSummary),
      },
    },
    async (request) => {
      const code = await codes.find(request.workspaceId, request.params.id);
      return analytics.summary(code, request.query.days);
    },
  );

  server.get(
    "/qrcodes/:id/scans",
    {
      schema: {
        summary: "List scans, newest first",
        operationId: "listScans",
        tags: ["Scans"],
        description: "Pass nextCursor as cursor to get the next page.",
        params: CodeParams,
        querystring: pageQuery("scans'"),
        ...reads("One page of scan records.", ScanPage),
      },
    },
    async (request) => {
      const code = await codes.find(request.workspaceId, request.params.id);
      const page = await analytics.scans(code.num, request.query.limit, request.query.cursor);
      return { data: page.data.map((scan) => serializeScan(scan, code.id)), nextCursor: page.nextCursor };
    },
  );

  server.get(
    "/qrcodes/:id/traffic",
    {
      schema: {
        summary: "Read counted and uncounted visits",
        operationId: "readTraffic",
        tags: ["Scans"],
        description: "Includes visits that are not scans, with the reason, so that every total can be explained.",
        params: CodeParams,
        querystring: DaysQuery,
        ...reads("All visits of the period.", Traffic),
      },
    },
    async (request) => {
      const code = await codes.find(request.workspaceId, request.params.id);
      return analytics.traffic(code.num, request.query.days);
    },
  );
}

const COLUMNS = Object.keys(ScanRecord.properties) as (keyof ReturnType<typeof serializeScan>)[];
const TABLE = { content: { "text/csv": { schema: { type: "string", contentMediaType: "text/csv" } } } };

export function scansCsvRoutes(server: Server, codes: Codes, analytics: Analytics): void {
  /** In pages, so that it is never in memory as a whole; it ends when the client disconnects. */
  async function* linesOf(code: Code): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    for await (const page of analytics.everyScan(code.num)) {
      const records = page.map((scan) => serializeScan(scan, code.id));
      yield records.map((record) => csvLine(COLUMNS.map((column) => record[column]))).join("");
    }
  }

  async function send(code: Code, request: FastifyRequest, reply: FastifyReply) {
    reply.header("ETag", etagOf(await analytics.scansState(code)));
    if (isHeld(request.headers["if-none-match"], String(reply.getHeader("ETag")))) {
      return reply.code(304).send();
    }
    const fileName = `${fileStem(code.name, code.token)} scans.csv`;
    return reply
      .type("text/csv; charset=utf-8")
      .header("Content-Disposition", contentDisposition("attachment", fileName))
      .send(Readable.from(request.method === "HEAD" ? [] : linesOf(code)));
  }

  server.get(
    "/qrcodes/:id/scans.csv",
    {
      schema: {
        summary: "Download all scans as CSV",
        operationId: "exportScans",
        tags: ["Scans"],
        description:
          "One line for each scan, newest first, with the fields of a scan record as columns. The response is streamed and counts as one request. Cells that a spreadsheet would treat as a formula start with an apostrophe.",
        params: CodeParams,
        ...reads("The CSV file.", TABLE, { headers: ["Content-Disposition", "Content-Encoding"] }),
      },
    },
    async (request, reply) => {
      const code = await codes.read(request.workspaceId, request.params.id);
      await send(code, request, reply);
      return reply;
    },
  );
}
