import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Code } from "../codes/code.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import type { ScanRow } from "../scans/scan.ts";
import { etagOf, isHeld } from "../server/etag.ts";
import { operationsOf } from "../server/operation.ts";
import { whileAllowed } from "../server/rights.ts";
import { contentDisposition } from "../server/send-file.ts";
import { EXAMPLE_SCAN, serializeScan } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import { pageQuery, withRequired } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { csvLine } from "../shared/csv.ts";
import { fileStem } from "../shared/file-name.ts";
import { queryOf } from "./insights.routes.ts";
import { scanChoice } from "./insights.schema.routes.ts";
import type { Insights } from "./insights.ts";
import { AnalyticsSummary, DaysQuery, ScanPage, ScanRecord, Traffic } from "./scan.schema.routes.ts";

const ScansQuery = withRequired([], Type.Object({ ...pageQuery("scans'").properties, ...scanChoice }));
const ScansCsvQuery = withRequired(
  [],
  Type.Object({
    ...scanChoice,
    details: Type.Boolean({
      default: false,
      description:
        "True adds the ID and the name of the placement, and the IDs of the rule and the variant that led the scan, as columns.",
    }),
  }),
);

/** Undefined if all scans are wanted. */
async function choiceOf(insights: Insights, code: Code, query: Omit<Static<typeof ScansCsvQuery>, "details">) {
  const isAnyTime = query.period === undefined && query.from === undefined && query.to === undefined;
  const chosen = queryOf({ ...query, ...(isAnyTime ? { period: "all" } : {}), compare: "none" });
  const isAll = Object.keys(scanChoice).every((name) => !Object.hasOwn(query, name));
  return isAll ? undefined : insights.scansOf(code, chosen);
}

const EXAMPLE_ANALYTICS = {
  totalScans: 3,
  uniqueCountries: 1,
  uniqueCities: 1,
  byDevice: [{ device: "mobile", count: 3 }],
  byBrowser: [{ browser: "Safari", count: 3 }],
  byOs: [{ os: "iOS", count: 3 }],
  byCountry: [{ country: "DE", count: 3 }],
  timeline: [
    { date: "2026-01-01", scans: 0 },
    { date: "2026-01-02", scans: 3 },
  ],
};
const MISSED = { head: 0, prefetch: 1, preview: 2, crawler: 0, paused: 0, expired: 0, early: 0 };
const EXAMPLE_TRAFFIC = {
  counted: 3,
  missed: MISSED,
  timeline: [
    { date: "2026-01-01", counted: 0, missed: { ...MISSED, prefetch: 0, preview: 0 } },
    { date: "2026-01-02", counted: 3, missed: MISSED },
  ],
};

export function scanRoutes(server: Server, { codes, analytics, insights }: Services): void {
  const operation = operationsOf(server, "Scans");

  operation({
    name: "readAnalytics",
    method: "GET",
    path: "/qrcodes/:id/analytics",
    right: "viewer",
    summary: "Read scan statistics",
    description:
      "Covers whole UTC days including today. timeline has an entry for each day, and totalScans is their sum.",
    params: CodeParams,
    query: DaysQuery,
    output: { description: "The statistics of the period.", shape: AnalyticsSummary },
    example: { answer: EXAMPLE_ANALYTICS },
    async handle(request) {
      const code = await codes.find(request.workspaceId, request.params.id);
      return analytics.summary(code, request.query.days);
    },
  });

  operation({
    name: "listScans",
    method: "GET",
    path: "/qrcodes/:id/scans",
    right: "viewer",
    summary: "List scans, newest first",
    description:
      "Pass nextCursor as cursor to get the next page. Without a period and filters, which are those of insights, it has all scans.",
    params: CodeParams,
    query: ScansQuery,
    output: { description: "One page of scan records.", shape: ScanPage, headers: ["Scans-Incomplete"] },
    example: { answer: { data: [EXAMPLE_SCAN], nextCursor: null } },
    async handle(request, reply) {
      const code = await codes.find(request.workspaceId, request.params.id);
      const { limit, cursor, ...query } = request.query;
      const page = await analytics.scans(code, limit, cursor, await choiceOf(insights, code, query));
      if (page.isDamaged) reply.header("Scans-Incomplete", "true");
      return { data: page.data.map((scan) => serializeScan(scan, code.id)), nextCursor: page.nextCursor };
    },
  });

  operation({
    name: "readTraffic",
    method: "GET",
    path: "/qrcodes/:id/traffic",
    right: "viewer",
    summary: "Read counted and uncounted visits",
    description: "Includes visits that are not scans, with the reason, so that every total can be explained.",
    params: CodeParams,
    query: DaysQuery,
    output: { description: "All visits of the period.", shape: Traffic },
    example: { answer: EXAMPLE_TRAFFIC },
    async handle(request) {
      const code = await codes.find(request.workspaceId, request.params.id);
      return analytics.traffic(code, request.query.days);
    },
  });
}

const COLUMNS = Object.keys(ScanRecord.properties) as (keyof ReturnType<typeof serializeScan>)[];
const DETAILS = ["placementId", "placementName", "rule", "variant"] as const;

const detailed = (scan: ScanRow, codeId: string) => ({
  ...serializeScan(scan, codeId),
  placementId: scan.placement?.id ?? null,
  placementName: scan.placement?.name ?? null,
  rule: scan.rule ?? null,
  variant: scan.variant ?? null,
});

const TABLE = { content: { "text/csv": { schema: { type: "string", contentMediaType: "text/csv" } } } };

type Chosen = Awaited<ReturnType<typeof choiceOf>>;

export function scansCsvRoutes(server: Server, { codes, analytics, insights }: Services): void {
  /** In pages, so that it is never in memory as a whole; it ends when the client disconnects. */
  async function* linesOf(pages: AsyncIterable<ScanRow[]>, code: Code, isDetailed: boolean): AsyncGenerator<string> {
    const columns = isDetailed ? [...COLUMNS, ...DETAILS] : COLUMNS;
    yield csvLine(columns);
    for await (const page of pages) {
      const records = page.map((scan) => detailed(scan, code.id));
      yield records.map((record) => csvLine(columns.map((column) => record[column]))).join("");
    }
  }

  async function send(code: Code, choice: Chosen, isDetailed: boolean, request: FastifyRequest, reply: FastifyReply) {
    // Placements are renamed, moved and deleted without a change of the code's scans.
    if (!isDetailed && !choice?.filter.placement) {
      const tag = etagOf(`${await analytics.scansState(code)} ${JSON.stringify(choice)}`);
      reply.header("ETag", tag);
      if (isHeld(request.headers["if-none-match"], tag)) return reply.code(304).send();
    }
    if (request.method !== "HEAD") {
      const end = analytics.beginDownload(code.workspaceId);
      // The client may have left already.
      if (reply.raw.closed) end();
      else reply.raw.once("close", end);
    }
    const days = choice ? ` ${choice.from} ${choice.to}` : "";
    const fileName = `${fileStem(code.name, code.token)} scans${days}.csv`;
    const pages = whileAllowed(request, analytics.everyScan(code, choice));
    return reply
      .type("text/csv; charset=utf-8")
      .header("Content-Disposition", contentDisposition("attachment", fileName))
      .send(Readable.from(request.method === "HEAD" ? [] : linesOf(pages, code, isDetailed)));
  }

  operationsOf(
    server,
    "Scans",
  )({
    name: "exportScans",
    method: "GET",
    path: "/qrcodes/:id/scans.csv",
    right: "viewer",
    summary: "Download scans as CSV",
    description:
      "All scans, or those of a period and filters, which are those of insights. One line for each scan, newest first, with the fields of a scan record as columns. The response is streamed and counts as one request. Cells that a spreadsheet would treat as a formula start with an apostrophe.",
    params: CodeParams,
    query: ScansCsvQuery,
    output: { description: "The CSV file.", shape: TABLE, headers: ["Content-Disposition", "Content-Encoding"] },
    example: { files: { "text/csv": csvLine(COLUMNS) + csvLine(Object.values(EXAMPLE_SCAN)) } },
    async handle(request, reply) {
      const code = await codes.read(request.workspaceId, request.params.id);
      const { details, ...query } = request.query;
      await send(code, await choiceOf(insights, code, query), details, request, reply);
      return reply;
    },
  });
}
