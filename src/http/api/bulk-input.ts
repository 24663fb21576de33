import { setImmediate as nextTurn } from "node:timers/promises";
import type { ErrorObject } from "ajv";
import type { Draft } from "../../codes/draft.ts";
import { type FieldProblem, invalid } from "../../shared/errors.ts";
import { noBody } from "../server/json-body.ts";
import { compileSchema, problemsOfErrors } from "../server/validation.ts";
import { type Judge, judgeDraft } from "./code-input.ts";
import { CreateBody } from "./schemas.ts";

export const MOST_CODES = 500;

/** Others have their turn after so long. */
const TURN_MS = 5;
const NAMED = 5;

const validate = compileSchema({ schema: CreateBody, httpPart: "body", method: "POST", url: "" }) as (
  data: unknown,
) => { error?: unknown };

/** The bodies of a creation of many, or an error that names every field of each that is wrong. */
export async function readDrafts(body: unknown, found: readonly FieldProblem[], judge: Judge): Promise<Draft[]> {
  const problems = [...found];
  const drafts: Draft[] = [];
  let turnBegan = performance.now();
  for (const [i, item] of listOf(body, problems).entries()) {
    const { error } = validate(item);
    const shape = error ? problemsOfErrors(error as ErrorObject[], "") : [];
    const judged = judgeDraft(item, shape, judge);
    drafts.push(judged.draft);
    for (const { field, message } of judged.problems) {
      problems.push({ field: `qrcodes[${i}]${field && `.${field}`}`, message });
    }
    if (performance.now() - turnBegan < TURN_MS) continue;
    await nextTurn();
    turnBegan = performance.now();
  }
  if (problems.length > 0) throw invalid(problems, summaryOf(problems));
  return drafts;
}

/** The list that the body holds; where it is none that can be judged, an empty one and a problem. */
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

/** As of any error, but a sentence for a person does not name a thousand fields. */
function summaryOf(problems: readonly FieldProblem[]): string | undefined {
  if (problems.length <= NAMED) return undefined;
  const first = problems.slice(0, NAMED).map(({ field }) => field);
  return `Not valid: ${first.join(", ")} and ${problems.length - NAMED} more.`;
}
