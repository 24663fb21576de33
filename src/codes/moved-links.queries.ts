/** Links of codes that were moved out of a workspace: its domains go on serving them, as copies may be printed. */
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { MovedLink } from "../domains/domain.ts";
import { writeAudit } from "../workspaces/audit.queries.ts";
import { lockWorkspace } from "../workspaces/workspaces.queries.ts";
import type { Code } from "./code.ts";
import { CODE } from "./codes.table.ts";

type Trx = Transaction<Tables>;

/** Of a code and its placements. */
const tokensOf = ({ num }: Pick<Code, "num">) =>
  sql`SELECT token FROM codes WHERE num = ${num} UNION ALL SELECT token FROM placements WHERE code_num = ${num}`;

/** `by`: verified at that moment or before. */
export const hasVerifiedDomain = (workspaceId: string, by: RawBuilder<unknown> = sql`verified_at`) =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM domains WHERE domains.workspace_id = ${workspaceId} AND verified_at <= ${by})`;

/** Before a code moves: the links that it has now are kept, later ones never had a printed copy with the domain. */
export async function keepLinks(trx: Trx, code: Code, to: string, now: number): Promise<void> {
  await sql`DELETE FROM moved_links WHERE workspace_id = ${to} AND token IN (${tokensOf(code)})`.execute(trx);
  await sql`INSERT INTO moved_links (token, workspace_id, moved_at)
    SELECT token, ${sql.lit(code.workspaceId)}, ${sql.lit(now)} FROM (${tokensOf(code)}) AS links
    WHERE ${hasVerifiedDomain(code.workspaceId)} ON CONFLICT DO NOTHING`.execute(trx);
}

/** The workspaces whose domains go on serving a link, with the moments since when. As in VisitedCode. */
export const servedFor = (token: "codes.token" | "placements.token") =>
  sql<
    string | null
  >`(SELECT string_agg(workspace_id || ':' || moved_at, ' ') FROM moved_links WHERE moved_links.token = ${sql.ref(token)})`;

interface MovedLinksOptions {
  db: Kysely<Tables>;
  /** For slow reads, separate from those that others wait for. */
  listDb: Kysely<Tables>;
  announce: (trx: Trx, tokens: readonly string[]) => Promise<void>;
  changed: (token: string) => void;
}

export function createMovedLinkQueries({ db, listDb, announce, changed }: MovedLinksOptions) {
  return {
    /**
     * Of one workspace, the latest first, those that a domain of it serves; also of codes in the bin, which can be
     * restored.
     */
    async movedLinks(
      workspaceId: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ total: number; links: MovedLink[] }> {
      const found = listDb
        .selectFrom("moved_links")
        .leftJoin("placements", "placements.token", "moved_links.token")
        .innerJoin("codes", (join) =>
          join.on(sql<SqlBool>`codes.num = coalesce(placements.code_num,
            (SELECT own.num FROM codes AS own WHERE own.token = moved_links.token))`),
        )
        .innerJoin("code_counters", "code_counters.code_num", "codes.num")
        .where("moved_links.workspace_id", "=", workspaceId)
        .where(hasVerifiedDomain(workspaceId, sql.ref("moved_at")));
      const { total } = await found.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await found
        .leftJoin("workspaces", "workspaces.id", "codes.workspace_id")
        .select(CODE.selection)
        .select(["moved_links.token as link", "moved_at", "suspended", "is_paused"])
        .select("placements.scan_count as placementScans")
        .orderBy("moved_at", "desc")
        .orderBy("moved_links.token")
        .limit(limit)
        .offset(offset)
        .execute();
      const links = rows.map((row) => {
        const code = CODE.read(row);
        const isAtRest = row.suspended === null || Boolean(row.suspended) || row.is_paused === 1;
        return {
          token: row.link,
          movedAt: row.moved_at,
          scanCount: row.placementScans ?? row.scan_count,
          code: { ...code, isPublic: code.isPublic && !isAtRest },
        };
      });
      return { total: Number(total), links };
    },

    /** From now on the domains of the workspace do not serve it. False if they did not. */
    async stopMovedLink(workspaceId: string, token: string, now: number): Promise<boolean> {
      const isStopped = await db.transaction().execute(async (trx) => {
        if (!(await lockWorkspace(trx, workspaceId))) return false;
        const { numDeletedRows } = await trx
          .deleteFrom("moved_links")
          .where("workspace_id", "=", workspaceId)
          .where("token", "=", token)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        const subject = { id: token, name: token };
        await writeAudit(trx, { workspaceId, at: now, action: "domain.link-stopped", subject });
        await announce(trx, [token]);
        return true;
      });
      if (isStopped) changed(token);
      return isStopped;
    },
  };
}
