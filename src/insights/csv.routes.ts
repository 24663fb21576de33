import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { CodeParams } from "../codes/schemas.routes.ts";
import { operationsOf } from "../server/operation.ts";
import { contentDisposition } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import { enumOf, withRequired } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { type Cell, csvLine } from "../shared/csv.ts";
import { fileStem } from "../shared/file-name.ts";
import { choiceOf, queryOf, WORKSPACE_FILTERS } from "./insights.routes.ts";
import { CodeInsightsQuery, InsightsQuery } from "./insights.schema.routes.ts";
import type { Insights } from "./insights.ts";

type Report = Awaited<ReturnType<Insights["ofCode"]>> & Partial<Awaited<ReturnType<Insights["ofWorkspace"]>>>;

interface Table {
  columns: readonly string[];
  rows: (report: Report) => readonly (readonly Cell[])[];
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A table of the rows of a list, with some of their fields as columns. */
const tableOf = <K extends string>(
  columns: readonly K[],
  list: (report: Report) => readonly Readonly<Record<K, Cell>>[],
): Table => ({
  columns,
  rows: (report) => list(report).map((row) => columns.map((column) => row[column])),
});

const CODE_TABLES = {
  timeline: tableOf(["start", "scans", "visitors", "previousScans"], ({ timeline }) => timeline),
  country: tableOf(["country", "scans"], ({ byCountry }) => byCountry),
  city: tableOf(["country", "city", "scans"], ({ byCity }) => byCity),
  device: tableOf(["device", "scans"], ({ byDevice }) => byDevice),
  browser: tableOf(["browser", "scans"], ({ byBrowser }) => byBrowser),
  os: tableOf(["os", "scans"], ({ byOs }) => byOs),
  placement: tableOf(["placement", "name", "scans"], ({ byPlacement }) => byPlacement),
  rule: tableOf(["rule", "scans"], ({ byRule }) => byRule),
  variant: tableOf(["variant", "scans"], ({ byVariant }) => byVariant),
  hour: {
    columns: ["day", "hour", "scans"],
    rows: ({ byHour }: Report) => byHour.map((scans, i) => [DAYS[Math.floor(i / 24)]!, i % 24, scans]),
  },
};

const TABLES = {
  ...CODE_TABLES,
  code: tableOf(["id", "name", "scans", "previousScans"], ({ byCode = [] }) => byCode),
};

type TableName = keyof typeof TABLES;

const table = <T extends TableName>(names: readonly T[]) =>
  Type.Unsafe<T>({ ...enumOf(names, "Which list of the insights."), default: "timeline" });
const CodeQuery = withRequired(
  [],
  Type.Object({
    ...CodeInsightsQuery.properties,
    table: table(Object.keys(CODE_TABLES) as (keyof typeof CODE_TABLES)[]),
  }),
);
const Query = withRequired(
  [],
  Type.Object({ ...InsightsQuery.properties, table: table(Object.keys(TABLES) as TableName[]) }),
);

const CSV = { content: { "text/csv": { schema: { type: "string", contentMediaType: "text/csv" } } } };
const common = {
  description:
    "One list of the insights with the same parameters, its fields as columns. Cells that a spreadsheet would treat as a formula start with an apostrophe.",
  output: {
    description: "The CSV file.",
    shape: CSV,
    headers: ["Content-Disposition", "Content-Encoding"] as const,
    notFound: true,
  },
  example: { files: { "text/csv": "start,scans,visitors,previousScans\r\n2026-01-01,0,,1\r\n2026-01-02,3,,0\r\n" } },
};

function send(reply: FastifyReply, report: Report, name: TableName, stem: string) {
  const { columns, rows } = TABLES[name];
  const fileName = `${stem} ${name} ${report.from} ${report.to}.csv`;
  return reply
    .type("text/csv; charset=utf-8")
    .header("Content-Disposition", contentDisposition("attachment", fileName))
    .send([columns, ...rows(report)].map(csvLine).join(""));
}

export function insightsCsvRoutes(server: Server, { codes, insights }: Services): void {
  const operation = operationsOf(server, "Insights");

  operation({
    name: "exportCodeInsights",
    method: "GET",
    path: "/qrcodes/:id/insights.csv",
    right: "viewer",
    summary: "Download insights of a QR code as CSV",
    params: CodeParams,
    query: CodeQuery,
    ...common,
    async handle(request, reply) {
      const query = queryOf(request.query);
      const code = await codes.find(request.workspaceId, request.params.id);
      const report = await insights.ofCode(code, query);
      return send(reply, report, request.query.table, fileStem(code.name, code.token));
    },
  });

  operation({
    name: "exportInsights",
    method: "GET",
    path: "/insights.csv",
    right: "viewer",
    summary: "Download insights of all QR codes as CSV",
    query: Query,
    ...common,
    async handle({ workspaceId, query }, reply) {
      const report = await insights.ofWorkspace(choiceOf(workspaceId, query), {
        ...queryOf(query, WORKSPACE_FILTERS),
        codes: query.codes,
      });
      return send(reply, report, query.table, "insights");
    },
  });
}
