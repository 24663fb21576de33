import { randomBytes } from "node:crypto";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { actAsVisitor } from "../shared/caller.ts";
import type { Clock } from "../shared/clock.ts";
import { invalid, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import type { Period } from "./chart/period.ts";
import type { Insights } from "./insights.ts";

const MAX_LINKS = 100;
const SECRET_BYTES = 24;
const SECRET = /^[\w-]{32}$/;
/** Readers of a link share one report for this long. */
const FRESH_MS = 60_000;
const REPORTS_KEPT = 500;

interface InsightLinksOptions {
  store: Store;
  clock: Clock;
  createId: () => string;
  insights: Insights;
  shareBase: (workspaceId: string) => string;
}

type Link = NonNullable<Awaited<ReturnType<Store["insightLinks"]["find"]>>>;
export type InsightLinks = ReturnType<typeof createInsightLinks>;
export type SharedNumbers = NonNullable<Awaited<ReturnType<InsightLinks["read"]>>>;

/** Secret links to a page with the numbers of a code, or of all codes of a workspace. */
export function createInsightLinks({ store, clock, createId, insights, shareBase }: InsightLinksOptions) {
  const { insightLinks } = store;
  const reports = createBoundedMap<{ readAt: number; report: ReturnType<typeof report> }>(REPORTS_KEPT);
  const urlOf = (workspaceId: string, secret: string) => `${shareBase(workspaceId)}/i/${secret}`;

  /** `firstAt`: when the code, or the first one, was created or scanned; null if there is none. */
  async function report({ code, workspaceId }: Link, period: Period) {
    const days = typeof period === "string" ? { period } : period;
    const query = { ...days, compare: "previous", filter: {} } as const;
    if (code) return { numbers: await insights.ofCode(code, query), firstAt: code.createdAt };
    const numbers = await insights.ofWorkspace({ workspaceId }, query);
    const firstAt = await store.turns.reports(workspaceId, () => store.insights.firstCode({ workspaceId }));
    return { numbers, firstAt };
  }

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
    async read(secret: string, period: Period, address: string) {
      const link = SECRET.test(secret) ? await insightLinks.find(secret, clock.now()) : null;
      if (!link) return null;
      const key = `${link.id} ${typeof period === "string" ? period : `${period.from} ${period.to}`}`;
      let shared = reports.get(key);
      if (!shared || clock.now() - shared.readAt >= FRESH_MS) {
        const made = actAsVisitor(link, address, () => report(link, period));
        shared = reports.set(key, { readAt: clock.now(), report: made });
        made.catch(() => reports.delete(key));
      }
      return { name: link.code?.name ?? null, workspaceId: link.workspaceId, ...(await shared.report) };
    },
  };
}
