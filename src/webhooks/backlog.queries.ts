/** Creates deliveries from noted scans, and limits what is kept: waiting deliveries, notes and old deliveries. */
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { DAY_MS } from "../shared/days.ts";
import type { ScanRefs } from "./deliveries.queries.ts";
import { IN_USE, SCANNED, WANTED } from "./events.queries.ts";
import type { NotedScans } from "./webhook.ts";

/** Per webhook. The oldest beyond this are dropped and counted. */
const MAX_WAITING = 10_000;
/** Below the 100 KB that many receivers accept at most. */
export const SCANS_PER_BODY = 200;
/** For a webhook that is behind: about 300 KB. A receiver that refuses it gets smaller ones. */
const SCANS_PER_LARGE_BODY = 1_000;
/** Scans that waited this long are behind. */
const BEHIND_MS = 10_000;
/** With this many deliveries waiting, no more are created from notes. */
const ENOUGH_DUE = 100;
const NOTES_PER_STEP = 1_000;
const MAX_SCANS_PER_STEP = 50_000;
/** Each delivery has its own body, and all of a step must fit the queue. */
const MAX_CODES_PER_STEP = MAX_WAITING / 2;
const ROWS_PER_STATEMENT = 100;

/** Creates deliveries from noted scans and advances the webhook's mark. Returns the workspace if there were some. */
export async function gatherScans(
  db: Kysely<Tables>,
  listDb: Kysely<Tables>,
  webhookNum: number,
  now: number,
  createId: () => string,
): Promise<string | null> {
  const { rows } = await sql<{ workspace_id: string; scans_told: number }>`
    SELECT w.workspace_id, w.scans_told FROM webhooks w
    WHERE w.num = ${webhookNum} AND ${IN_USE} AND w.events & ${SCANNED} <> 0`.execute(listDb);
  const [webhook] = rows;
  if (!webhook) return null;
  const { workspace_id: workspaceId, scans_told: told } = webhook;
  const due = await listDb
    .selectFrom("webhook_deliveries")
    .select(["at", "tries"])
    .where("webhook_num", "=", webhookNum)
    .where("is_waiting", "=", 1)
    .where("next_try", "<=", now)
    .limit(ENOUGH_DUE)
    .execute();
  if (due.length === ENOUGH_DUE) return null;
  const noted = takeSome(
    await listDb
      .selectFrom("webhook_notes")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where("scan_to", ">", told)
      .orderBy("scan_to")
      .limit(NOTES_PER_STEP)
      .execute(),
  );
  const [first] = noted;
  if (!first) return null;
  // Deliveries waiting from before count as behind too: small bodies would never catch up.
  const waits = [first.at, ...due.filter(({ tries }) => tries === 0).map(({ at }) => at)];
  const isBehind = now - Math.min(...waits) >= BEHIND_MS;
  const bodies = bodiesOf(noted, isBehind ? SCANS_PER_LARGE_BODY : SCANS_PER_BODY);
  const codeIds = await codeIdsOf(listDb, [...new Set(bodies.map(({ codeNum }) => codeNum))]);
  const made = bodies.flatMap(({ codeNum, at, ids }) => {
    const codeId = codeIds.get(codeNum);
    const data = JSON.stringify({ codeNum, codeId, ids } satisfies Partial<ScanRefs>);
    const delivery = { webhook_num: webhookNum, id: createId(), type: "qrcode.scanned", at, data } as const;
    return codeId === undefined ? [] : delivery;
  });
  // The gap in numbers is the count of dropped scans.
  const missed = Math.max(0, first.scan_to - first.count - told);
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("webhooks")
      .set(({ eb }) => ({ scans_told: noted.at(-1)!.scan_to, dropped: eb("dropped", "+", missed) }))
      .where("num", "=", webhookNum)
      .where("scans_told", "=", told)
      .executeTakeFirstOrThrow();
    // Another node has processed these, or the webhook was switched off.
    if (numUpdatedRows === 0n) return;
    for (let at = 0; at < made.length; at += ROWS_PER_STATEMENT) {
      const rows = made.slice(at, at + ROWS_PER_STATEMENT);
      await trx.insertInto("webhook_deliveries").values(rows).execute();
    }
  });
  return workspaceId;
}

function takeSome(notes: readonly Selectable<Tables["webhook_notes"]>[]) {
  const taken: { scan_to: number; count: number; at: number; scans: NotedScans }[] = [];
  const codes = new Set<number>();
  let total = 0;
  for (const { scan_to, scans: count, at, data } of notes) {
    if (total >= MAX_SCANS_PER_STEP || codes.size >= MAX_CODES_PER_STEP) break;
    const scans = JSON.parse(data) as NotedScans;
    for (const [codeNum] of scans) codes.add(codeNum);
    total += count;
    taken.push({ scan_to, count, at, scans });
  }
  return taken;
}

/** The scans of each code in settling order, in bodies of bounded size. */
function bodiesOf(notes: readonly { at: number; scans: NotedScans }[], most: number) {
  const byCode = new Map<number, { codeNum: number; at: number; ids: string[] }[]>();
  for (const { at, scans } of notes) {
    for (const [codeNum, ids] of scans) {
      const bodies = byCode.get(codeNum) ?? [];
      byCode.set(codeNum, bodies);
      for (const id of ids) {
        if (bodies.length === 0 || bodies.at(-1)!.ids.length === most) bodies.push({ codeNum, at, ids: [] });
        const body = bodies.at(-1)!;
        body.ids.push(id);
        body.at = at;
      }
    }
  }
  return [...byCode.values()].flat();
}

async function codeIdsOf(db: Kysely<Tables>, nums: readonly number[]): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (let at = 0; at < nums.length; at += 1000) {
    const some = nums.slice(at, at + 1000);
    const rows = await db.selectFrom("codes").select(["num", "id"]).where("num", "in", some).execute();
    for (const { num, id } of rows) ids.set(num, id);
  }
  return ids;
}

const NOTES_REMOVED_PER_STEP = 1000;

/** Removes notes that every webhook has processed, or that none needs. True if there are more. */
export async function removeToldNotes(db: Kysely<Tables>, workspaceId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Settlements of this workspace delete notes too and hold this row; without this lock they could deadlock.
    const workspace = await trx
      .selectFrom("webhook_workspaces")
      .select("scan_total")
      .where("workspace_id", "=", workspaceId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!workspace) return false;
    const { rows } = await sql<{ told: number | null }>`
      SELECT min(w.scans_told) AS told FROM webhooks w
      WHERE w.workspace_id = ${workspaceId} AND ${WANTED} AND w.events & ${SCANNED} <> 0`.execute(trx);
    const { numAffectedRows } = await sql`
      DELETE FROM webhook_notes WHERE workspace_id = ${workspaceId} AND scan_to IN (
        SELECT scan_to FROM webhook_notes
        WHERE workspace_id = ${workspaceId} AND scan_to <= ${rows[0]?.told ?? workspace.scan_total}
        ORDER BY scan_to LIMIT ${sql.lit(NOTES_REMOVED_PER_STEP)})`.execute(trx);
    return Number(numAffectedRows) === NOTES_REMOVED_PER_STEP;
  });
}

const DROPPED_PER_STEP = 1_000;

/** Drops some of the oldest waiting deliveries beyond the limit. True if there may be more. */
export async function dropOldest(db: Kysely<Tables>, listDb: Kysely<Tables>, webhookNum: number): Promise<boolean> {
  const edge = await listDb
    .selectFrom("webhook_deliveries")
    .select("num")
    .where("webhook_num", "=", webhookNum)
    .where("is_waiting", "=", 1)
    .orderBy("num", "desc")
    .offset(MAX_WAITING)
    .limit(1)
    .executeTakeFirst();
  if (!edge) return false;
  return db.transaction().execute(async (trx) => {
    const webhook = await trx
      .selectFrom("webhooks")
      .select("dropped")
      .where("num", "=", webhookNum)
      .forUpdate()
      .executeTakeFirst();
    if (!webhook) return false;
    const { rows } = await sql<{ data: string }>`
      DELETE FROM webhook_deliveries WHERE num IN (
        SELECT num FROM webhook_deliveries
        WHERE webhook_num = ${webhookNum} AND is_waiting = 1 AND num <= ${edge.num}
        ORDER BY num LIMIT ${sql.lit(DROPPED_PER_STEP)})
      RETURNING data`.execute(trx);
    // A body of scans counts as its scans.
    const count = rows.reduce((sum, { data }) => sum + ((JSON.parse(data) as Partial<ScanRefs>).ids?.length ?? 1), 0);
    await trx
      .updateTable("webhooks")
      .set({ dropped: webhook.dropped + count })
      .where("num", "=", webhookNum)
      .execute();
    return rows.length === DROPPED_PER_STEP;
  });
}

const KEPT_DAYS = 30;
const KEPT_EACH = 500;
const REMOVED_PER_STEP = 1000;

/** Old deliveries, those beyond the newest of each webhook, and notes that no webhook needs. */
export async function removeOldDeliveries(db: Kysely<Tables>, now: number): Promise<void> {
  await removeSteps(db, sql`at < ${now - KEPT_DAYS * DAY_MS} ORDER BY at`);
  for (const { num } of await db.selectFrom("webhooks").select("num").execute()) {
    const edge = await db
      .selectFrom("webhook_deliveries")
      .select("num")
      .where("webhook_num", "=", num)
      .orderBy("num", "desc")
      .offset(KEPT_EACH)
      .limit(1)
      .executeTakeFirst();
    if (!edge) continue;
    await removeSteps(db, sql`webhook_num = ${num} AND num <= ${edge.num} AND is_waiting = 0 ORDER BY num`);
  }
  for (const { workspace_id } of await db.selectFrom("webhook_workspaces").select("workspace_id").execute()) {
    while (await removeToldNotes(db, workspace_id));
  }
}

/** Each step starts where the previous one ended in the index. */
async function removeSteps(db: Kysely<Tables>, range: RawBuilder<unknown>): Promise<void> {
  for (let count = REMOVED_PER_STEP; count === REMOVED_PER_STEP; ) {
    const { numAffectedRows } = await sql`DELETE FROM webhook_deliveries WHERE num IN (
      SELECT num FROM webhook_deliveries WHERE ${range} LIMIT ${sql.lit(REMOVED_PER_STEP)})`.execute(db);
    count = Number(numAffectedRows);
  }
}
