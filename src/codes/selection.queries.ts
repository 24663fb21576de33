/** Many codes of a workspace at once: selects them, and changes them in one transaction per call. */
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from "kysely";
import type { EngineName } from "../database/engine.ts";
import type { InTurn } from "../database/list-turns.ts";
import type { Tables } from "../database/tables.ts";
import type { AuditAction, AuditChange } from "../shared/audit.ts";
import { lastErased } from "../shared/bin.ts";
import type { EventType } from "../shared/events.ts";
import { foldLetters } from "../shared/text.ts";
import type { ChangeKind, Level } from "../shared/vocabulary.ts";
import { applyTagChanges, type TagChange, tagChanges } from "../tags/code-tags.queries.ts";
import { changesOf, MAX_NAMES, shareAudit } from "../workspaces/audit.queries.ts";
import { keepChanges } from "./changes.queries.ts";
import type { BinSort, CodeFilter, ManyChange, SharedEntry, StyledRow } from "./code.ts";
import { codeTables } from "./codes.table.ts";
import { activeWorkspace } from "./creation.queries.ts";
import { holdLogo } from "./held-logos.queries.ts";
import type { createCodeLists } from "./lists.queries.ts";
import { lockCounters } from "./rows.queries.ts";

/** Numbers looked up per statement. */
const AT_ONCE = 1000;

interface CodeSelectionOptions {
  db: Kysely<Tables>;
  listDb: Kysely<Tables>;
  engine: EngineName;
  lists: ReturnType<typeof createCodeLists>;
  inTurn: InTurn;
  announce: (trx: Transaction<Tables>, tokens: readonly string[]) => Promise<void>;
  changed: (token: string) => void;
  emit: EmitMany;
}

/** Writes an event for each of these codes if the workspace has a webhook for it. */
export type EmitMany = (
  trx: Transaction<Tables>,
  type: EventType,
  workspaceId: string,
  nums: readonly number[],
  now: number,
) => Promise<void>;

type NameAndContent = Pick<Selectable<Tables["codes"]>, "name" | "content">;

export function createCodeSelection(options: CodeSelectionOptions) {
  const { db, listDb, engine, lists, inTurn, announce, changed, emit } = options;

  /** The effect of a change: changed codes are announced and sent to webhooks. */
  interface Done<T> {
    changed: { num: number; token: string; id: string; name: string }[];
    event: EventType;
    action: AuditAction;
    /** The changed fields, for the audit log. */
    detail?: string;
    changes?: readonly AuditChange[];
    kinds: readonly ChangeKind[];
    result: T;
  }

  async function changing<T>(
    workspaceId: string,
    now: number,
    work: (trx: Transaction<Tables>) => Promise<Done<T>>,
    shared: SharedEntry = {},
  ): Promise<T> {
    let entryNum = shared.num;
    const done = await db.transaction().execute(async (trx) => {
      const made = await work(trx);
      const nums = made.changed.map(({ num }) => num);
      await emit(trx, made.event, workspaceId, nums, now);
      const [subject] = made.changed;
      const { action, detail, changes } = made;
      const names = made.changed.slice(0, MAX_NAMES).map(({ name }) => name);
      const entry = { workspaceId, at: now, action, subject, detail, changes, count: nums.length, names };
      entryNum = subject ? await shareAudit(trx, entry, shared.num) : shared.num;
      await keepChanges(trx, nums, made.kinds, now);
      await announce(
        trx,
        made.changed.map(({ token }) => token),
      );
      return made;
    });
    if (entryNum !== undefined) shared.num = entryNum;
    for (const { token } of done.changed) changed(token);
    return done.result;
  }

  /** Locked in the same order everywhere, so that two changes cannot deadlock. */
  const locked = (trx: Transaction<Tables>, workspaceId: string, ids: readonly string[]) =>
    trx
      .selectFrom("codes")
      .select(["num", "id", "name", "token", "is_public", "is_favorite"])
      .select(["style", "foreground", "background", "level", "size"])
      .where("id", "in", ids)
      .where("workspace_id", "=", workspaceId)
      .orderBy("num")
      .forUpdate();

  async function set(
    trx: Transaction<Tables>,
    rows: readonly { num: number }[],
    columns: Updateable<Tables["codes"]>,
  ): Promise<void> {
    const nums = rows.map(({ num }) => num);
    if (engine === "postgres") await lockCounters(trx, nums);
    await trx.updateTable("codes").set(columns).where("num", "in", nums).execute();
  }

  /** In the same order. */
  async function idsOf(nums: readonly number[]): Promise<string[]> {
    const idOf = new Map<number, string>();
    for (let at = 0; at < nums.length; at += AT_ONCE) {
      const rows = await listDb
        .selectFrom("codes")
        .select(["num", "id"])
        .where("num", "in", nums.slice(at, at + AT_ONCE))
        .execute();
      for (const { num, id } of rows) idOf.set(num, id);
    }
    return nums.flatMap((num) => idOf.get(num) ?? []);
  }

  return {
    idsOf,

    /** The ids of a list in its order, up to `most`; `more` if there are, or may be, others. */
    async select(
      workspaceId: string,
      filter: CodeFilter,
      now: number,
      sort: BinSort,
      most: number,
    ): Promise<{ ids: string[]; more: boolean }> {
      const wanted = { workspaceId, filter, now, sort, offset: 0, limit: most };
      const { nums, more, stoppedAt, total } = await inTurn(workspaceId, () => lists.find(wanted));
      return { ids: await idsOf(nums), more: more || total > nums.length || stoppedAt !== null };
    },

    /** Which of these names and contents the workspace already has. By the index of names. */
    existing: (workspaceId: string, wanted: readonly NameAndContent[]): Promise<NameAndContent[]> =>
      listDb
        .selectFrom("codes")
        .select(["name", "content"])
        .distinct()
        .where("workspace_id", "=", workspaceId)
        .where("deleted_at", "is", null)
        .where("name_key", "in", [...new Set(wanted.map(({ name }) => foldLetters(name)))])
        .where(
          sql<boolean>`(name, content) IN (VALUES ${sql.join(wanted.map(({ name, content }) => sql`(${name}, ${content})`))})`,
        )
        .execute(),

    /** Codes not in the result are missing, deleted or another workspace's. `before` has their previous values. */
    changeMany: (
      workspaceId: string,
      ids: readonly string[],
      change: ManyChange,
      now: number,
      shared?: SharedEntry,
    ): Promise<{ changed: { id: string; before: ManyChange }[]; same: string[] }> =>
      changing(
        workspaceId,
        now,
        async (trx) => {
          const rows = await locked(trx, workspaceId, ids).where("deleted_at", "is", null).execute();
          const { addTags: add = [], removeTags: remove = [], isPublic, isFavorite } = change;
          const nums = rows.map(({ num }) => num);
          const changes = await tagChanges(trx, nums, { workspaceId, add, remove, field: "changes.0.change.addTags" });
          const tags = new Map(changes.map((one) => [one.num, one]));
          const found = rows.map((row) => ({ ...row, ...differences(row, change, tags.get(row.num)) }));
          const wanted = found.filter(({ isSame }) => !isSame);
          if (wanted.length > 0)
            await set(trx, wanted, { ...codeTables.codes.write({ isPublic, isFavorite }), updated_at: now });
          await applyTagChanges(trx, changes);
          const result = {
            changed: wanted.map(({ id, before }) => ({ id, before })),
            same: found.filter(({ isSame }) => isSame).map(({ id }) => id),
          };
          const kinds: ChangeKind[] = change.isPublic === undefined ? [] : [change.isPublic ? "resumed" : "paused"];
          const befores = wanted.map(({ before }) => before);
          const told = { detail: fieldsOf(change), changes: valuesOf(change, befores) };
          return { changed: wanted, event: "qrcode.updated", action: "code.changed", ...told, kinds, result };
        },
        shared,
      ),

    /** A code gets these tags and no others. Null if there is no such code. */
    setTags: (workspaceId: string, id: string, tagIds: readonly string[], now: number): Promise<number | null> =>
      changing<number | null>(workspaceId, now, async (trx) => {
        const action = { event: "qrcode.updated", action: "code.changed", detail: "tags", kinds: [] } as const;
        const [row] = await locked(trx, workspaceId, [id]).where("deleted_at", "is", null).execute();
        if (!row) return { ...action, changed: [], result: null };
        const wanted = { workspaceId, add: tagIds, remove: "others", field: "tags" } as const;
        const changes = await tagChanges(trx, [row.num], wanted);
        const isSame = changes.every(({ added, removed }) => added.length + removed.length === 0);
        if (!isSame) await set(trx, [row], { updated_at: now });
        await applyTagChanges(trx, changes);
        return { ...action, changed: isSame ? [] : [row], result: row.num };
      }),

    /** Applies one look to those codes that `may` have it, checked under the lock; returns their ids. */
    async applyStyle(
      workspaceId: string,
      ids: readonly string[],
      style: string | null,
      now: number,
      may: (code: StyledRow) => boolean = () => true,
    ): Promise<string[]> {
      if (ids.length === 0) return [];
      return changing(workspaceId, now, async (trx) => {
        const rows = await locked(trx, workspaceId, ids).where("deleted_at", "is", null).execute();
        await holdLogo(trx, workspaceId, style, "style.");
        const given = rows.filter((row) => may(drawnOf(row)));
        const others = given.filter((row) => row.style !== style);
        if (others.length > 0) await set(trx, others, { style, updated_at: now });
        const result = given.map(({ id }) => id);
        return {
          changed: others,
          event: "qrcode.updated",
          action: "code.changed",
          detail: "style",
          kinds: ["look"],
          result,
        };
      });
    },

    /** The ids that this call moved to the bin. */
    removeMany: (workspaceId: string, ids: readonly string[], now: number, shared?: SharedEntry): Promise<string[]> =>
      changing(
        workspaceId,
        now,
        async (trx) => {
          const rows = await locked(trx, workspaceId, ids).where("deleted_at", "is", null).execute();
          if (rows.length > 0) await set(trx, rows, { deleted_at: now });
          const result = rows.map(({ id }) => id);
          return { changed: rows, event: "qrcode.deleted", action: "code.deleted", kinds: ["deleted"], result };
        },
        shared,
      ),

    /** The ids that this call took out of the bin. */
    restoreMany: (workspaceId: string, ids: readonly string[], now: number, shared?: SharedEntry): Promise<string[]> =>
      changing<string[]>(
        workspaceId,
        now,
        async (trx) => {
          const workspace = await activeWorkspace(trx, workspaceId).executeTakeFirst();
          const restored = { event: "qrcode.updated", action: "code.restored", kinds: ["restored"] } as const;
          if (!workspace) return { ...restored, changed: [], result: [] };
          const rows = await locked(trx, workspaceId, ids)
            .where("deleted_at", ">", lastErased(now))
            .where("erased_at", "is", null)
            .execute();
          if (rows.length > 0) await set(trx, rows, { deleted_at: null });
          return { ...restored, changed: rows, result: rows.map(({ id }) => id) };
        },
        shared,
      ),
  };
}

type DrawnRow = Pick<Selectable<Tables["codes"]>, "id" | "style" | "foreground" | "background" | "level" | "size">;

const drawnOf = ({ foreground, background, level, ...row }: DrawnRow): StyledRow => ({
  ...row,
  foregroundColor: foreground,
  backgroundColor: background,
  errorCorrection: level as Level,
});

const TAGS = ["addTags", "removeTags"];

const fieldsOf = (change: ManyChange): string =>
  [...new Set(Object.keys(change).map((field) => (TAGS.includes(field) ? "tags" : field)))].join(", ");

/** A flag had one value in all codes that it changes. */
function valuesOf(change: ManyChange, befores: readonly ManyChange[]): AuditChange[] {
  const all = befores.flatMap((before) => changesOf<ManyChange>(before, change));
  return [...new Map(all.map((one) => [one.field, one])).values()];
}

interface Held {
  is_public: number;
  is_favorite: number;
}

/** The current values of the fields to change, and whether they already are as wanted. */
function differences(
  row: Held,
  change: ManyChange,
  tags: TagChange | undefined,
): { before: ManyChange; isSame: boolean } {
  const held = { isPublic: row.is_public === 1, isFavorite: row.is_favorite === 1 };
  const fields = (Object.keys(held) as (keyof typeof held)[]).filter((field) => change[field] !== undefined);
  const { added = [], removed = [] } = tags ?? {};
  return {
    before: {
      ...Object.fromEntries(fields.map((field) => [field, held[field]])),
      ...(removed.length > 0 && { addTags: removed.map(({ id }) => id) }),
      ...(added.length > 0 && { removeTags: added.map(({ id }) => id) }),
    },
    isSame: fields.every((field) => held[field] === change[field]) && added.length + removed.length === 0,
  };
}
