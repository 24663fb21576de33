import type { Kysely, SelectQueryBuilder, Transaction } from "kysely";
import { createTurns } from "../../shared/turns.ts";
import type { Code, CodeStore } from "../code-store.ts";
import type { EngineName } from "../migrations/types.ts";
import type { CodeSelection } from "../selection-store.ts";
import { withStatementTime } from "../statement-time.ts";
import type { Tables } from "../tables.ts";
import type { EventType } from "../webhook-store.ts";
import { applyChange, keepVersion } from "./code-changes.ts";
import { activeOwner, KEY_TAKEN, type MakeCodes } from "./code-creation.ts";
import { createCodeLists, lastErased } from "./code-lists.ts";
import { type CodeRow, toCode } from "./code-row.ts";
import { createCodeSelection, type TellMany } from "./code-selection.ts";
import { holdLogo } from "./logo-lock.ts";
import { PREPARED } from "./prepared.ts";
import { addNearExpiry, eventOf, wants } from "./webhook-events.ts";

/**
 * A list is long from 20 ms on. A person's lists after a look at something else come at once; who goes on without
 * pause has a ninth of one core, and more only with lists of over 60 ms. Whoever waits hears of it within the time
 * that a stop leaves to requests.
 */
const LIST_TURNS = { restFromMs: 20, rests: 8, longestRestMs: 500, freeMs: 250, longestWaitMs: 3_000 };

/** In the words of either engine. */
const TOKEN_TAKEN = /unique constraint.+\bcodes[._]token/i;

type CodeQuery = SelectQueryBuilder<Tables, "codes" | "code_counters", object>;

interface CodeQueriesOptions {
  db: Kysely<Tables>;
  /** Reads what may take long, apart from what others wait for. */
  listing: Kysely<Tables>;
  engine: EngineName;
  makeCodes: MakeCodes;
  /** Tells every node that a code changed, as part of the change. */
  announce: (trx: Transaction<Tables>, token: string) => Promise<void>;
  changed: (token: string) => void;
}

export function createCodeQueries(options: CodeQueriesOptions): CodeStore & CodeSelection {
  const { db, listing, engine, makeCodes, announce, changed } = options;
  const lists = createCodeLists(listing, engine);
  /** One list of an owner at a time, so that many of them keep no other owner waiting. */
  const turns = createTurns(LIST_TURNS);
  const inTurn = <T>(ownerId: string, work: () => Promise<T>): Promise<T> =>
    withStatementTime((spent) => turns(ownerId, work, spent));
  const codesOf = (from: Kysely<Tables>): CodeQuery =>
    from.selectFrom("codes").innerJoin("code_counters", "code_counters.code_num", "codes.num");
  const notDeleted = (from: Kysely<Tables>): CodeQuery => codesOf(from).where("codes.deleted_at", "is", null);

  const owned = (from: Kysely<Tables>, ownerId: string, id: string) =>
    notDeleted(from).selectAll().where("codes.id", "=", id).where("codes.owner_id", "=", ownerId);

  async function inOrder(nums: readonly number[], isBin: boolean): Promise<Code[]> {
    if (nums.length === 0) return [];
    const rows = await codesOf(listing)
      .selectAll()
      .where("codes.num", "in", nums)
      .where("codes.deleted_at", isBin ? "is not" : "is", null)
      .execute();
    const byNum = new Map(rows.map((row) => [(row as CodeRow).num, toCode(row as CodeRow)]));
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

  const addEvent = (trx: Transaction<Tables>, type: EventType, code: Code, now: number) =>
    eventOf(engine, type, code, now).execute(trx);

  /** Many codes may change at once; they are read again only for a webhook. */
  const tell: TellMany = async (trx, type, ownerId, nums, now) => {
    if (nums.length === 0) return;
    const wanting = trx.selectFrom("webhooks as w").select("w.num");
    if (!(await wanting.where(wants(type, ownerId)).executeTakeFirst())) return;
    const rows = await codesOf(trx).selectAll().where("codes.num", "in", nums).execute();
    for (const row of rows) await addEvent(trx, type, toCode(row as CodeRow), now);
  };

  async function firstAnswer(ownerId: string, key: string) {
    const query = db.selectFrom("idempotency").select(["body_hash", "answer"]);
    const first = await query.where("owner_id", "=", ownerId).where("key", "=", key).executeTakeFirst();
    return first && { bodyHash: first.body_hash, answer: first.answer };
  }

  const createAll: CodeStore["createAll"] = async (codes, once) => {
    const refusal = await makeCodes(codes, once).catch((error: Error) => {
      if (TOKEN_TAKEN.test(error.message)) return "token-taken" as const;
      throw error;
    });
    // The key may have become too old, and gone, between the two: then it is free again.
    if (refusal === KEY_TAKEN) {
      return (await firstAnswer(codes[0]!.ownerId, once!.key)) ?? createAll(codes, once);
    }
    if (refusal === null) for (const { token } of codes) changed(token);
    return refusal;
  };

  return {
    create: (code, once) => createAll([code], once),
    createAll,
    ...createCodeSelection({ db, listing, engine, lists, inTurn, announce, changed, tell }),

    async find(ownerId, id) {
      const row = await owned(db, ownerId, id).modifyFront(PREPARED).executeTakeFirst();
      return row ? toCode(row as CodeRow) : null;
    },

    async numOf(ownerId, id) {
      const query = db.selectFrom("codes").select("num").where("id", "=", id);
      const row = await query.where("codes.owner_id", "=", ownerId).executeTakeFirst();
      return row?.num ?? null;
    },

    async findByTokens(tokens) {
      const rows = await notDeleted(db)
        .leftJoin("user", "user.id", "codes.owner_id")
        .selectAll(["codes", "code_counters"])
        .select("user.suspended")
        .where("codes.token", "in", tokens)
        // Each number of tokens is a statement of its own, and only a few can be kept planned.
        .$if(tokens.length === 1, (query) => query.modifyFront(PREPARED))
        .execute();
      // To visitors, the codes of an owner who is suspended or gone are as paused ones.
      return rows.map((row) => {
        const code = toCode(row as CodeRow);
        const isAtRest = row.suspended === null || Boolean(row.suspended);
        return { ...code, isPublic: code.isPublic && !isAtRest };
      });
    },

    update: (ownerId, id, now, decide, by) =>
      changing(async (trx) => {
        const row = await owned(trx, ownerId, id)
          .$if(engine === "postgres", (query) => query.forUpdate("codes"))
          .executeTakeFirst();
        if (!row) return { token: null, result: null };
        const code = toCode(row as CodeRow);
        const change = decide(code);
        if (change === null) return { token: null, result: code };
        await holdLogo(trx, engine, ownerId, change.style);
        await keepVersion(trx, code, change, now, by);
        await applyChange(trx, code, change, now);
        const changed = { ...code, ...change, updatedAt: now };
        await addEvent(trx, "qrcode.updated", changed, now);
        if (changed.expiresAt !== code.expiresAt) await addNearExpiry(trx, engine, changed, now);
        return { token: code.token, result: changed };
      }),

    async findMany(ownerId, ids) {
      if (ids.length === 0) return [];
      const query = notDeleted(db).selectAll().where("codes.id", "in", ids);
      const rows = await query.where("codes.owner_id", "=", ownerId).execute();
      return rows.map((row) => toCode(row as CodeRow));
    },

    remove: (ownerId, id, now) =>
      changing(async (trx) => {
        const row = await trx
          .updateTable("codes")
          .set({ deleted_at: now })
          .where("id", "=", id)
          .where("codes.owner_id", "=", ownerId)
          .where("deleted_at", "is", null)
          .returning(["token", "num"])
          .executeTakeFirst();
        if (!row) return { token: null, result: false };
        const code = await codesOf(trx).selectAll().where("codes.num", "=", row.num).executeTakeFirstOrThrow();
        await addEvent(trx, "qrcode.deleted", toCode(code as CodeRow), now);
        return { token: row.token, result: true };
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
          .where("codes.owner_id", "=", ownerId)
          .where("deleted_at", ">", lastErased(now))
          .where("erased_at", "is", null)
          .returning("token")
          .executeTakeFirst();
        const row = await owned(trx, ownerId, id).executeTakeFirst();
        if (taken && row) await addEvent(trx, "qrcode.updated", toCode(row as CodeRow), now);
        return { token: taken?.token ?? null, result: row ? toCode(row as CodeRow) : null };
      }),

    async list(ownerId, filter, now, limit, before) {
      const page = { sort: "newest", offset: 0, limit: limit + 1, before } as const;
      const { nums, stoppedAt } = await inTurn(ownerId, () => lists.find({ ownerId, filter, now, ...page }));
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
