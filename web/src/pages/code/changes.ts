import type { Code } from "../../api/types.ts";
import { leadsTo } from "../../parts/leads-to.ts";
import { inWords } from "../../parts/words.ts";
import { useHistory } from "./use-history.ts";

/** What the code was led to from `first` on, by the UTC day on which it was, newest first. */
export function useChanges(code: Code, first: string): ReadonlyMap<string, string[]> {
  const { versions } = useHistory(code);
  const set = versions.filter(({ version, from }) => version > 1 && from >= first);
  const line = ({ content }: { content: string }) => leadsTo(code.type, content).line;
  const byDay = Map.groupBy(set, ({ from }) => from.slice(0, 10));
  return new Map([...byDay].map(([day, some]) => [day, some.map(line)]));
}

const MOST_NAMED = 5;

/** "3 Jan, 5 Jan": the latest, and how many more there are. */
export function daysInWords(changes: ReadonlyMap<string, string[]>): string {
  const days = [...changes.keys()].sort();
  const named = days.slice(-MOST_NAMED).map(inWords.utcDay).join(", ");
  const rest = days.length - MOST_NAMED;
  return rest > 0 ? `${named} and ${inWords.times(rest, "more day")}` : named;
}
