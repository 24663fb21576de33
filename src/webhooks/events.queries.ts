/** Conditions on webhooks `w` that every writer of events shares. */
import { type RawBuilder, sql } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { bitOf, type EventType } from "../shared/events.ts";
import { IN_USE_SQL, WANTED_SQL } from "./webhook.ts";

export const IN_USE: RawBuilder<boolean> = sql.raw(IN_USE_SQL);
export const WANTED: RawBuilder<boolean> = sql.raw(WANTED_SQL);
/** The bit of a webhook that asks for scans. */
export const SCANNED = sql.lit(bitOf("qrcode.scanned"));

/** Condition on webhooks `w`: the workspace's active ones that subscribe to the event. */
export const wants = (type: EventType, workspaceId: string): RawBuilder<boolean> =>
  wantsBit(sql.lit(bitOf(type)), workspaceId);

export const wantsBit = (bit: RawBuilder<number>, workspaceId: string): RawBuilder<boolean> =>
  sql`w.workspace_id = CAST(${workspaceId} AS text) AND ${WANTED} AND w.events & ${bit} <> 0`;

/** A webhook that is deleted meanwhile is skipped instead of failing the change by its foreign key. */
export const KEEP_WEBHOOKS: Readonly<Record<EngineName, RawBuilder<unknown>>> = {
  postgres: sql`FOR KEY SHARE OF w`,
  sqlite: sql``,
};
