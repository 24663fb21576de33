import { createHash } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, invalid, notFound } from "../shared/errors.ts";
import { createToken, isUuid } from "../shared/ids.ts";
import type { CodeType, Level } from "../shared/words.ts";
import type { Code, CodeChange, CodeFilter, CodeSort, Store } from "../store/types.ts";
import { problemsOf, sizeProblem } from "./rules.ts";

export interface Draft {
  name: string;
  content: string;
  type: CodeType;
  foregroundColor: string;
  backgroundColor: string;
  errorCorrection: Level;
  size: number;
  category: string | null;
}

/** What an owner may change. `expiresAt`: Unix ms, or null to go back to the sliding rule. */
export interface Patch
  extends Partial<Omit<Draft, "type">>,
    Partial<Pick<Code, "isPublic" | "isFavorite">> {
  expiresAt?: number | null;
  /** Given only to be compared: a change of any of these is refused. */
  unchangeable?: Partial<Record<"id" | "type" | "shareToken" | "createdAt", unknown>>;
}

export interface CodesOptions {
  store: Store;
  clock: Clock;
  createId: () => string;
  lifetimeMs: number;
  /** Resolves when every scan this node has acknowledged is counted. */
  settled: () => Promise<void>;
}

export type Codes = ReturnType<typeof createCodes>;

const ANSWERS_KEPT_MS = 24 * 3_600_000;

export function createCodes({ store, clock, createId, lifetimeMs, settled }: CodesOptions) {
  function born(ownerId: string, draft: Draft) {
    const now = clock.now();
    return {
      ...draft,
      id: createId(),
      ownerId,
      token: createToken(),
      isPublic: true,
      isFavorite: false,
      createdAt: now,
      updatedAt: now,
      expiresAt: now + lifetimeMs,
    };
  }

  async function find(ownerId: string, id: string): Promise<Code> {
    const code = isUuid(id) ? await store.codes.find(ownerId, id) : null;
    if (!code) throw notFound();
    return code;
  }

  return {
    async create(ownerId: string, draft: Draft) {
      const code = born(ownerId, draft);
      await store.codes.create(code);
      return code;
    },

    /** The same key and draft within a day give the first answer again, and create nothing. */
    async createOnce(
      ownerId: string,
      draft: Draft,
      key: string,
      answerOf: (code: ReturnType<typeof born>) => string,
    ): Promise<{ answer: string; replayed: boolean }> {
      const code = born(ownerId, draft);
      const bodyHash = createHash("sha256").update(JSON.stringify(draft)).digest("hex");
      const once = {
        key,
        bodyHash,
        answer: answerOf(code),
        notBefore: code.createdAt - ANSWERS_KEPT_MS,
      };
      const earlier = await store.codes.create(code, once);
      if (!earlier) return { answer: once.answer, replayed: false };
      if (earlier.bodyHash !== bodyHash) {
        throw invalid([
          { field: "Idempotency-Key", message: "was used within 24 hours with another body" },
        ]);
      }
      return { answer: earlier.answer, replayed: true };
    },

    /** Throws not_found for a missing code and for another's alike. */
    find,

    /** As find, with every scan acknowledged before it counted. */
    async read(ownerId: string, id: string): Promise<Code> {
      await settled();
      return find(ownerId, id);
    },

    /** `found` is what was wrong with the request already; it is told together with the rest. */
    async change(
      ownerId: string,
      id: string,
      patch: Patch,
      found: readonly FieldProblem[] = [],
    ): Promise<Code> {
      if (!isUuid(id)) throw notFound();
      const now = clock.now();
      const code = await store.codes.update(ownerId, id, now, (current) => {
        const problems = [...found, ...problemsOfPatch(current, patch)];
        if (problems.length > 0) throw invalid(problems);
        return changeOf(patch, now, lifetimeMs);
      });
      if (!code) throw notFound();
      return code;
    },

    async remove(ownerId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await store.codes.remove(ownerId, id, clock.now()))) throw notFound();
    },

    /** Newest first. The cursor is the id of the last code of the page before. */
    async list(ownerId: string, filter: CodeFilter, limit: number, cursor?: string) {
      await settled();
      const after = cursor === undefined ? undefined : await cursorNum(ownerId, cursor);
      const { codes, next } = await store.codes.list(ownerId, filter, clock.now(), limit, after);
      return { data: codes, nextCursor: next };
    },

    async browse(
      ownerId: string,
      filter: CodeFilter,
      page: { sort: CodeSort; offset: number; limit: number },
    ) {
      await settled();
      return store.codes.browse(ownerId, filter, clock.now(), page);
    },

    categories: (ownerId: string) => store.codes.categories(ownerId),
  };

  async function cursorNum(ownerId: string, cursor: string): Promise<number> {
    const num = isUuid(cursor) ? await store.codes.numOf(ownerId, cursor) : null;
    if (num !== null) return num;
    throw invalid([{ field: "cursor", message: "must be the nextCursor of an earlier page" }]);
  }
}

function problemsOfPatch(current: Code, patch: Patch): FieldProblem[] {
  const { name, category, content, errorCorrection = current.errorCorrection } = patch;
  const problems = [
    ...unchangeableProblems(current, patch.unchangeable ?? {}),
    ...problemsOf({ name, category, type: current.type, content, errorCorrection }),
  ];
  if (content === undefined && patch.errorCorrection !== undefined) {
    const tooLong = sizeProblem(current.content, errorCorrection);
    if (tooLong) problems.push({ field: "errorCorrection", message: `the content ${tooLong}` });
  }
  return problems;
}

function changeOf(patch: Patch, now: number, lifetimeMs: number): CodeChange {
  const { expiresAt, unchangeable, ...change } = patch;
  if (expiresAt === undefined) return change;
  if (expiresAt === null) return { ...change, expiresAt: now + lifetimeMs, expiresFixed: false };
  return { ...change, expiresAt, expiresFixed: true };
}

/** A code that was read and sent back whole is fine, as long as these are as they were. */
function unchangeableProblems(
  code: Code,
  given: NonNullable<Patch["unchangeable"]>,
): FieldProblem[] {
  const held = {
    id: code.id,
    type: code.type,
    shareToken: code.token,
    createdAt: new Date(code.createdAt).toISOString(),
  };
  return (Object.keys(held) as (keyof typeof held)[])
    .filter((field) => given[field] !== undefined && given[field] !== held[field])
    .map((field) => ({ field, message: "cannot be changed" }));
}
