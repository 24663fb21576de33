import { Type } from "typebox";
import { FOR_EDITORS } from "../server/operation.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import { enumOf } from "../server/shapes.ts";
import { answerJsonSlowly } from "../server/slow-answer.ts";
import type { Services } from "../services.ts";
import { invalid } from "../shared/errors.ts";
import type { Cell } from "./link.ts";
import { SOURCES } from "./products.ts";
import { type FileRecord, recordOf } from "./records.ts";

/** Records per request; a file is sent in several. */
const MAX_RECORDS = 200;
const RECORDS_BYTES = 4 * 1_048_576;

/** Records are validated by hand, like ids. */
const LinksBody = Type.Object({
  source: enumOf(SOURCES, "The product."),
  records: Type.Unsafe<unknown[]>({ type: "array", minItems: 1, maxItems: MAX_RECORDS }),
  seen: Type.String({ maxLength: 1_048_576, description: "Tokens of earlier records, separated by spaces." }),
  isDryRun: Type.Boolean(),
  planned: Type.Optional(
    Type.Integer({ minimum: 0, description: "In a dry run: the codes of earlier records that would be created." }),
  ),
});

function readRecord(value: unknown, i: number): FileRecord {
  const { place, fields } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof place === "string" && place.length <= 50 && typeof fields === "object" && fields !== null) {
    return recordOf(Object.entries(fields) as Cell[], place);
  }
  throw invalid([{ field: `records.${i}`, message: "must have a place and fields" }]);
}

/** Links of other products, kept under their short names. */
export function linkImportRoutes(server: Server, { linkImports }: Services): void {
  const options = { ...FOR_EDITORS, bodyLimit: RECORDS_BYTES, schema: { body: LinksBody } };
  server.post("/import/links", options, async (request, reply) => {
    const { source, records, seen, isDryRun, planned = 0 } = request.body;
    const wanted = {
      source,
      records: records.map(readRecord),
      seen,
      isDryRun,
      planned,
      by: actorOf(request),
    };
    return answerJsonSlowly(reply, linkImports(request.workspaceId, wanted));
  });
}
