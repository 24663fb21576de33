import type { accountTables } from "../accounts/accounts.table.ts";
import type { codeTables } from "../codes/codes.table.ts";
import type { domainTables } from "../domains/domains.table.ts";
import type { insightTables } from "../insights/insights.table.ts";
import type { keyTables } from "../keys/keys.table.ts";
import type { limitTables } from "../limits/limits.table.ts";
import type { lookTables } from "../looks/looks.table.ts";
import type { mailTables } from "../mail/mail.table.ts";
import type { placementTables } from "../placements/placements.table.ts";
import type { scanTables } from "../scans/scans.table.ts";
import type { settingsTables } from "../settings/settings.table.ts";
import type { tagTables } from "../tags/tags.table.ts";
import type { webhookTables } from "../webhooks/webhooks.table.ts";
import type { workspaceTables } from "../workspaces/workspaces.table.ts";
import type { databaseTables } from "./database.table.ts";
import type { RowsOf } from "./table.ts";

/** The tables of both engines. Times are Unix ms, days are days since 1970, flags are 0 or 1. */
export interface Tables
  extends RowsOf<typeof accountTables>,
    RowsOf<typeof codeTables>,
    RowsOf<typeof databaseTables>,
    RowsOf<typeof domainTables>,
    RowsOf<typeof insightTables>,
    RowsOf<typeof keyTables>,
    RowsOf<typeof limitTables>,
    RowsOf<typeof lookTables>,
    RowsOf<typeof mailTables>,
    RowsOf<typeof placementTables>,
    RowsOf<typeof scanTables>,
    RowsOf<typeof settingsTables>,
    RowsOf<typeof tagTables>,
    RowsOf<typeof webhookTables>,
    RowsOf<typeof workspaceTables> {}
