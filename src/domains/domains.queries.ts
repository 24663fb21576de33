/** Domains of workspaces. A host can be verified in one workspace at a time; claims of others do not count. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { Tables } from "../database/tables.ts";
import { type AuditAction, actAs } from "../shared/audit.ts";
import { quarterOf } from "../shared/days.ts";
import { notFound } from "../shared/errors.ts";
import { writeAudit } from "../workspaces/audit.queries.ts";
import { holdWorkspace } from "../workspaces/workspaces.queries.ts";
import {
  alreadyAdded,
  type Domain,
  inUseElsewhere,
  NOBODY,
  notVerified,
  type ServedDomain,
  tooManyDomains,
} from "./domain.ts";
import { domainTables } from "./domains.table.ts";

const { domains } = domainTables;
type Trx = Transaction<Tables>;
type NewDomain = Pick<Domain, "id" | "workspaceId" | "host" | "proof" | "createdAt">;

interface DomainQueriesOptions {
  db: Kysely<Tables>;
  /** For slow reads, separate from those that others wait for. */
  listDb: Kysely<Tables>;
  engine: EngineName;
  /** Notifies every node of the change, in its transaction. */
  announce: (trx: Trx) => Promise<void>;
  changed: () => void;
}

/** An arbitrary number, the same on every node: of two workspaces that prove a host at once, one is first. */
const HOST_LOCK = 7_367_733;

export function createDomainQueries({ db, listDb, engine, announce, changed }: DomainQueriesOptions) {
  const owned = (from: Kysely<Tables>, workspaceId: string) =>
    from.selectFrom("domains").selectAll().where("workspace_id", "=", workspaceId);

  /** Announces the change. */
  async function change(workspaceId: string, work: (trx: Trx) => Promise<Domain>): Promise<Domain> {
    const domain = await db.transaction().execute(async (trx) => {
      await holdWorkspace(trx, workspaceId, notFound);
      const done = await work(trx);
      await announce(trx);
      return done;
    });
    changed();
    return domain;
  }

  return {
    /** Newest first. */
    async list(workspaceId: string): Promise<Domain[]> {
      const rows = await owned(db, workspaceId).orderBy("created_at", "desc").orderBy("id", "desc").execute();
      return rows.map(domains.read);
    },

    async find(workspaceId: string, id: string): Promise<Domain | null> {
      const row = await owned(db, workspaceId).where("id", "=", id).executeTakeFirst();
      return row ? domains.read(row) : null;
    },

    /** All that are served, and those that no longer are. */
    async served(): Promise<ServedDomain[]> {
      const rows = await db
        .selectFrom("domains")
        .select(["host", "workspace_id", "verified_at", "is_default"])
        .where("verified_at", "is not", null)
        .execute();
      const retired = await db.selectFrom("retired_hosts").select("host").execute();
      return [
        ...retired.map(({ host }) => ({ host, workspaceId: NOBODY, since: 0, isDefault: false })),
        ...rows.map(({ host, workspace_id: workspaceId, verified_at: since, is_default }) => {
          return { host, workspaceId, since: since!, isDefault: is_default === 1 };
        }),
      ];
    },

    create: (domain: NewDomain, most: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { workspaceId, host, createdAt } = domain;
        await holdWorkspace(trx, workspaceId);
        const there = await owned(trx, workspaceId).execute();
        if (there.some((row) => row.host === host)) throw alreadyAdded(host);
        if (there.length >= most) throw tooManyDomains(most);
        await trx.insertInto("domains").values(domains.write(domain)).execute();
        await audit(trx, "domain.added", domain, createdAt);
      }),

    /**
     * `found` are the values of the host's TXT records. Takes the host from another workspace whose value is not
     * among them any more; refused if it still is.
     */
    verify: (domain: Domain, found: readonly string[], now: number) =>
      change(domain.workspaceId, async (trx) => {
        const { id, host, workspaceId } = domain;
        if (engine === "postgres") {
          await sql`SELECT pg_advisory_xact_lock(${sql.lit(HOST_LOCK)}, hashtext(${host}))`.execute(trx);
        }
        const row = await owned(trx, workspaceId).where("id", "=", id).executeTakeFirst();
        if (!row) throw notFound();
        const holder = await trx
          .selectFrom("domains")
          .selectAll()
          .where("host", "=", host)
          .where("verified_at", "is not", null)
          .where("id", "!=", id)
          .executeTakeFirst();
        if (holder && found.includes(holder.proof)) throw inUseElsewhere(host);
        if (holder) {
          await trx
            .updateTable("domains")
            .set({ ...endDefault(holder, now), verified_at: null, lost_at: now })
            .where("id", "=", holder.id)
            .execute();
          // Its members must not learn who proved it.
          const nobody = { actor: undefined, agent: null };
          await actAs(nobody, () => audit(trx, "domain.taken-over", domains.read(holder), now));
        }
        const verified = {
          verified_at: row.verified_at ?? now,
          checked_at: now,
          lost_at: null,
          missing_since: null,
        };
        await trx.updateTable("domains").set(verified).where("id", "=", id).execute();
        await trx.deleteFrom("retired_hosts").where("host", "=", host).execute();
        if (row.verified_at === null) await audit(trx, "domain.verified", domain, now);
        return domains.read({ ...row, ...verified });
      }),

    /** There is at most one default; without one, links use the public address of the service. */
    setDefault: (workspaceId: string, id: string, isDefault: boolean, now: number) =>
      change(workspaceId, async (trx) => {
        // Locked: another workspace may be taking one over.
        const rows = await owned(trx, workspaceId).forUpdate().execute();
        const row = rows.find((each) => each.id === id);
        if (!row) throw notFound();
        if (isDefault && row.verified_at === null) throw notVerified();
        if ((row.is_default === 1) === isDefault) return domains.read(row);
        const ending = rows.find((each) => each.is_default === 1);
        if (ending) {
          await trx.updateTable("domains").set(endDefault(ending, now)).where("id", "=", ending.id).execute();
        }
        const { default_from } = row;
        const begun = { is_default: 1, default_from: default_from ?? now, default_until: null };
        if (isDefault) await trx.updateTable("domains").set(begun).where("id", "=", id).execute();
        await audit(trx, isDefault ? "domain.made-default" : "domain.not-default", domains.read(row), now);
        return domains.read({ ...row, is_default: Number(isDefault) });
      }),

    remove: (workspaceId: string, id: string, now: number) =>
      change(workspaceId, async (trx) => {
        const row = await owned(trx, workspaceId).where("id", "=", id).executeTakeFirst();
        if (!row) throw notFound();
        await trx.deleteFrom("domains").where("id", "=", id).execute();
        if (row.verified_at !== null) {
          const retired = { host: row.host, retired_at: now };
          await trx
            .insertInto("retired_hosts")
            .values(retired)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
        await audit(trx, "domain.removed", domains.read(row), now);
        return domains.read(row);
      }),

    /**
     * The number of codes that were created or scanned while the domain was the default, so that copies with its
     * links may be in use; counted up to `most`.
     */
    async usedBy(workspaceId: string, id: string, now: number, most: number): Promise<number> {
      const row = await owned(listDb, workspaceId).where("id", "=", id).executeTakeFirst();
      if (!row || row.default_from === null) return 0;
      const codes = listDb
        .selectFrom("codes")
        .innerJoin("code_counters", "code_counters.code_num", "codes.num")
        .select("num")
        .where("workspace_id", "=", workspaceId)
        .where("deleted_at", "is", null)
        .where("created_at", "<", row.default_until ?? now + 1)
        .where(({ or, eb }) =>
          or([eb("created_at", ">=", row.default_from!), eb("last_quarter", ">=", quarterOf(row.default_from!))]),
        )
        .limit(most);
      const { count } = await listDb
        .selectFrom(codes.as("c"))
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Verified domains that were last checked before `before`, now marked as checked at `until`: each by one node. */
    async claimDue(before: number, until: number, most: number): Promise<Domain[]> {
      const due = db
        .selectFrom("domains")
        .select("id")
        .where("verified_at", "is not", null)
        .where("checked_at", "<=", before)
        .orderBy("checked_at")
        .limit(most)
        .forUpdate()
        .skipLocked();
      const rows = await db
        .updateTable("domains")
        .set({ checked_at: until })
        .where("id", "in", due)
        .returningAll()
        .execute();
      return rows.map(domains.read);
    },

    /** What a check found: whether the record is there, or null if the DNS did not say. */
    async note({ id }: Pick<Domain, "id">, isThere: boolean | null, now: number): Promise<void> {
      const missing = { missing_since: isThere ? null : sql<number>`coalesce(missing_since, ${now})` };
      const found = isThere === null ? {} : missing;
      await db
        .updateTable("domains")
        .set({ checked_at: now, ...found })
        .where("id", "=", id)
        .execute();
    },
  };
}

const endDefault = (row: Selectable<Tables["domains"]>, now: number) =>
  row.is_default === 1 ? { is_default: 0, default_until: now } : {};

const audit = (trx: Trx, action: AuditAction, { workspaceId, id, host }: NewDomain, at: number) =>
  writeAudit(trx, { workspaceId, at, action, subject: { id, name: host } });
