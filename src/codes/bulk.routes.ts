import type { ErrorObject } from "ajv";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { keyProblems, markReplayed, onceKeyOf, readsHeaders } from "../server/header-schemas.ts";
import { noBody } from "../server/json-body.ts";
import { actorOf } from "../server/request.ts";
import { responseSchemas } from "../server/responses.ts";
import type { CodeSerializers } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import { exact } from "../server/shapes.ts";
import { compileSchema, problemsOfErrors } from "../server/validation.ts";
import { callerNow } from "../shared/caller.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { createSlices } from "../shared/slices.ts";
import type { Draft } from "./draft.ts";
import { type Judge, judgeDraft } from "./input.routes.ts";
import { CreateBody, CreatedCode } from "./schemas.routes.ts";
import type { Codes } from "./service.ts";

const MOST_CODES = 500;
const BULK_BYTES = 4 << 20;

const CreateMany = Type.Object(
  {
    qrcodes: Type.Array(CreateBody, {
      minItems: 1,
      maxItems: MOST_CODES,
      description: `1 to ${MOST_CODES} QR codes, each with the fields of a single creation.`,
    }),
  },
  { title: "CreateQrCodes", description: "The QR codes to create." },
);

const CreatedMany = Type.Object(
  { data: Type.Array(CreatedCode, { description: "The created QR codes, in the order of the request." }) },
  exact("CreatedQrCodes", "The created QR codes."),
);

export function bulkRoutes(server: Server, codes: Codes, serializers: CodeSerializers): void {
  server.post(
    "/qrcodes/bulk",
    {
      bodyLimit: BULK_BYTES,
      // readDrafts checks the list item by item and yields to the event loop in between.
      validatorCompiler: () => (value: unknown) => ({ value }),
      schema: {
        summary: "Create up to 500 QR codes at once",
        operationId: "createCodes",
        tags: ["QR codes"],
        description:
          "Creates all of them or none: if one is not valid, nothing is created, and details lists every invalid field with its index, such as qrcodes[3].content. Counts as one request. The body can have up to 4 MiB and 20,000 values.",
        headers: readsHeaders("Idempotency-Key"),
        body: CreateMany,
        response: responseSchemas(201, "The created QR codes, in the order of the request.", CreatedMany, {
          headers: ["Idempotency-Replayed"],
        }),
      },
    },
    async (request, reply) => {
      const key = onceKeyOf(request);
      const { drafts, refusal } = await readDrafts(request, keyProblems(key), codes.problems);
      const made = await codes.createAll(request.workspaceId, drafts, key, actorOf(request), refusal);
      markReplayed(reply, made.replayed);
      reply.code(201);
      return { data: made.codes.map(serializers.created) };
    },
  );
}

const NAMED = 5;

const validate = compileSchema({ schema: CreateBody, httpPart: "body", method: "POST", url: "" }) as (
  data: unknown,
) => { error?: unknown };

/** The bodies of a bulk creation, and an error if fields are wrong, which names all of them. */
async function readDrafts(
  { body, workspaceId }: FastifyRequest,
  found: readonly FieldProblem[],
  judge: Judge,
): Promise<{ drafts: Draft[]; refusal: Error | undefined }> {
  const problems = [...found];
  const drafts: Draft[] = [];
  const pause = createSlices(callerNow(workspaceId));
  for (const [i, item] of listOf(body, problems).entries()) {
    await pause();
    const { error } = validate(item);
    const shape = error ? problemsOfErrors(error as ErrorObject[], "") : [];
    const judged = judgeDraft(item, shape, judge);
    drafts.push(judged.draft);
    for (const { field, message } of judged.problems) {
      problems.push({ field: `qrcodes[${i}]${field && `.${field}`}`, message });
    }
  }
  return { drafts, refusal: problems.length > 0 ? invalid(problems, summaryOf(problems)) : undefined };
}

/** The list in the body; an empty one and a problem if it is not valid. */
function listOf(body: unknown, problems: FieldProblem[]): unknown[] {
  if (body === undefined) throw noBody();
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    problems.push({ field: "body", message: "must be a JSON object" });
    return [];
  }
  const list = (body as { qrcodes?: unknown }).qrcodes;
  if (Array.isArray(list) && list.length > 0 && list.length <= MOST_CODES) return list;
  const message = `must be a list of 1 to ${MOST_CODES} QR codes`;
  problems.push({ field: "qrcodes", message: list === undefined ? "is required" : message });
  return [];
}

/** Like any error, but the message does not list a thousand fields. */
function summaryOf(problems: readonly FieldProblem[]): string | undefined {
  if (problems.length <= NAMED) return undefined;
  const first = problems.slice(0, NAMED).map(({ field }) => field);
  return `Invalid: ${first.join(", ")} and ${problems.length - NAMED} more.`;
}
