/** What is asked for many codes at once. */
import type { Report } from "../../../src/codes/selection.ts";
import { call } from "./call.ts";
import type { CodeChange } from "./queries.ts";

export type { Report } from "../../../src/codes/selection.ts";

export type ManyChange = Pick<CodeChange, "category" | "isPublic" | "isFavorite">;
export interface ChangeGroup {
  ids: string[];
  change: ManyChange;
}

/** As the server has it. */
export const MOST_SELECTED = 10_000;

const FILTERS = ["q", "type", "state", "category", "favorite", "sort"];

/** What a list shows, whatever page of it is open. */
export function filterOf(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => FILTERS.includes(name))).toString();
}

export const findAll = (filter: string) => call.get<{ ids: string[]; more: boolean }>(`/selection?${filter}`);

/** As many as one request may have. */
const MOST_CHANGES = 3_000;

/** What takes a change back may have another value for each of ten thousand codes. */
export async function changeMany(changes: ChangeGroup[]): Promise<Report> {
  const rest = [...changes];
  const send = () => call.post<Report>("/selection/change", { changes: rest.splice(0, MOST_CHANGES) });
  let whole = await send();
  while (rest.length > 0 && whole.problem === null) whole = joined(whole, await send());
  whole.failed += rest.reduce((sum, { ids }) => sum + ids.length, 0);
  return whole;
}

const joined = (a: Report, b: Report): Report => ({
  before: [...a.before, ...b.before],
  changed: a.changed + b.changed,
  same: a.same + b.same,
  missing: a.missing + b.missing,
  failed: a.failed + b.failed,
  problem: b.problem,
});

export const removeMany = (ids: string[]) => call.post<Report>("/selection/remove", { ids });

export const restoreMany = (ids: string[]) => call.post<Report>("/selection/restore", { ids });
