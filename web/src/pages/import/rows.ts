/** What a row of a table makes, and what is wrong with each of its cells. */
import { CAPACITY } from "../../../../src/codes/content/capacity.ts";
import { contentProblem } from "../../../../src/codes/content/index.ts";
import type { CodeType, Level } from "../../api/types.ts";
import { KIND_NAMES } from "../../parts/kinds.ts";
import { capital } from "../../parts/words.ts";
import { endOf } from "../editor/expiry.ts";
import { type Columns, type Field, guessType, typeOf } from "./columns.ts";
import { type DayOrder, readDay } from "./days.ts";
import type { Row } from "./read-table.ts";

export type Problems = Partial<Record<Field, string>>;

export interface Draft {
  row: Row;
  /** As the service takes it; of use where there is no problem. */
  body: Record<string, unknown> & { name: string; content: string; type: CodeType };
  problems: Problems;
}

const MOST = 100;
const YES = /^(yes|y|true|1|ja|oui|active|public|on)$/i;
const NO = /^(no|n|false|0|nein|non|paused|private|off)$/i;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Without a column for the type, each row is of `type`; null: as its content looks. The order of a day's
 * parts is told by the whole column.
 */
export function draftOf(row: Row, columns: Columns, type: CodeType | null, order: DayOrder | null = null): Draft {
  const problems: Problems = {};
  const cell = (field: Field): string => row.cells[columns.indexOf(field)] ?? "";
  /** Of an empty cell nothing is said, so that the service's default holds. */
  const read = <T>(field: Field, as: (text: string) => T | null, wanted: string): T | undefined => {
    const text = cell(field);
    const value = text === "" ? undefined : as(text);
    if (value === null) problems[field] = `“${short(text)}” is not ${wanted}.`;
    return value ?? undefined;
  };
  const content = cell("content");
  const given = read("type", typeOf, `one of ${KIND_NAMES.join(", ")}`);
  const body = {
    // A code without a name is called as what it leads to.
    name: cell("name") || [...content].slice(0, MOST).join(""),
    content,
    type: given ?? type ?? guessType(content) ?? "url",
    category: cell("category") || undefined,
    foregroundColor: read("foregroundColor", colour, "a colour such as #1a1410"),
    backgroundColor: read("backgroundColor", colour, "a colour such as #ffffff"),
    size: read("size", pixels, "a whole number from 128 to 2048"),
    errorCorrection: read("errorCorrection", level, "L, M, Q or H"),
    isPublic: read("isPublic", yesOrNo, "yes or no"),
    expiresAt: undefined as string | undefined,
  };
  const end = cell("expiresAt");
  if (end !== "") {
    const until = momentOf(end, order);
    if ("time" in until) body.expiresAt = until.time;
    else problems.expiresAt = `“${short(end)}” ${until.problem}.`;
  }
  for (const field of ["name", "category"] as const) {
    const length = [...(body[field] ?? "")].length;
    if (length > MOST) problems[field] = `Has ${length} characters; at most ${MOST} fit.`;
  }
  const wrong = problemOf(body.type, content, body.errorCorrection ?? "M");
  if (wrong !== null && problems.type === undefined) problems.content = wrong;
  return { row, body, problems };
}

function problemOf(type: CodeType, content: string, held: Level): string | null {
  if (content === "") return "Say where it leads.";
  const bytes = bytesOf(content);
  if (bytes > CAPACITY[held]) return `Is ${bytes} bytes long; at most ${CAPACITY[held]} fit.`;
  const problem = contentProblem(type, content);
  return problem && capital(problem.replace(/^Content of type \w+ /, ""));
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
const colour = (text: string): string | null => (/^#?[0-9a-f]{6}$/i.test(text) ? `#${text.replace("#", "")}` : null);
const pixels = (text: string): number | null =>
  /^\d{3,4}$/.test(text) && Number(text) >= 128 && Number(text) <= 2048 ? Number(text) : null;
const level = (text: string): Level | null => (/^[lmqh]$/i.test(text) ? (text.toUpperCase() as Level) : null);
const yesOrNo = (text: string): boolean | null => (YES.test(text) ? true : NO.test(text) ? false : null);

/** A day counts whole, where the owner is; a time is as the service writes it. */
function momentOf(text: string, order: DayOrder | null): { time: string } | { problem: string } {
  const isTime = /^\d{4}-\d\d-\d\d[T ]/.test(text);
  const read = readDay(isTime ? text.slice(0, 10) : text, order);
  if ("problem" in read) return read;
  const time = isTime ? new Date(text) : endOf(read.day);
  if (Number.isNaN(time.getTime())) return { problem: "is not a time; write it as 2030-12-31" };
  return time.getTime() < Date.now() ? { problem: "is over" } : { time: time.toISOString() };
}
