/** The queries that are the same on both engines. */
import { type Kysely, sql, type Transaction } from "kysely";
import { createAccountQueries } from "../accounts/accounts.queries.ts";
import { createThrottleQueries } from "../accounts/throttles.queries.ts";
import { createUserQueries } from "../accounts/users.queries.ts";
import { createBrandQueries } from "../brands/brands.queries.ts";
import { createCheckQueries } from "../check/check.queries.ts";
import { createNeedQueries } from "../codes/attention.queries.ts";
import { createCodeQueries } from "../codes/codes.queries.ts";
import type { MakeCodes } from "../codes/creation.queries.ts";
import { addExpiryEvents } from "../codes/events.queries.ts";
import { createHistoryQueries } from "../codes/history.queries.ts";
import { createViewQueries } from "../codes/views.queries.ts";
import { BRANDS, DOMAINS, ofWorkspace } from "../database/changes.ts";
import type { EngineName } from "../database/engine.ts";
import type { LeaseClock } from "../database/leases.ts";
import { createListTurns, createReportTurns } from "../database/list-turns.ts";
import { createMetaQueries } from "../database/meta.ts";
import { createOneTimeTokenQueries, findSecret } from "../database/secrets.ts";
import type { Tables } from "../database/tables.ts";
import { createExampleQueries } from "../demo/examples.queries.ts";
import { createDomainQueries } from "../domains/domains.queries.ts";
import { createInsightQueries } from "../insights/insights.queries.ts";
import { createInsightLinkQueries } from "../insights/links.queries.ts";
import { createKeyQueries } from "../keys/keys.queries.ts";
import { createLogoQueries, createStyleQueries, createVerdictQueries } from "../looks/looks.queries.ts";
import { createMailQueries } from "../mail/mail.queries.ts";
import { createPlacementQueries } from "../placements/placements.queries.ts";
import type { ReadSnapshot } from "../scans/read.queries.ts";
import { createRecentScans } from "../scans/recent.queries.ts";
import { createScanQueries } from "../scans/scans.queries.ts";
import { createVisitorQueries } from "../scans/visitors.queries.ts";
import { createSettingQueries } from "../settings/settings.queries.ts";
import { createTagQueries } from "../tags/tags.queries.ts";
import { createDeliveryQueue } from "../webhooks/queue.queries.ts";
import { createWebhookQueries } from "../webhooks/webhooks.queries.ts";
import { createAuditQueries } from "../workspaces/audit.queries.ts";
import { createInvitationQueries } from "../workspaces/invitations.queries.ts";
import { createWorkspaceQueries } from "../workspaces/workspaces.queries.ts";
import type { Reports } from "./reports.ts";
import type { RunStep } from "./steps.ts";

interface QueriesOptions {
  engine: EngineName;
  db: Kysely<Tables>;
  /** For slow reads, separate from those that others wait for. */
  listDb: Kysely<Tables>;
  /** For slow reads that a replica may answer. It sees all that was committed before. */
  replicaDb: Kysely<Tables>;
  reports: Reports;
  /** For a full check, which has no time limit. */
  checking: ReadSnapshot;
  step: RunStep;
  now: LeaseClock;
  makeCodes: MakeCodes;
  /** Tells every node, within the change, of tokens of changed codes, of something in changes.ts, or null: any code. */
  announce: (trx: Transaction<Tables>, what: readonly string[] | null) => Promise<void>;
  /** Tells this node after the change. */
  changed: (what: string | null) => void;
}

export function createQueries(options: QueriesOptions) {
  const { engine, db, listDb, replicaDb, reports, checking, step, now, makeCodes, announce, changed } = options;
  const turns = { lists: createListTurns(), reports: createReportTurns() };
  const announceAny = (trx: Transaction<Tables>) => announce(trx, null);
  const changedAny = () => changed(null);
  const announceOf = (trx: Transaction<Tables>, workspaceId: string) => announce(trx, [ofWorkspace(workspaceId)]);
  const changedOf = (workspaceId: string) => changed(ofWorkspace(workspaceId));
  return {
    engine,
    /** For reads that cost more than a look-up, so that a person has one of a kind at a time. A turn has none within. */
    turns,
    codes: createCodeQueries({ db, listDb: replicaDb, engine, inTurn: turns.lists, makeCodes, announce, changed }),
    /** Codes in an order that no index has: all scans of a period are counted for it. */
    ranks: reports.ranks,
    placements: createPlacementQueries({ db, listDb: replicaDb, engine, announce, changed, reports, step }),
    examples: createExampleQueries({ db, listDb: replicaDb, engine, announce, changed }),
    history: createHistoryQueries(replicaDb),
    keys: createKeyQueries(db),
    styles: createStyleQueries(db),
    logos: createLogoQueries(db, engine),
    brands: createBrandQueries({
      db,
      announce: (trx) => announce(trx, [BRANDS]),
      changed: () => changed(BRANDS),
    }),
    tags: createTagQueries(db, replicaDb, engine, reports),
    views: createViewQueries(db),
    domains: createDomainQueries({
      db,
      listDb: replicaDb,
      engine,
      announce: (trx) => announce(trx, [DOMAINS]),
      changed: () => changed(DOMAINS),
    }),
    verdicts: createVerdictQueries(db),
    users: createUserQueries(db, listDb, engine),
    accounts: createAccountQueries(db, engine, announceAny, changedAny),
    workspaces: createWorkspaceQueries(db, engine, announceOf, changedOf),
    invitations: createInvitationQueries(db, announceOf, changedOf),
    audit: createAuditQueries(db, replicaDb),
    oneTimeTokens: createOneTimeTokenQueries(db),
    scans: { ...createScanQueries(replicaDb, engine, reports), ...createCheckQueries(checking) },
    insights: createInsightQueries(replicaDb, reports),
    insightLinks: createInsightLinkQueries(db),
    needs: createNeedQueries(db, replicaDb, reports),
    recentScans: createRecentScans(replicaDb, engine, reports),
    visitors: createVisitorQueries(db),
    throttles: createThrottleQueries(db, engine, now),
    webhooks: createWebhookQueries({ db, listDb, engine, reports }),
    deliveries: {
      ...createDeliveryQueue({ db, listDb, engine, reports, leaseNow: now }),
      /** Of codes that have expired, or soon will. */
      addExpiryEvents: (now: number): Promise<number> => addExpiryEvents(db, engine, now),
    },
    meta: createMetaQueries(db),
    settings: createSettingQueries(db, listDb),
    mails: createMailQueries(db, engine, now),
    /** Of the database server, such as "PostgreSQL 18.1". */
    async version(): Promise<string> {
      const name = engine === "sqlite" ? "SQLite" : "PostgreSQL";
      const version = engine === "sqlite" ? sql`sqlite_version()` : sql`current_setting('server_version')`;
      const { rows } = await sql<{ version: string }>`SELECT ${version} AS version`.execute(db);
      return `${name} ${rows[0]!.version}`;
    },
    /** A random text per name, created once and the same on every node. */
    secret: (name: string): Promise<string> => findSecret(db, name),
    /** A random text created once in this database, the same on every node and in every backup. */
    identity: (): Promise<string> => findSecret(db, "identity"),
    /** The database for better-auth. */
    auth: { db, type: engine } as AuthDatabase,
  };
}

interface AuthDatabase {
  // biome-ignore lint/suspicious/noExplicitAny: better-auth brings its own view of the tables.
  db: any;
  type: EngineName;
}
