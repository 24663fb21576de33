import { signInTriggers } from "../accounts/accounts.schema.ts";
import { accountTables } from "../accounts/accounts.table.ts";
import { codeTables } from "../codes/codes.table.ts";
import { explainMissingExtension, listIndexes } from "../codes/lists.schema.ts";
import { databaseTables } from "../database/database.table.ts";
import type { Migration } from "../database/engine.ts";
import { createTables } from "../database/table.ts";
import { domainTables } from "../domains/domains.table.ts";
import { insightTables } from "../insights/insights.table.ts";
import { keyTables } from "../keys/keys.table.ts";
import { limitTables } from "../limits/limits.table.ts";
import { WINDOW_FUNCTION } from "../limits/rate-windows.schema.ts";
import { lookTables } from "../looks/looks.table.ts";
import { mailTables } from "../mail/mail.table.ts";
import { placementTables } from "../placements/placements.table.ts";
import { scanStorage } from "../scans/scans.schema.ts";
import { scanTables } from "../scans/scans.table.ts";
import { settingsTables } from "../settings/settings.table.ts";
import { tagTables } from "../tags/tags.table.ts";
import { webhookTables } from "../webhooks/webhooks.table.ts";
import { workspaceTables } from "../workspaces/workspaces.table.ts";

/** In an order in which each refers only to earlier ones. */
export const ALL_TABLES = {
  ...databaseTables,
  ...settingsTables,
  ...accountTables,
  ...workspaceTables,
  ...keyTables,
  ...limitTables,
  ...codeTables,
  ...placementTables,
  ...lookTables,
  ...tagTables,
  ...insightTables,
  ...scanTables,
  ...webhookTables,
  ...mailTables,
  ...domainTables,
};

/** Until the first release *.table.ts and *.schema.ts files are changed in place; after it, each change is a migration. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "schema",
    statements: (engine) => [
      ...createTables(engine, ALL_TABLES),
      ...signInTriggers(engine),
      ...(engine === "sqlite" ? [] : [WINDOW_FUNCTION]),
      ...listIndexes(engine),
      ...scanStorage(engine),
    ],
    explain: explainMissingExtension,
  },
];
