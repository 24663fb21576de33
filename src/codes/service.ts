import { createHash } from "node:crypto";
import type { Clock } from "../shared/clock.ts";
import { DomainError, type FieldProblem, invalid, notFound } from "../shared/errors.ts";
import { createToken, isUuid } from "../shared/ids.ts";
import type { BinSort, Code, CodeFilter } from "../store/code-store.ts";
import type { Store } from "../store/store.ts";
import { categoryOf, changeOf, type Draft, type Patch, unchangeableProblems } from "./draft.ts";
import type { ShareRule } from "./own-share.ts";
import { revisionOf } from "./revision.ts";
import { type Candidate, problemsOf, sizeProblem } from "./rules.ts";

/** What the caller found out before the code was looked at. */
export interface Findings {
  /** What is wrong with the request already; it is told together with the rest. */
  problems?: readonly FieldProblem[];
  /** The revisions the caller's change is meant for; undefined: any. */
  revisions?: readonly string[] | undefined;
}

export interface CodesOptions {
  store: Store;
  clock: Clock;
  createId: () => string;
  lifetimeMs: number;
  /** Refuses content that leads back to this service; none: nothing is refused for that. */
  shareRule?: ShareRule;
  /** Resolves when every scan this node has acknowledged is counted. */
  scansSettled: () => Promise<void>;
}

export type Codes = ReturnType<typeof createCodes>;

const ANSWERS_KEPT_MS = 24 * 3_600_000;

export function createCodes(options: CodesOptions) {
  const { store, clock, createId, lifetimeMs, shareRule = () => null, scansSettled } = options;

  /** Every rule of a code, those that need to know the service's own address included. */
  function problems(candidate: Candidate): FieldProblem[] {
    const found = problemsOf(candidate);
    const { type, content } = candidate;
    if (type === undefined || content === undefined) return found;
    if (found.some(({ field }) => field === "content")) return found;
    const message = shareRule(type, content);
    return message === null ? found : [...found, { field: "content", message }];
  }

  function newCode(ownerId: string, { isPublic = true, expiresAt = null, ...draft }: Draft) {
    const now = clock.now();
    return {
      ...draft,
      category: categoryOf(draft.category),
      id: createId(),
      ownerId,
      token: createToken(),
      isPublic,
      isFavorite: false,
      createdAt: now,
      updatedAt: now,
      expiresAt: expiresAt ?? now + lifetimeMs,
      expiresFixed: expiresAt !== null,
    };
  }

  async function find(ownerId: string, id: string): Promise<Code> {
    const code = isUuid(id) ? await store.codes.find(ownerId, id) : null;
    if (!code) throw notFound();
    return code;
  }

  return {
    problems,

    async create(ownerId: string, draft: Draft) {
      const code = newCode(ownerId, draft);
      if ((await store.codes.create(code)) === "no-owner") throw ownerGone();
      return code;
    },

    /** The same key and draft within a day give the first answer again, and create nothing. */
    async createOnce(
      ownerId: string,
      draft: Draft,
      key: string,
      answerOf: (code: ReturnType<typeof newCode>) => string,
    ): Promise<{ answer: string; replayed: boolean }> {
      const code = newCode(ownerId, draft);
      const bodyHash = createHash("sha256").update(JSON.stringify(draft)).digest("hex");
      const once = {
        key,
        bodyHash,
        answer: answerOf(code),
        notBefore: code.createdAt - ANSWERS_KEPT_MS,
      };
      const earlier = await store.codes.create(code, once);
      if (earlier === "no-owner") throw ownerGone();
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
      await scansSettled();
      return find(ownerId, id);
    },

    /** A change that changes nothing is fine and leaves no trace. */
    async change(
      ownerId: string,
      id: string,
      patch: Patch,
      { problems: found = [], revisions }: Findings = {},
    ): Promise<Code> {
      if (!isUuid(id)) throw notFound();
      const now = clock.now();
      const code = await store.codes.update(ownerId, id, now, (current) => {
        const wrong = [...found, ...problemsOfPatch(current, patch)];
        if (revisions && !revisions.includes(revisionOf(current))) wrong.push(STALE);
        if (wrong.length > 0) throw invalid(wrong);
        return changeOf(current, patch, now + lifetimeMs);
      });
      if (!code) throw notFound();
      return code;
    },

    async remove(ownerId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await store.codes.remove(ownerId, id, clock.now()))) throw notFound();
    },

    /** Takes a deleted code out of the bin, with all its scans. One that is not there stays as it is. */
    async restore(ownerId: string, id: string): Promise<Code> {
      await scansSettled();
      const code = isUuid(id) ? await store.codes.restore(ownerId, id, clock.now()) : null;
      if (!code) throw notFound();
      return code;
    },

    /** Newest first. The cursor is the id of the last code of the page before. */
    async list(ownerId: string, filter: CodeFilter, limit: number, cursor?: string) {
      await scansSettled();
      const after = cursor === undefined ? undefined : await cursorNum(ownerId, cursor);
      const { codes, next } = await store.codes.list(ownerId, filter, clock.now(), limit, after);
      return { data: codes, nextCursor: next };
    },

    async browse(
      ownerId: string,
      filter: CodeFilter,
      page: { sort: BinSort; offset: number; limit: number },
    ) {
      await scansSettled();
      return store.codes.browse(ownerId, filter, clock.now(), page);
    },

    categories: (ownerId: string) => store.codes.categories(ownerId),
  };

  async function cursorNum(ownerId: string, cursor: string): Promise<number> {
    const num = isUuid(cursor) ? await store.codes.numOf(ownerId, cursor) : null;
    if (num !== null) return num;
    throw invalid([{ field: "cursor", message: "must be the nextCursor of an earlier page" }]);
  }

  function problemsOfPatch(current: Code, patch: Patch): FieldProblem[] {
    const { name, category, errorCorrection = current.errorCorrection } = patch;
    // Content that stays was legal when it was set, and is not judged by the rules of today.
    const content = patch.content === current.content ? undefined : patch.content;
    const found = [
      ...unchangeableProblems(current, patch.unchangeable ?? {}),
      ...problems({ name, category, type: current.type, content, errorCorrection }),
    ];
    if (content === undefined && patch.errorCorrection !== undefined) {
      const tooLong = sizeProblem(current.content, errorCorrection);
      if (tooLong) found.push({ field: "errorCorrection", message: `the content ${tooLong}` });
    }
    return found;
  }
}

const ownerGone = (): DomainError =>
  new DomainError("invalid_api_key", "The account was removed or suspended meanwhile.");

const STALE = {
  field: "If-Match",
  message: "names another state than the present one; read the code again, then change it",
};
