/** The audit log of a workspace, for its owners. */
import type { AuditAction, AuditKind } from "../shared/audit.ts";
import { readTime, timestamp } from "../shared/days.ts";
import { badCursor, type FieldProblem, invalid } from "../shared/errors.ts";
import { isZone } from "../shared/zones.ts";
import type { Store } from "../store/store.ts";
import { UNKNOWN } from "../visits/agent-names.ts";
import { parseAgent } from "../visits/agent-parse.ts";
import type { AuditEntry } from "./people.ts";

/** Days such as 2026-01-31 in a time zone, otherwise UTC; both are included. */
export interface AuditFilter {
  kind?: AuditKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
  timezone?: string | undefined;
}

export interface ShownEntry extends Omit<AuditEntry, "num" | "at" | "agent"> {
  id: string;
  at: string;
  action: AuditAction;
  /** Such as "Chrome, macOS". */
  device: string | null;
}

const ENTRIES_PER_PAGE = 500;

/** The kind of device, without versions. */
function deviceOf(agent: string | null): string | null {
  if (agent === null) return null;
  const { browser, os } = parseAgent(agent);
  const known = [browser, os].filter((name) => name !== UNKNOWN);
  return known.length === 0 ? null : known.join(", ");
}

const shown = ({ num, at, agent, ...entry }: AuditEntry): ShownEntry => ({
  id: String(num),
  at: timestamp(at),
  ...entry,
  device: deviceOf(agent),
});

function rangeOf({ kind, from, to, timezone = "UTC" }: AuditFilter) {
  const problems: FieldProblem[] = [];
  if (!isZone(timezone))
    problems.push({ field: "timezone", message: "must be an IANA time zone such as Europe/Berlin" });
  for (const [field, text = "2026-01-31"] of Object.entries({ from, to })) {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(readTime(text));
    if (!isDay) problems.push({ field, message: "must be a day such as 2026-01-31" });
  }
  if (problems.length > 0) throw invalid(problems);
  const startOf = (day: string, days: number): number =>
    Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(timezone).epochMilliseconds;
  return {
    kind,
    from: from === undefined ? from : startOf(from, 0),
    to: to === undefined ? to : startOf(to, 1),
  };
}

export function createAudit({ store }: { store: Pick<Store, "audit"> }) {
  async function* pagesOf(workspaceId: string, range: ReturnType<typeof rangeOf>): AsyncGenerator<ShownEntry[]> {
    for (let before: number | undefined; ; ) {
      const found = await store.audit.page(workspaceId, { ...range, limit: ENTRIES_PER_PAGE, before });
      if (found.length > 0) yield found.map(shown);
      if (found.length < ENTRIES_PER_PAGE) return;
      before = found.at(-1)!.num;
    }
  }

  return {
    /** Newest first. */
    async page(workspaceId: string, filter: AuditFilter, limit: number, cursor?: string) {
      const range = rangeOf(filter);
      if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw badCursor();
      const before = cursor === undefined ? undefined : Number(cursor);
      // One more shows whether there is a next page.
      const found = await store.audit.page(workspaceId, { ...range, limit: limit + 1, before });
      const data = found.slice(0, limit).map(shown);
      return { data, nextCursor: found.length > limit ? data.at(-1)!.id : null };
    },

    /** All entries, in pages. Throws at once if the filter is wrong. */
    every: (workspaceId: string, filter: AuditFilter) => pagesOf(workspaceId, rangeOf(filter)),
  };
}
