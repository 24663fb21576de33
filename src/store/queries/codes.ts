import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from "kysely";
import { createTurns } from "../../shared/turns.ts";
import type { CodeType, Level } from "../../shared/vocabulary.ts";
import type { Code, CodeStore } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import { withStatementTime } from "../statement-time.ts";
import type { MakeSteps } from "../steps.ts";
import type { Tables } from "../tables.ts";
import { lastErased } from "./code-bin.ts";
import { activeOwner, applyChange, creationOf, KEY_TAKEN, keepVersion } from "./code-changes.ts";
import { createCodeLists } from "./code-lists.ts";

type Row = Selectable<Tables["codes"]> & Omit<Selectable<Tables["code_counters"]>, "code_num">;
/**
 * A list is long from here on, and nobody waits noticeably longer for the next. Whoever waits hears of
 * it within the time that a stop leaves to requests.
 */
const LIST_TURNS = { restFromMs: 20, longestRestMs: 300, longestWaitMs: 3_000 };

type CodeQuery = SelectQueryBuilder<Tables, "codes" | "code_counters", object>;

interface CodeQueriesOptions {
  db: Kysely<Tables>;
  /** Reads what may take long, apart from what others wait for. */
  listing: Kysely<Tables>;
  engine: EngineName;
  makeSteps: MakeSteps;
  /** Tells every node that a code changed, as part of the change. */
  announce: (trx: Transaction<Tables>, token: string) => Promise<void>;
  changed: (token: string) => void;
}

export function createCodeQueries(options: CodeQueriesOptions): CodeStore {
  const { db, listing, engine, makeSteps, announce, changed } = options;
  const lists = createCodeLists(listing, engine);
  /** One list of an owner at a time, so that many of them keep no other owner waiting. */
  const turns = createTurns(LIST_TURNS);
  const inTurn = <T>(ownerId: string, work: () => Promise<T>): Promise<T> =>
    withStatementTime((spent) => turns(ownerId, work, spent));
  const codesOf = (from: Kysely<Tables>): CodeQuery =>
    from.selectFrom("codes").innerJoin("code_counters", "code_counters.code_num", "codes.num");
  const notDeleted = (from: Kysely<Tables>): CodeQuery =>
    codesOf(from).where("codes.deleted_at", "is", null);

  const owned = (from: Kysely<Tables>, ownerId: string, id: string) =>
    notDeleted(from).selectAll().where("codes.id", "=", id).where("codes.owner_id", "=", ownerId);

  async function inOrder(nums: readonly number[], isBin: boolean): Promise<Code[]> {
    if (nums.length === 0) return [];
    const rows = await codesOf(listing)
      .selectAll()
      .where("codes.num", "in", nums)
      .where("codes.deleted_at", isBin ? "is not" : "is", null)
      .execute();
    const byNum = new Map(rows.map((row) => [(row as Row).num, toCode(row as Row)]));
    return nums.flatMap((num) => byNum.get(num) ?? []);
  }

  async function idOf(num: number): Promise<string> {
    const query = listing.selectFrom("codes").select("id").where("num", "=", num);
    return (await query.executeTakeFirstOrThrow()).id;
  }

  async function changing<T>(
    work: (trx: Transaction<Tables>) => Promise<{ token: string | null; result: T }>,
  ): Promise<T> {
    const { token, result } = await db.transaction().execute(async (trx) => {
      const done = await work(trx);
      if (done.token !== null) await announce(trx, done.token);
      return done;
    });
    if (token !== null) changed(token);
    return result;
  }

  async function firstAnswer(ownerId: string, key: string) {
    const query = db.selectFrom("idempotency").select(["body_hash", "answer"]);
    const first = await query
      .where("owner_id", "=", ownerId)
      .where("key", "=", key)
      .executeTakeFirst();
    return first && { bodyHash: first.body_hash, answer: first.answer };
  }

  const create: CodeStore["create"] = async (code, once) => {
    const missing = await makeSteps(creationOf(db, engine, code, once), code.token);
    if (missing === null) changed(code.token);
    else if (missing !== KEY_TAKEN) return "no-owner";
    // The key may have become too old, and gone, between the two: then it is free again.
    else return (await firstAnswer(code.ownerId, once!.key)) ?? create(code, once);
    return null;
  };

  return {
    create,

    async find(ownerId, id) {
      const row = await owned(db, ownerId, id).executeTakeFirst();
      return row ? toCode(row as Row) : null;
    },

    async numOf(ownerId, id) {
      const query = db.selectFrom("codes").select("num").where("id", "=", id);
      const row = await query.where("owner_id", "=", ownerId).executeTakeFirst();
      return row?.num ?? null;
    },

    async findByTokens(tokens) {
      const rows = await notDeleted(db)
        .leftJoin("user", "user.id", "codes.owner_id")
        .selectAll(["codes", "code_counters"])
        .select("user.suspended")
        .where("codes.token", "in", tokens)
        .execute();
      // To visitors, the codes of an owner who is suspended or gone are as paused ones.
      return rows.map((row) => {
        const code = toCode(row as Row);
        const isAtRest = row.suspended === null || Boolean(row.suspended);
        return { ...code, isPublic: code.isPublic && !isAtRest };
      });
    },

    update: (ownerId, id, now, decide) =>
      changing(async (trx) => {
        const row = await owned(trx, ownerId, id)
          .$if(engine === "postgres", (query) => query.forUpdate("codes"))
          .executeTakeFirst();
        if (!row) return { token: null, result: null };
        const code = toCode(row as Row);
        const change = decide(code);
        if (change === null) return { token: null, result: code };
        await keepVersion(trx, code, change, now);
        await applyChange(trx, code, change, now);
        return { token: code.token, result: { ...code, ...change, updatedAt: now } };
      }),

    remove: (ownerId, id, now) =>
      changing(async (trx) => {
        const row = await trx
          .updateTable("codes")
          .set({ deleted_at: now })
          .where("id", "=", id)
          .where("owner_id", "=", ownerId)
          .where("deleted_at", "is", null)
          .returning("token")
          .executeTakeFirst();
        return { token: row?.token ?? null, result: row !== undefined };
      }),

    restore: (ownerId, id, now) =>
      changing<Code | null>(async (trx) => {
        // As a creation: nothing comes back for an owner who is being removed.
        const owner = await activeOwner(trx, engine, ownerId).executeTakeFirst();
        if (!owner) return { token: null, result: null };
        const taken = await trx
          .updateTable("codes")
          .set({ deleted_at: null })
          .where("id", "=", id)
          .where("owner_id", "=", ownerId)
          .where("deleted_at", ">", lastErased(now))
          .where("erased_at", "is", null)
          .returning("token")
          .executeTakeFirst();
        const row = await owned(trx, ownerId, id).executeTakeFirst();
        return { token: taken?.token ?? null, result: row ? toCode(row as Row) : null };
      }),

    async list(ownerId, filter, now, limit, before) {
      const page = { sort: "newest", offset: 0, limit: limit + 1, before } as const;
      const { nums, stoppedAt } = await inTurn(ownerId, () =>
        lists.find({ ownerId, filter, now, ...page }),
      );
      const shown = nums.slice(0, limit);
      const codes = await inOrder(shown, filter.state === "deleted");
      // By the numbers found: a code that is deleted between the two reads must not end the walk.
      const last = nums.length > limit ? shown.at(-1)! : stoppedAt;
      if (last === null) return { codes, next: null };
      return { codes, next: codes.find(({ num }) => num === last)?.id ?? (await idOf(last)) };
    },

    async browse(ownerId, filter, now, page) {
      const { nums, total, more, stoppedAt } = await inTurn(ownerId, () =>
        lists.find({ ownerId, filter, now, ...page }),
      );
      const codes = await inOrder(nums, filter.state === "deleted");
      // The order by scans may lag behind the counts; what is seen together is in order.
      if (page.sort === "scans") codes.sort((a, b) => b.scanCount - a.scanCount || b.num - a.num);
      return { codes, total, more, stopped: stoppedAt !== null };
    },

    categories: (ownerId) => inTurn(ownerId, () => lists.categories(ownerId)),
  };
}

const toCode = (row: Row): Code => ({
  num: row.num,
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  type: row.type as CodeType,
  content: row.content,
  token: row.token,
  foregroundColor: row.foreground,
  backgroundColor: row.background,
  size: row.size,
  errorCorrection: row.level as Level,
  category: row.category,
  isPublic: row.is_public === 1,
  isFavorite: row.is_favorite === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  scanCount: row.scan_count,
  expiresAt: row.expires_at,
  expiresFixed: row.expires_fixed === 1,
  expiresBefore: row.expires_before,
  foldedBefore: row.folded_before,
  deletedAt: row.deleted_at,
});
