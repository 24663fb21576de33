import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type { EngineName } from "../database/engine.ts";
import { firstAnswer } from "../database/idempotency.ts";
import type { InTurn } from "../database/list-turns.ts";
import { PREPARED } from "../database/statements.ts";
import type { Tables } from "../database/tables.ts";
import type { LinkRefusal } from "../placements/placement.ts";
import type { Actor } from "../shared/actor.ts";
import type { AuditAction, AuditChange } from "../shared/audit.ts";
import { lastErased } from "../shared/bin.ts";
import { notFound, workspaceGone } from "../shared/errors.ts";
import type { EventType } from "../shared/events.ts";
import type { Idempotency, KeptAnswer } from "../shared/idempotency.ts";
import { followCategory, takeCategories } from "../tags/code-tags.queries.ts";
import { wants } from "../webhooks/events.queries.ts";
import { writeAudit } from "../workspaces/audit.queries.ts";
import { keepChanges, kindsOf, toldOf } from "./changes.queries.ts";
import type { BinSort, Code, CodeChange, CodeFilter, NewCode, VisitedCode } from "./code.ts";
import { CODE, type CodeRow } from "./codes.table.ts";
import { activeWorkspace, KEY_TAKEN, type MakeCodes, NO_SLUGS, NO_WORKSPACE } from "./creation.queries.ts";
import { addNearExpiry, eventOf } from "./events.queries.ts";
import { createExternalQueries, freeExternalIds, heldExternalIds, isExternalIdHeld } from "./external.queries.ts";
import { holdLogo } from "./held-logos.queries.ts";
import { createCodeLists } from "./lists.queries.ts";
import { type CodeMove, holdBoth, moveCode } from "./move.queries.ts";
import { createMovedLinkQueries, servedFor } from "./moved-links.queries.ts";
import { externalIdTaken, externalIdThere } from "./refusals.ts";
import { applyChange, keepVersion } from "./rows.queries.ts";
import { createCodeSelection, type EmitMany } from "./selection.queries.ts";
import { linkCounts, takenTokens } from "./taken-tokens.queries.ts";

/** Of a content, where only its first words are wanted. */
const MAX_START_LENGTH = 100;

/** As worded by either engine. */
const TOKEN_TAKEN = /unique constraint.+\b(codes[._]token|taken_tokens)/i;

/** A tag is created before the code is locked: creating one locks the workspace, which comes first everywhere. */
class NoTagYet extends Error {
  readonly category: string | null;
  constructor(category: string | null) {
    super("the category has no tag yet");
    this.category = category;
  }
}

/** The first answer to an idempotency key, why nothing was created, or null. */
type Creation = KeptAnswer | LinkRefusal | { externalIds: ReadonlySet<string> } | null;

type CodeQuery = SelectQueryBuilder<Tables, "codes" | "code_counters", object>;

interface CodeQueriesOptions {
  db: Kysely<Tables>;
  /** For slow reads, separate from those that others wait for. */
  listDb: Kysely<Tables>;
  engine: EngineName;
  inTurn: InTurn;
  makeCodes: MakeCodes;
  /** Tells every node within the change that a code changed. */
  announce: (trx: Transaction<Tables>, tokens: readonly string[]) => Promise<void>;
  changed: (token: string) => void;
}

export function createCodeQueries(options: CodeQueriesOptions) {
  const { db, listDb, engine, inTurn, makeCodes, announce, changed } = options;
  const lists = createCodeLists(listDb, engine);
  const codesOf = (from: Kysely<Tables>): CodeQuery =>
    from.selectFrom("codes").innerJoin("code_counters", "code_counters.code_num", "codes.num");
  const notDeleted = (from: Kysely<Tables>): CodeQuery => codesOf(from).where("codes.deleted_at", "is", null);

  const owned = (from: Kysely<Tables>, workspaceId: string, id: string) =>
    notDeleted(from).select(CODE.selection).where("codes.id", "=", id).where("codes.workspace_id", "=", workspaceId);

  /** Without those that were deleted or moved since they were found. */
  async function inOrder(workspaceId: string, nums: readonly number[], isBin: boolean): Promise<Code[]> {
    if (nums.length === 0) return [];
    const rows = await codesOf(listDb)
      .select(CODE.selection)
      .where("codes.num", "in", nums)
      .where("codes.workspace_id", "=", workspaceId)
      .where("codes.deleted_at", isBin ? "is not" : "is", null)
      .execute();
    const byNum = new Map(rows.map((row) => [row.num, CODE.read(row)]));
    return nums.flatMap((num) => byNum.get(num) ?? []);
  }

  async function idOf(num: number): Promise<string> {
    const query = listDb.selectFrom("codes").select("id").where("num", "=", num);
    return (await query.executeTakeFirstOrThrow()).id;
  }

  async function changing<T>(
    work: (trx: Transaction<Tables>) => Promise<{ token: string | null; result: T }>,
  ): Promise<T> {
    const { token, result } = await db.transaction().execute(async (trx) => {
      const done = await work(trx);
      if (done.token !== null) await announce(trx, [done.token]);
      return done;
    });
    if (token !== null) changed(token);
    return result;
  }

  const addEvent = (trx: Transaction<Tables>, type: EventType, code: Code, now: number) =>
    eventOf(engine, type, code, now).execute(trx);

  const auditCode = (
    trx: Transaction<Tables>,
    action: AuditAction,
    code: Code,
    at: number,
    what: { detail?: string; changes?: AuditChange[] } = {},
  ) =>
    writeAudit(trx, { workspaceId: code.workspaceId, at, action, subject: { id: code.id, name: code.name }, ...what });

  /** Many codes may change at once; they are read again only if there is a webhook. */
  const emit: EmitMany = async (trx, type, workspaceId, nums, now) => {
    if (nums.length === 0) return;
    const wanting = trx.selectFrom("webhooks as w").select("w.num");
    if (!(await wanting.where(wants(type, workspaceId)).executeTakeFirst())) return;
    const rows = await codesOf(trx).select(CODE.selection).where("codes.num", "in", nums).execute();
    for (const row of rows) await addEvent(trx, type, CODE.read(row), now);
  };

  async function createAll(
    codes: readonly NewCode[],
    once?: Idempotency,
    mostSlugs = Number.MAX_SAFE_INTEGER,
  ): Promise<Creation> {
    const [{ workspaceId, createdAt }] = codes as [NewCode];
    await takeCategories(
      db,
      workspaceId,
      codes.map(({ category }) => category),
      createdAt,
      // A request that is repeated does not bring back a tag that was deleted since.
      async () => once === undefined || !(await firstAnswer(db, workspaceId, once)),
    );
    const refusal = await makeCodes(codes, once, mostSlugs).catch(async (error: Error) => {
      if (isExternalIdHeld(error)) {
        const ids = codes.flatMap(({ externalId }) => externalId ?? []);
        if (await freeExternalIds(db, workspaceId, ids, createdAt)) return createAll(codes, once, mostSlugs);
        return { externalIds: await heldExternalIds(db, workspaceId, ids) };
      }
      if (!TOKEN_TAKEN.test(error.message)) throw error;
      const slugs = codes.flatMap(({ isSlug, token }) => (isSlug ? token : []));
      return { taken: slugs.length === 0 ? new Set<string>() : await takenTokens(db, slugs) };
    });
    if (refusal === NO_WORKSPACE) throw workspaceGone();
    // The key may have expired in between: then it is free again.
    if (refusal === KEY_TAKEN) {
      return (await firstAnswer(db, workspaceId, once!)) ?? createAll(codes, once, mostSlugs);
    }
    if (refusal === NO_SLUGS) {
      return (once && (await firstAnswer(db, workspaceId, once))) ?? { over: "slugs" };
    }
    if (refusal === null) for (const { token } of codes) changed(token);
    return refusal;
  }

  return {
    /**
     * With `once`, the first caller creates and later ones get its record. Refused for a removed or suspended workspace.
     * Nothing is created if another code, deleted or not, has the token (`taken` are the chosen ones), or if the
     * workspace would have taken more than `mostSlugs`.
     */
    create: (code: NewCode, once?: Idempotency): Promise<Creation> => createAll([code], once),
    /** As create, for one or more codes of one workspace: all are created in order, or none. */
    createAll,
    firstAnswer: (workspaceId: string, once: Idempotency) => firstAnswer(db, workspaceId, once),
    ...createExternalQueries(db),
    ...createMovedLinkQueries({ db, listDb, announce, changed }),
    ...createCodeSelection({ db, listDb, engine, lists, inTurn, announce, changed, emit }),

    /** Those of these tokens, in lower case, that cannot be chosen. */
    takenTokens: (tokens: readonly string[]): Promise<Set<string>> => takenTokens(db, tokens),

    linkCounts: (workspaceId: string) => linkCounts(db, workspaceId),

    async find(workspaceId: string, id: string): Promise<Code | null> {
      const row = await owned(db, workspaceId, id).modifyFront(PREPARED).executeTakeFirst();
      return row ? CODE.read(row) : null;
    },

    /** Its position in the list, which it keeps when deleted. */
    async numOf(workspaceId: string, id: string): Promise<number | null> {
      const query = db.selectFrom("codes").select("num").where("id", "=", id);
      const row = await query.where("codes.workspace_id", "=", workspaceId).executeTakeFirst();
      return row?.num ?? null;
    },

    /**
     * As visitors see them, whatever their state: deleted ones are not found, those of a suspended or removed workspace
     * are paused. Also by tokens of placements: then `token` is the placement's, and `isPublic` false if it is paused.
     */
    async findByTokens(tokens: readonly string[]): Promise<VisitedCode[]> {
      const visited = notDeleted(db)
        .leftJoin("workspaces", "workspaces.id", "codes.workspace_id")
        .select(CODE.selection)
        .select(["workspaces.suspended", "workspaces.zone", "workspaces.made_by as madeBy", "workspaces.contact"]);
      const rows = await visited
        .select(servedFor("codes.token").as("formerWorkspaces"))
        .where("codes.token", "in", tokens)
        // Each number of tokens is a statement of its own, and only a few can be prepared.
        .$if(tokens.length === 1, (query) => query.modifyFront(PREPARED))
        .execute();
      const found = rows.map((row) => toVisited(row));
      const known = new Set(found.map(({ token }) => token));
      const others = tokens.filter((token) => !known.has(token));
      if (others.length === 0) return found;
      const placed = await visited
        .innerJoin("placements", "placements.code_num", "codes.num")
        .select(["placements.id as placementId", "placements.name as placementName", "placements.is_paused"])
        .select(["placements.token as placementToken", "placements.is_slug as placementIsSlug"])
        .select(servedFor("placements.token").as("formerWorkspaces"))
        .where("placements.token", "in", others)
        .$if(others.length === 1, (query) => query.modifyFront(PREPARED))
        .execute();
      const byPlacement = placed.map((row) => {
        const code = toVisited(row);
        return {
          ...code,
          token: row.placementToken,
          isSlug: row.placementIsSlug === 1,
          isPublic: code.isPublic && row.is_paused === 0,
          placement: { id: row.placementId, name: row.placementName },
        };
      });
      return [...found, ...byPlacement];
    },

    /**
     * `decide` sees the current code under a lock and returns the change, or null. A replaced content is kept as a
     * version, with who replaced it.
     */
    async update(
      workspaceId: string,
      id: string,
      now: number,
      decide: (code: Code) => CodeChange | null,
      by?: Actor,
    ): Promise<Code | null> {
      const attempt = (isLast: boolean): Promise<Code | null> =>
        changing<Code | null>(async (trx) => {
          const row = await owned(trx, workspaceId, id).forUpdate("codes").executeTakeFirst();
          if (!row) return { token: null, result: null };
          const code = CODE.read(row);
          const change = decide(code);
          if (change === null) return { token: null, result: code };
          await holdLogo(trx, workspaceId, change.style, "");
          await keepVersion(trx, code, change, now, by);
          if (change.externalId != null) await freeExternalIds(trx, workspaceId, [change.externalId], now);
          await applyChange(trx, code, change, now);
          const { category } = change;
          if (category !== undefined && !(await followCategory(trx, code, category)) && !isLast) {
            throw new NoTagYet(category);
          }
          await keepChanges(trx, [code.num], kindsOf(code, change), now);
          const changed = { ...code, ...change, updatedAt: now };
          await auditCode(trx, "code.changed", changed, now, toldOf(code, changed, change));
          await addEvent(trx, "qrcode.updated", changed, now);
          if (changed.expiresAt !== code.expiresAt) await addNearExpiry(trx, engine, changed, now);
          return { token: code.token, result: changed };
        });
      try {
        return await attempt(false).catch(async (error: Error) => {
          if (!(error instanceof NoTagYet)) throw error;
          await takeCategories(db, workspaceId, [error.category], now);
          return attempt(true);
        });
      } catch (error) {
        throw isExternalIdHeld(error as Error) ? externalIdTaken() : error;
      }
    },

    /**
     * Moves a code with its token, scans, versions and look. The webhooks of one workspace are told that it is deleted,
     * those of the other that it is created.
     */
    move: (move: CodeMove): Promise<Code> =>
      changing(async (trx) => {
        await holdBoth(trx, move);
        const row = await owned(trx, move.from, move.id).forUpdate("codes").executeTakeFirst();
        if (!row) throw notFound();
        const code = CODE.read(row);
        const moved = await moveCode(trx, code, move);
        await keepChanges(trx, [code.num], ["moved"], move.now);
        await addEvent(trx, "qrcode.deleted", code, move.now);
        await addEvent(trx, "qrcode.created", moved, move.now);
        await auditCode(trx, "code.moved-out", code, move.now);
        await auditCode(trx, "code.moved-in", moved, move.now);
        return { token: code.token, result: moved };
      }).catch((error: Error) => {
        throw isExternalIdHeld(error) ? externalIdThere() : error;
      }),

    /** The existing ones of these codes, unordered. */
    async findMany(workspaceId: string, ids: readonly string[]): Promise<Code[]> {
      if (ids.length === 0) return [];
      const query = notDeleted(db).select(CODE.selection).where("codes.id", "in", ids);
      const rows = await query.where("codes.workspace_id", "=", workspaceId).execute();
      return rows.map((row) => CODE.read(row));
    },

    /** Moves it to the bin, where it keeps its scans and list position for 30 days. */
    remove: (workspaceId: string, id: string, now: number): Promise<boolean> =>
      changing(async (trx) => {
        const row = await trx
          .updateTable("codes")
          .set({ deleted_at: now })
          .where("id", "=", id)
          .where("codes.workspace_id", "=", workspaceId)
          .where("deleted_at", "is", null)
          .returning(["token", "num"])
          .executeTakeFirst();
        if (!row) return { token: null, result: false };
        const code = await codesOf(trx)
          .select(CODE.selection)
          .where("codes.num", "=", row.num)
          .executeTakeFirstOrThrow();
        await addEvent(trx, "qrcode.deleted", CODE.read(code), now);
        await auditCode(trx, "code.deleted", CODE.read(code), now);
        await keepChanges(trx, [row.num], ["deleted"], now);
        return { token: row.token, result: true };
      }),

    /** Restores it from the bin; null if there is no such code, or no longer. */
    restore: (workspaceId: string, id: string, now: number): Promise<Code | null> =>
      changing<Code | null>(async (trx) => {
        // As in creation: nothing is restored for a workspace that is being removed.
        const workspace = await activeWorkspace(trx, workspaceId).executeTakeFirst();
        if (!workspace) return { token: null, result: null };
        // Otherwise a deletion that commits between the two statements would hide the code from both.
        if (engine === "postgres")
          await trx.selectFrom("codes").select("num").where("id", "=", id).forUpdate().execute();
        const taken = await trx
          .updateTable("codes")
          .set({ deleted_at: null })
          .where("id", "=", id)
          .where("codes.workspace_id", "=", workspaceId)
          .where("deleted_at", ">", lastErased(now))
          .where("erased_at", "is", null)
          .returning("token")
          .executeTakeFirst();
        const row = await owned(trx, workspaceId, id).executeTakeFirst();
        if (taken && row) {
          await addEvent(trx, "qrcode.updated", CODE.read(row), now);
          await auditCode(trx, "code.restored", CODE.read(row), now);
          await keepChanges(trx, [CODE.read(row).num], ["restored"], now);
        }
        return { token: taken?.token ?? null, result: row ? CODE.read(row) : null };
      }),

    /**
     * Newest first, before the num `before`. `next` is the id to continue from, null at the end. If matches are rare
     * among very many codes, a page may hold fewer than `limit` and still have a next one.
     */
    async list(
      workspaceId: string,
      filter: CodeFilter,
      now: number,
      limit: number,
      before?: number,
    ): Promise<{ codes: Code[]; next: string | null }> {
      const page = { sort: "newest", offset: 0, limit: limit + 1, before } as const;
      const { nums, stoppedAt } = await inTurn(workspaceId, () => lists.find({ workspaceId, filter, now, ...page }));
      const shown = nums.slice(0, limit);
      const codes = await inOrder(workspaceId, shown, filter.state === "deleted");
      // By the numbers found: a code deleted between the two reads must not end the walk.
      const last = nums.length > limit ? shown.at(-1)! : stoppedAt;
      if (last === null) return { codes, next: null };
      return { codes, next: codes.find(({ num }) => num === last)?.id ?? (await idOf(last)) };
    },

    /**
     * With `more`, there are more than `total`. `stopped`: only the newest codes were examined. Outside the bin, the
     * order "deleted" means "newest".
     */
    async browse(
      workspaceId: string,
      filter: CodeFilter,
      now: number,
      page: { sort: BinSort; offset: number; limit: number },
    ): Promise<{ codes: Code[]; total: number; more: boolean; stopped: boolean }> {
      const { nums, total, more, stoppedAt } = await inTurn(workspaceId, () =>
        lists.find({ workspaceId, filter, now, ...page }),
      );
      const codes = await inOrder(workspaceId, nums, filter.state === "deleted");
      // The order by scans may lag behind the counts; a page is always in order.
      if (page.sort === "scans") codes.sort((a, b) => b.scanCount - a.scanCount || b.num - a.num);
      return { codes, total, more, stopped: stoppedAt !== null };
    },

    /** In this order, without those that were deleted or moved meanwhile. */
    numbered: (workspaceId: string, nums: readonly number[]): Promise<Code[]> => inOrder(workspaceId, nums, false),

    /** Names and beginnings of contents of the newest codes that pass, at most `limit`. */
    texts: (workspaceId: string, filter: CodeFilter, now: number, limit: number): Promise<string[]> =>
      inTurn(workspaceId, async () => {
        const { nums } = await lists.find({ workspaceId, filter, now, sort: "newest", offset: 0, limit });
        if (nums.length === 0) return [];
        const start = sql<string>`substr(content, 1, ${sql.lit(MAX_START_LENGTH)})`.as("start");
        const rows = await listDb.selectFrom("codes").select(["name", start]).where("num", "in", nums).execute();
        return rows.flatMap(({ name, start }) => [name, start]);
      }),
  };
}

type VisitedRow = CodeRow &
  Pick<VisitedCode, "formerWorkspaces" | "madeBy" | "contact"> & {
    suspended: number | boolean | null;
    zone: string | null;
  };

function toVisited(row: VisitedRow): VisitedCode {
  const code = CODE.read(row);
  const isSuspended = row.suspended === null || Boolean(row.suspended);
  return {
    ...code,
    isPublic: code.isPublic && !isSuspended,
    isSuspended,
    zone: row.zone ?? "UTC",
    madeBy: row.madeBy,
    contact: row.contact,
    ownToken: code.token,
    placement: null,
    formerWorkspaces: row.formerWorkspaces,
  };
}
