import { randomBytes } from "node:crypto";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { actAsVisitor } from "../shared/caller.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import type { Insights } from "./insights.ts";

const MAX_LINKS = 100;
const SECRET_BYTES = 24;
const SECRET = /^[\w-]{32}$/;
/** Readers of a link share one report for this long. */
const FRESH_MS = 60_000;
const REPORTS_KEPT = 500;

/** What a reader can choose from. */
export const SHARED_PERIODS = ["7d", "28d", "90d", "12mo"] as const;
export type SharedPeriod = (typeof SHARED_PERIODS)[number];

interface InsightLinksOptions {
  store: Store;
  clock: Clock;
  createId: () => string;
  insights: Insights;
  shareBase: (workspaceId: string) => string;
}

export type InsightLinks = ReturnType<typeof createInsightLinks>;
export type SharedNumbers = NonNullable<Awaited<ReturnType<InsightLinks["read"]>>>;

/** Secret links to a page with the numbers of a code, or of all codes of a workspace. */
export function createInsightLinks({ store, clock, createId, insights, shareBase }: InsightLinksOptions) {
  const { insightLinks } = store;
  const reports = createBoundedMap<{ readAt: number; numbers: ReturnType<Insights["ofCode"]> }>(REPORTS_KEPT);
  const urlOf = (workspaceId: string, secret: string) => `${shareBase(workspaceId)}/i/${secret}`;

  async function codeNum(workspaceId: string, codeId: string | null): Promise<number | null> {
    if (codeId === null) return null;
    const code = isUuid(codeId) ? await store.codes.find(workspaceId, codeId) : null;
    if (!code) throw notFound();
    return code.num;
  }

  return {
    async list(workspaceId: string, codeId: string | null) {
      const links = await insightLinks.list(workspaceId, await codeNum(workspaceId, codeId));
      return links.map(({ secret, ...link }) => ({
        ...link,
        url: urlOf(workspaceId, secret),
        isEnded: link.endsAt !== null && link.endsAt <= clock.now(),
      }));
    },

    async create(
      { workspaceId, userId: madeBy }: { workspaceId: string; userId: string },
      codeId: string | null,
      endsAt: number | null,
    ) {
      await codeNum(workspaceId, codeId);
      const now = clock.now();
      if (endsAt !== null && endsAt <= now) {
        throw invalid([{ field: "endsAt", message: "must be in the future" }], "The link's end must be in the future.");
      }
      const link = {
        id: createId(),
        secret: randomBytes(SECRET_BYTES).toString("base64url"),
        createdAt: now,
        endsAt,
        madeBy,
      };
      await insightLinks.create({ ...link, workspaceId, codeId }, MAX_LINKS);
      const { secret, ...shown } = link;
      return { ...shown, url: urlOf(workspaceId, secret), isEnded: false };
    },

    async revoke(workspaceId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await insightLinks.remove(workspaceId, id, clock.now()))) throw notFound();
    },

    /** What a reader at this address sees; null if the link does not work, which is looked up each time. */
    async read(secret: string, period: SharedPeriod, address: string) {
      const link = SECRET.test(secret) ? await insightLinks.find(secret, clock.now()) : null;
      if (!link) return null;
      const key = `${link.id} ${period}`;
      let report = reports.get(key);
      if (!report || clock.now() - report.readAt >= FRESH_MS) {
        const query = { period, compare: "previous", filter: {} } as const;
        const { code, workspaceId } = link;
        const numbers = actAsVisitor(link, address, () =>
          code ? insights.ofCode(code, query) : insights.ofWorkspace({ workspaceId }, query),
        );
        report = reports.set(key, { readAt: clock.now(), numbers });
        numbers.catch(() => reports.delete(key));
      }
      return { name: link.code?.name ?? null, workspaceId: link.workspaceId, numbers: await report.numbers };
    },
  };
}
