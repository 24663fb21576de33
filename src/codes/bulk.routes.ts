import type { ErrorObject } from "ajv";
import { type Static, Type } from "typebox";
import { markReplayed, onceKeyOf } from "../server/header-schemas.ts";
import { noBody } from "../server/json-body.ts";
import { operationsOf } from "../server/operation.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import { exact } from "../server/shapes.ts";
import { compileSchema, problemsOfErrors, soundPart } from "../server/validation.ts";
import type { Services } from "../services.ts";
import { callerNow } from "../shared/caller.ts";
import type { FieldProblem } from "../shared/errors.ts";
import { createSlices } from "../shared/slices.ts";
import type { NewCode } from "./code.ts";
import { draftOf, draftProblems, type Judge } from "./input.routes.ts";
import { CreateBody, CreatedCode, EXAMPLE_BODY, exampleOf } from "./schemas.routes.ts";

const MAX_CODES = 500;
const BULK_BYTES = 4 << 20;

const CreateMany = Type.Object(
  {
    qrcodes: Type.Array(CreateBody, {
      minItems: 1,
      maxItems: MAX_CODES,
      description: `1 to ${MAX_CODES} QR codes, each with the fields of a single creation.`,
    }),
  },
  { title: "CreateQrCodes", description: "The QR codes to create." },
);

const CreatedMany = Type.Object(
  { data: Type.Array(CreatedCode, { description: "The created QR codes, in the order of the request." }) },
  exact("CreatedQrCodes", "The created QR codes."),
);

export function bulkRoutes(server: Server, { codes, serializers }: Services): void {
  const shown = (made: readonly NewCode[]) => ({ data: made.map(serializers.created) });

  operationsOf(
    server,
    "QR codes",
  )({
    name: "createCodes",
    method: "POST",
    path: "/qrcodes/bulk",
    right: "editor",
    summary: "Create up to 500 QR codes at once",
    description:
      "Creates all of them or none: if one is not valid, nothing is created, and details lists every invalid field with its index, such as qrcodes[3].content. Counts as one request. The body can have up to 4 MiB and 20,000 values.",
    headers: ["Idempotency-Key"],
    body: CreateMany,
    bodyLimit: BULK_BYTES,
    // The rules check the list item by item and yield to the event loop in between.
    isUnchecked: true,
    rules: (body, { workspaceId }) => problemsOf(body, workspaceId, codes.problems),
    output: { status: 201, description: "The created QR codes, in the order of the request.", shape: CreatedMany },
    example: (baseUrl) => ({ body: { qrcodes: [EXAMPLE_BODY] }, answer: { data: [exampleOf(baseUrl).created] } }),
    async replay({ workspaceId, body }, key) {
      const list: unknown = (body as Partial<typeof body> | null)?.qrcodes;
      const first = Array.isArray(list) && (await codes.firstCodes(workspaceId, key, list.map(draftOf)));
      return first ? shown(first) : null;
    },
    async handle(request, reply) {
      const drafts = request.body.qrcodes.map(draftOf);
      const made = await codes.createAll(request.workspaceId, drafts, onceKeyOf(request), actorOf(request));
      markReplayed(reply, made.replayed);
      return shown(made.codes);
    },
  });
}

const validate = compileSchema({ schema: CreateBody, httpPart: "body", method: "POST", url: "" }) as (
  data: unknown,
) => { error?: unknown };

/** Of the list, or of each of its items. */
async function problemsOf(body: unknown, workspaceId: string, judge: Judge): Promise<FieldProblem[]> {
  if (body === undefined) throw noBody();
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return [{ field: "body", message: "must be a JSON object" }];
  }
  const list = (body as { qrcodes?: unknown }).qrcodes;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_CODES) {
    const message = `must be a list of 1 to ${MAX_CODES} QR codes`;
    return [{ field: "qrcodes", message: list === undefined ? "is required" : message }];
  }
  const pause = createSlices(callerNow(workspaceId));
  const problems: FieldProblem[] = [];
  for (const [i, item] of list.entries()) {
    await pause();
    const { error } = validate(item);
    const shape = error ? problemsOfErrors(error as ErrorObject[], "") : [];
    const ruled = draftProblems(soundPart(item, shape) as Partial<Static<typeof CreateBody>>, judge);
    for (const { field, message } of [...shape, ...ruled]) {
      problems.push({ field: `qrcodes[${i}]${field && `.${field}`}`, message });
    }
  }
  return problems;
}
