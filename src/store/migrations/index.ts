import { accountTables } from "../schema/accounts.ts";
import { codeTables } from "../schema/codes.ts";
import { domainTables } from "../schema/domains.ts";
import { explainMissingExtension, listIndexes } from "../schema/lists.ts";
import { mailTables } from "../schema/mail.ts";
import { rateWindowTables } from "../schema/rate-windows.ts";
import { scanTables } from "../schema/scans.ts";
import { webhookTables } from "../schema/webhooks.ts";
import type { Migration } from "./types.ts";

/** Until the first release src/store/schema is changed in place; after it, each change is a migration. */
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
