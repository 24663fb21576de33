import { accountTables } from "../accounts/accounts.schema.ts";
import { codeTables } from "../codes/codes.schema.ts";
import { explainMissingExtension, listIndexes } from "../codes/lists.schema.ts";
import type { Migration } from "../database/engine.ts";
import { domainTables } from "../domains/domains.schema.ts";
import { rateWindowTables } from "../limits/rate-windows.schema.ts";
import { mailTables } from "../mail/mail.schema.ts";
import { scanTables } from "../scans/scans.schema.ts";
import { webhookTables } from "../webhooks/webhooks.schema.ts";

/** Until the first release *.schema.ts files are changed in place; after it, each change is a migration. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "schema",
    statements: (engine) => [
      ...accountTables(engine),
      ...rateWindowTables(engine),
      ...codeTables(engine),
      ...listIndexes(engine),
      ...scanTables(engine),
      ...webhookTables(engine),
      ...mailTables(),
      ...domainTables(),
    ],
    explain: explainMissingExtension,
  },
];
