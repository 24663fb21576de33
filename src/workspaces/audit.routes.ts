import { Readable } from "node:stream";
import { type TSchema, Type } from "typebox";
import { operationsOf } from "../server/operation.ts";
import { whileAllowed } from "../server/rights.ts";
import { contentDisposition } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import {
  EXAMPLE_ID,
  enumOf,
  exact,
  nullable,
  number,
  pageQuery,
  text,
  timestamp,
  withRequired,
} from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { AUDIT_ACTIONS, AUDIT_KINDS } from "../shared/audit.ts";
import { csvLine } from "../shared/csv.ts";
import type { ShownEntry } from "./audit.ts";

const day = (what: string) => Type.Optional(Type.String({ description: `${what}, such as 2026-01-31.` }));
const filters = {
  kind: Type.Optional(enumOf(AUDIT_KINDS, "Only actions of this kind: the first part of their name.")),
  from: day("The first day"),
  to: day("The last day"),
  timezone: Type.Optional(
    Type.String({
      description: "Zone of the first and last day, such as Europe/Berlin. Default: UTC.",
      maxLength: 100,
    }),
  ),
};
const displayName = nullable<string>("string", { description: "The name of a person. Null: none, or not a person." });
const name = nullable<string>("string", { description: "Null: it is gone, or nobody who is a member." });

/** An object with these fields, or null. */
const orNull = <T>(description: string, properties: Record<string, TSchema>) =>
  Type.Unsafe<T | null>({
    type: ["object", "null"],
    description,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });

const Entry = Type.Object(
  {
    id: text("ID of the entry, and the cursor for older ones."),
    at: timestamp("When it was done."),
    action: enumOf(AUDIT_ACTIONS, "What was done."),
    actor: orNull<NonNullable<ShownEntry["actor"]>>(
      "Who did it: a person by email address, a key or a command by name. Null: not known.",
      {
        kind: enumOf(["key", "person", "command"], "Who it was."),
        name,
        displayName,
        isFormer: Type.Boolean({ description: "Whether they were a member, and are none now." }),
      },
    ),
    device: nullable<string>("string", { description: "Browser and operating system, or null: not known." }),
    subject: orNull<NonNullable<ShownEntry["subject"]>>("What it was done to. Null: the workspace itself.", {
      id: text("ID of the code, key, member or invitation."),
      name,
      displayName,
      exists: nullable<boolean>("boolean", {
        description: "Whether the code is still in the workspace, and not in the bin. Null: it is no code.",
      }),
    }),
    detail: nullable<string>("string", { description: "The new role, or the changed fields." }),
    count: number("How many it is about; subject is the first of them."),
    changes: Type.Array(
      Type.Object({
        field: text("The changed field."),
        from: nullable<string>("string", { description: "Its earlier value. Null: none, or several." }),
        to: nullable<string>("string", { description: "Its new value. Null: none." }),
      }),
      { description: "Old and new values of changed fields, if they are short and cannot be secret." },
    ),
    names: Type.Array(text("A name."), { description: "The first names, if it is about several." }),
  },
  exact("AuditEntry", "Something that was done in the workspace."),
);
const EntryPage = Type.Object(
  {
    data: Type.Array(Entry, { description: "Newest first." }),
    nextCursor: nullable<string>("string", { description: "Null on the last page." }),
  },
  exact("AuditPage", "One page of the audit log."),
);

const COLUMNS = [
  "at",
  "action",
  "actorKind",
  "actor",
  "device",
  "subjectId",
  "subject",
  "detail",
  "count",
  "changes",
  "names",
  "actorDisplayName",
  "subjectDisplayName",
];
const TABLE = { content: { "text/csv": { schema: { type: "string", contentMediaType: "text/csv" } } } };

const lineOf = ({ at, action, actor, device, subject, detail, count, changes, names }: ShownEntry): string =>
  csvLine([
    ...[at, action, actor?.kind ?? null, actor?.name ?? null, device],
    ...[subject?.id ?? null, subject?.name ?? null, detail, count],
    changes.map(({ field, from, to }) => `${field}: ${from ?? "-"} -> ${to ?? "-"}`).join("; "),
    names.join("; "),
    ...[actor?.displayName ?? null, subject?.displayName ?? null],
  ]);

async function* linesOf(pages: AsyncIterable<ShownEntry[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const page of pages) yield page.map(lineOf).join("");
}

const EXAMPLE: ShownEntry = {
  id: "4711",
  at: "2026-01-04T09:00:00.000Z",
  action: "code.changed",
  actor: { kind: "person", name: "ada@example.com", displayName: "Ada Park", isFormer: false },
  device: "Chrome, macOS",
  subject: { id: EXAMPLE_ID, name: "Menu", displayName: null, exists: true },
  detail: "content, category",
  count: 1,
  changes: [{ field: "category", from: null, to: "Tables" }],
  names: [],
};

export function auditRoutes(server: Server, { audit }: Services): void {
  const operation = operationsOf(server, "Account");

  operation({
    name: "listAudit",
    method: "GET",
    path: "/audit",
    right: "owner",
    summary: "Read the audit log, newest first",
    description:
      "Sign-ins, members, keys, codes and exports of the workspace in the last 400 days. Needs a full key created by an owner of the workspace.",
    query: withRequired([], Type.Object({ ...pageQuery("log's").properties, ...filters })),
    output: { description: "One page of the audit log.", shape: EntryPage },
    example: { answer: { data: [EXAMPLE], nextCursor: null } },
    handle: async ({ workspaceId, query: { limit, cursor, ...filter } }) =>
      audit.page(workspaceId, filter, limit, cursor),
  });

  operation({
    name: "exportAudit",
    method: "GET",
    path: "/audit.csv",
    right: "owner",
    summary: "Download the audit log as CSV",
    description: "As the audit log, with a line for each entry.",
    query: withRequired([], Type.Object(filters)),
    output: {
      description: "The CSV file.",
      shape: TABLE,
      headers: ["Content-Disposition", "Content-Encoding"],
      tagged: false,
    },
    example: { files: { "text/csv": csvLine(COLUMNS) + lineOf(EXAMPLE) } },
    async handle(request, reply) {
      const pages = whileAllowed(request, audit.every(request.workspaceId, request.query));
      return reply
        .type("text/csv; charset=utf-8")
        .header("Content-Disposition", contentDisposition("attachment", "audit log.csv"))
        .send(Readable.from(request.method === "HEAD" ? [] : linesOf(pages)));
    },
  });
}
