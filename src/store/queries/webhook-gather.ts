/** From settled scans of many codes to deliveries of one code each. */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import { isSendable, RAW_SCANS, type RawScans } from "./webhook-deliveries.ts";

/** A body of so many stays below the 100 KB that many receivers take at the most. */
const SCANS_A_BODY = 200;
/** With so many to send before them, scans are left to gather: the next bodies hold more of them. */
const ENOUGH_WAITING = 100;
const MOST_SCANS = 50_000;
const MOST_ROWS = 200;
const ROWS_A_STATEMENT = 100;

interface Group {
  num: number;
  codeNum: number;
  /** When the last of them was settled. */
  at: number;
  ids: string[];
}

/**
 * There is no mark up to which scans are told of: what the settlement wrote stays until it is made into
 * deliveries, in one transaction, so that scans of another node's journal may come as late as they like.
 */
export async function gatherScans(
  db: Kysely<Tables>,
  webhookNum: number,
  now: number,
  createId: () => string,
): Promise<void> {
  const ofWebhook = db.selectFrom("webhook_deliveries").where("webhook_num", "=", webhookNum);
  const rows = await ofWebhook
    .select(["num", "at", "data"])
    .where("is_waiting", "=", 1)
    .where("type", "=", RAW_SCANS)
    .orderBy("num")
    .limit(MOST_ROWS)
    .execute();
  if (rows.length === 0) return;
  // Only what can be sent before them counts: what stands behind waits for them, or for one that is refused.
  const ahead = await sql`
    SELECT 1 FROM webhook_deliveries d
    WHERE ${isSendable(webhookNum, now)} AND d.num < ${rows[0]!.num} LIMIT ${ENOUGH_WAITING}`.execute(db);
  if (ahead.rows.length === ENOUGH_WAITING) return;
  const taken = takeSome(rows.map(({ num, at, data }) => ({ num, at, scans: JSON.parse(data) as RawScans })));
  const codeNums = [...new Set(taken.flatMap(({ scans }) => scans.map(([codeNum]) => codeNum)))];
  const codeIds = await codeIdsOf(db, codeNums);
  // A change of a code between two of its scans stays between them.
  const between = await ofWebhook
    .select(["num", "code_id"])
    .where("is_waiting", "=", 1)
    .where("code_id", "!=", "")
    .where("num", ">", taken[0]!.num)
    .where("num", "<", taken.at(-1)!.num)
    .execute();
  const changes = Map.groupBy(between, (row) => row.code_id);
  const groups = groupsOf(taken, (codeNum, from, to) =>
    (changes.get(codeIds.get(codeNum) ?? "") ?? []).some(({ num }) => num > from && num < to),
  );
  const parts = new Map<number, number>();
  const made = groups.flatMap(({ num, codeNum, at, ids }) => {
    const codeId = codeIds.get(codeNum);
    if (codeId === undefined) return [];
    const part = (parts.get(num) ?? 0) + 1;
    parts.set(num, part);
    return {
      webhook_num: webhookNum,
      num,
      part,
      id: createId(),
      type: "qrcode.scanned",
      code_id: codeId,
      at,
      is_waiting: 1,
      next_try: 0,
      data: JSON.stringify({ codeNum, codeId, ids }),
    };
  });
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("webhook_deliveries")
      .where("webhook_num", "=", webhookNum)
      .where("type", "=", RAW_SCANS)
      .where(
        "num",
        "in",
        taken.map(({ num }) => num),
      )
      .executeTakeFirstOrThrow();
    // Somebody else has gathered or dropped them meanwhile.
    if (Number(numDeletedRows) !== taken.length) throw new Error("Scans were gathered by another.");
    for (let at = 0; at < made.length; at += ROWS_A_STATEMENT) {
      await trx
        .insertInto("webhook_deliveries")
        .values(made.slice(at, at + ROWS_A_STATEMENT))
        .execute();
    }
  });
}

function takeSome<T extends { scans: RawScans }>(rows: readonly T[]): T[] {
  let count = 0;
  return rows.filter(({ scans }) => {
    const fits = count < MOST_SCANS;
    for (const [, ids] of scans) count += ids.length;
    return fits;
  });
}

/** Each code's scans in the order they were settled, cut where a body is full or the code was changed. */
function groupsOf(
  taken: readonly { num: number; at: number; scans: RawScans }[],
  isChanged: (codeNum: number, from: number, to: number) => boolean,
): Group[] {
  const groups: Group[] = [];
  const open = new Map<number, Group>();
  for (const { num, at, scans } of taken) {
    for (const [codeNum, ids] of scans) {
      let group = open.get(codeNum);
      if (group && isChanged(codeNum, group.num, num)) group = undefined;
      for (const id of ids) {
        if (!group || group.ids.length === SCANS_A_BODY) {
          group = { num: group?.num ?? num, codeNum, at, ids: [] };
          groups.push(group);
          open.set(codeNum, group);
        }
        group.ids.push(id);
        group.at = at;
      }
    }
  }
  return groups;
}

async function codeIdsOf(db: Kysely<Tables>, nums: readonly number[]): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (let at = 0; at < nums.length; at += 1000) {
    const { rows } = await sql<{ num: number; id: string }>`
      SELECT num, id FROM codes WHERE num IN (${sql.join(nums.slice(at, at + 1000))})`.execute(db);
    for (const { num, id } of rows) ids.set(num, id);
  }
  return ids;
}
