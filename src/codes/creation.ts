/** Creates codes from drafts, once per Idempotency-Key. */
import type { LinkLimits } from "../limits/link-limits.ts";
import type { Actor } from "../shared/actor.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Clock } from "../shared/clock.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { type Idempotency, keptAnswer, onceOf } from "../shared/idempotency.ts";
import { createToken } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import type { NewCode } from "./code.ts";
import { allLabels, type Draft } from "./draft.ts";
import type { LookRules } from "./look-rules.ts";
import { leadsOn, OWN_SHARE, type RootRule } from "./own-share.ts";
import { EXTERNAL_ID_TAKEN } from "./refusals.ts";
import { repeatedSlugs, repeatedTexts, takenSlugs, takenTexts } from "./slugs.ts";

export interface CreationOptions {
  store: Pick<Store, "codes">;
  linkLimits: LinkLimits | undefined;
  clock: Clock;
  createId: () => string;
  lifetimeMs: number;
  lookRules: LookRules | undefined;
  rootRule: Pick<RootRule, "leadsToCode"> | undefined;
}

/** Tokens have 60 bits, so a second try practically always succeeds. */
const TOKEN_TRIES = 3;

/** The name of a field of a draft in the request. */
type FieldOf = (index: number, field: "slug" | "content" | "externalId") => string;

/** One code per draft. */
type NewCodes<T extends readonly Draft[]> = { [I in keyof T]: NewCode };

export function createCreation(options: CreationOptions) {
  const { store, clock, createId, lifetimeMs, lookRules, linkLimits, rootRule } = options;

  /** The generated values for these drafts. */
  function giveTo(drafts: readonly Draft[]): Given[] {
    const createdAt = clock.now();
    const given = { createdAt, slidesTo: createdAt + lifetimeMs };
    return drafts.map(({ slug }) => ({ id: createId(), token: slug?.toLowerCase() ?? createToken(), ...given }));
  }

  async function loopProblem(drafts: readonly Draft[], fieldOf: FieldOf): Promise<FieldProblem | null> {
    const slugs = drafts.flatMap(({ slug }) => slug ?? []);
    for (const [i, { type, content }] of drafts.entries()) {
      if (!leadsOn(type) || !(await rootRule?.leadsToCode(content, slugs))) continue;
      return { field: fieldOf(i, "content"), message: OWN_SHARE };
    }
    return null;
  }

  /** Creates all or none. `earlier`: an earlier request used the key, and nothing was created. */
  async function make<T extends [Draft] | Draft[]>(
    workspaceId: string,
    drafts: T,
    by: Actor | undefined,
    fieldOf: FieldOf,
    claimOf?: (codes: NewCodes<T>) => Idempotency,
  ): Promise<{ codes: NewCodes<T>; earlier: string | null }> {
    const slugs = drafts.map(({ slug }) => slug);
    const externalIds = drafts.map(({ externalId }) => externalId ?? undefined);
    const repeated = [
      ...repeatedSlugs(slugs, (i) => fieldOf(i, "slug")),
      ...repeatedTexts(externalIds, (i) => fieldOf(i, "externalId")),
    ];
    if (repeated.length > 0) throw invalid(repeated);
    const loop = await loopProblem(drafts, fieldOf);
    const looks = await lookRules?.looksFor(workspaceId, drafts);
    if (looks) await confirmRights();
    const firstSlug = slugs.findIndex((slug) => slug !== undefined);
    const mostSlugs = firstSlug < 0 ? undefined : (await linkLimits?.of(workspaceId))?.slugs;
    for (let tries = TOKEN_TRIES; tries > 0; tries--) {
      const given = giveTo(drafts);
      const codes = drafts.map((draft, i) => ({
        ...newCode(workspaceId, draft, given[i]!),
        madeBy: by,
        ...(looks && { style: looks[i]! }),
      })) as NewCodes<T>;
      const once = claimOf?.(codes);
      if (loop) {
        // The first request may have been made before there was a code to lead to.
        const kept = once && (await store.codes.firstAnswer(workspaceId, once));
        if (!kept) throw invalid([loop]);
        return { codes, earlier: await keptAnswer(kept, once!) };
      }
      const outcome = await store.codes.createAll(codes, once, mostSlugs);
      if (outcome === null) return { codes, earlier: null };
      if ("over" in outcome) {
        const message = await linkLimits!.refusal(workspaceId, outcome.over);
        throw invalid([{ field: fieldOf(firstSlug, "slug"), message }]);
      }
      if ("answer" in outcome) return { codes, earlier: await keptAnswer(outcome, once!) };
      const taken =
        "taken" in outcome
          ? takenSlugs(slugs, outcome.taken, (i) => fieldOf(i, "slug"))
          : takenTexts(externalIds, outcome.externalIds, EXTERNAL_ID_TAKEN, (i) => fieldOf(i, "externalId"));
      if (taken.length > 0) throw invalid(taken);
    }
    throw new Error(`No unused share token was found in ${TOKEN_TRIES} attempts.`);
  }

  /**
   * For a request that is invalid now: what was kept of the first one with its key and body, or null. That one was valid:
   * its expiresAt may have passed since.
   */
  async function firstAnswer(workspaceId: string, key: string, body: unknown): Promise<string | null> {
    const once = onceOf(key, body, "", clock.now());
    const kept = await store.codes.firstAnswer(workspaceId, once);
    return kept?.bodyHash === once.bodyHash ? kept.answer : null;
  }

  const keptCodes = (workspaceId: string, drafts: readonly Draft[], kept: string): NewCode[] => {
    const given = readKeptCodes(kept);
    return drafts.map((draft, i) => newCode(workspaceId, draft, given[i]!));
  };

  return {
    async create(workspaceId: string, draft: Draft, by?: Actor): Promise<NewCode> {
      const { codes } = await make(workspaceId, [draft], by, (_, field) => field);
      return codes[0];
    },

    firstAnswer,

    /** As firstAnswer, for createAll. */
    async firstCodes(workspaceId: string, key: string, drafts: readonly Draft[]): Promise<NewCode[] | null> {
      const kept = await firstAnswer(workspaceId, key, drafts);
      return kept === null ? null : keptCodes(workspaceId, drafts, kept);
    },

    /** The same key and draft within 24 hours return the first answer and create nothing. */
    async createOnce(
      workspaceId: string,
      draft: Draft,
      key: string,
      answerOf: (code: NewCode) => string,
      by?: Actor,
    ): Promise<{ answer: string; replayed: boolean }> {
      const { codes, earlier } = await make(
        workspaceId,
        [draft],
        by,
        (_, field) => field,
        ([code]) => onceOf(key, draft, answerOf(code), code.createdAt),
      );
      return { answer: earlier ?? answerOf(codes[0]), replayed: earlier !== null };
    },

    /** All or none, in order; with a key, once. */
    async createAll(
      workspaceId: string,
      drafts: Draft[],
      key?: string,
      by?: Actor,
    ): Promise<{ codes: readonly NewCode[]; replayed: boolean }> {
      const { codes, earlier } = await make(
        workspaceId,
        drafts,
        by,
        (i, field) => `qrcodes[${i}].${field}`,
        key === undefined
          ? undefined
          : (made) => {
              const { createdAt } = made[0]!;
              return onceOf(key, drafts, keepCodes(made, createdAt + lifetimeMs), createdAt);
            },
      );
      return { codes: earlier === null ? codes : keptCodes(workspaceId, drafts, earlier), replayed: earlier !== null };
    },
  };
}

export function newCode(workspaceId: string, draft: Draft, given: Given): NewCode {
  const { isPublic = true, expiresAt = null, slug, ...rest } = draft;
  const { slidesTo, createdAt, ...named } = given;
  return {
    ...rest,
    ...allLabels(draft),
    ...named,
    isSlug: slug !== undefined,
    workspaceId,
    isPublic,
    isFavorite: false,
    createdAt,
    updatedAt: createdAt,
    expiresAt: expiresAt ?? slidesTo,
    expiresFixed: expiresAt !== null,
  };
}

/**
 * Stored per Idempotency-Key for repeated requests: only the generated values, fifty bytes per code instead of up to
 * a megabyte of content.
 */

/** Values generated by the service. */
interface Given {
  id: string;
  token: string;
  createdAt: number;
  /** The expiry unless the owner sets a date. */
  slidesTo: number;
}

interface Kept extends Pick<Given, "createdAt" | "slidesTo"> {
  /** Id and token of each code. */
  codes: readonly (readonly [id: string, token: string])[];
}

const keepCodes = (codes: readonly NewCode[], slidesTo: number): string =>
  JSON.stringify({
    createdAt: codes[0]!.createdAt,
    slidesTo,
    codes: codes.map(({ id, token }) => [id, token] as const),
  } satisfies Kept);

function readKeptCodes(kept: string): Given[] {
  const { createdAt, slidesTo, codes } = JSON.parse(kept) as Kept;
  return codes.map(([id, token]) => ({ id, token, createdAt, slidesTo }));
}
