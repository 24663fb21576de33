/** Copies of a code in different places, each with its own link and numbers. */

import type { RootRule } from "../codes/own-share.ts";
import { NAME_LENGTH } from "../codes/rules.ts";
import type { Codes } from "../codes/service.ts";
import { repeatedSlugs, slugProblem, takenSlugs } from "../codes/slugs.ts";
import type { LinkLimits } from "../limits/link-limits.ts";
import { chartDays } from "../scans/chart-days.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Clock } from "../shared/clock.ts";
import { badCursor, type FieldProblem, invalid, notFound } from "../shared/errors.ts";
import { keptAnswer, onceOf } from "../shared/idempotency.ts";
import { createToken, isUuid } from "../shared/ids.ts";
import { lineProblem, textProblem } from "../shared/text.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";
import {
  type NewPlacement,
  notMoved,
  type Placement,
  type PlacementChange,
  type PlacementFilter,
} from "./placement.ts";

export interface PlacementsOptions {
  store: Store;
  clock: Clock;
  createId: () => string;
  codes: Pick<Codes, "find">;
  linkLimits: LinkLimits;
  rootRule: Pick<RootRule, "circleThrough">;
  /** Resolves when every scan this node has acknowledged is counted. */
  scansSettled: () => Promise<void>;
  onError: (error: unknown) => void;
  /** How long a request waits for scans to be moved; default 2 s. */
  moveWaitMs?: number | undefined;
}

export interface PlacementDraft {
  /** Null: a blank copy. */
  name: string | null;
  slug?: string | undefined;
}

export type Placements = ReturnType<typeof createPlacements>;

const MOVE_WAIT_MS = 2_000;
/** As for codes. */
const TOKEN_TRIES = 3;

const fieldOf = (index: number, field: string): string => `placements[${index}].${field}`;
const slugField = (index: number): string => fieldOf(index, "slug");
const CIRCLE = "must not be an address that the code itself leads to: every visit would go round in a circle";

export function createPlacements(options: PlacementsOptions) {
  const { store, clock, createId, codes, linkLimits, rootRule, scansSettled, onError } = options;
  const { moveWaitMs = MOVE_WAIT_MS } = options;
  const stopping = new AbortController();
  const moves = new Set<Promise<boolean>>();

  /** Maintenance goes on with what is left after a stop. False if some could not be moved. */
  function moveScans(num: number): Promise<boolean> {
    const move = store.placements
      .moveScans(num, stopping.signal)
      .then(() => true)
      .catch((error: unknown) => {
        onError(error);
        return false;
      })
      .finally(() => moves.delete(move));
    moves.add(move);
    return move;
  }

  /**
   * Gives it to another code of the workspace, with its scans: those that are not forgotten follow within moments, in the
   * background if they are many. Waits up to `moveWaitMs` for them. Returns how many scans stay, too, if that is known.
   */
  async function move(of: { workspaceId: string; codeId: string }, id: string, change: PlacementChange, toId: string) {
    const { placement } = await find(of.workspaceId, of.codeId, id);
    const target = isUuid(toId) ? await store.codes.find(of.workspaceId, toId) : null;
    if (target && (await rootRule.circleThrough(target, [placement.token]))) {
      const message = "must be a code that does not lead to this placement: every visit would go round in a circle";
      throw invalid([{ field: "codeId", message }]);
    }
    await confirmRights();
    if (!target) throw notMoved("no target");
    const moved = await store.placements.move(of, id, toId, clock.now(), change);
    if (!moved) throw notFound();
    const moving = moveScans(moved.num);
    const isKnown = !(await isDoneWithin(moving, moveWaitMs)) || (await moving);
    const scansStayed = isKnown ? moved.scansStayed : undefined;
    return { ...moved, scansStayed, ...(await store.placements.find(target.num, id)) };
  }

  async function refuseCircles(workspaceId: string, codeId: string, slugs: readonly (string | undefined)[]) {
    const chosen = slugs.filter((slug) => slug !== undefined);
    if (chosen.length === 0) return;
    const closing = await rootRule.circleThrough(await codes.find(workspaceId, codeId), chosen);
    if (closing === undefined) return;
    const index = slugs.findIndex((slug) => slug?.toLowerCase() === closing.toLowerCase());
    throw invalid([{ field: slugField(index), message: CIRCLE }]);
  }

  async function find(workspaceId: string, codeId: string, id: string) {
    const code = await codes.find(workspaceId, codeId);
    const placement = isUuid(id) ? await store.placements.find(code.num, id) : null;
    if (!placement) throw notFound();
    return { code, placement };
  }

  /** The blank copy with this token, for a member who may name it; null for everybody else. */
  async function claimable(userId: string, token: string) {
    const blank = await store.placements.findBlank(token.toLowerCase());
    const membership = blank && (await store.workspaces.membership(userId, blank.workspaceId));
    const mayName = membership && !membership.suspended && membership.role !== "viewer";
    return mayName ? blank : null;
  }

  async function cursorOf(codeNum: number, cursor: string): Promise<Placement> {
    const placement = isUuid(cursor) ? await store.placements.find(codeNum, cursor) : null;
    if (!placement) throw badCursor();
    return placement;
  }

  return {
    /** All or none, in order; with a key, once. */
    async create(
      workspaceId: string,
      codeId: string,
      drafts: readonly PlacementDraft[],
      key?: string,
    ): Promise<{ placements: NewPlacement[]; replayed: boolean }> {
      const slugs = drafts.map(({ slug }) => slug);
      if (!isUuid(codeId)) throw notFound();
      await refuseCircles(workspaceId, codeId, slugs);
      const most = await linkLimits.of(workspaceId);
      for (let tries = TOKEN_TRIES; tries > 0; tries--) {
        const createdAt = clock.now();
        const placements = drafts.map(({ name, slug }) => ({
          id: createId(),
          name,
          token: slug?.toLowerCase() ?? createToken(),
          isSlug: slug !== undefined,
          createdAt,
        }));
        const once = key === undefined ? undefined : onceOf(key, { codeId, drafts }, keep(placements), createdAt);
        const outcome = await store.placements.create({ workspaceId, codeId }, placements, once, most);
        if (outcome === null) return { placements, replayed: false };
        if ("over" in outcome) {
          const field = outcome.over === "slugs" ? slugField(slugs.findIndex(Boolean)) : "placements";
          throw invalid([{ field, message: await linkLimits.refusal(workspaceId, outcome.over) }]);
        }
        if ("taken" in outcome) {
          const taken = takenSlugs(slugs, outcome.taken, slugField);
          if (taken.length > 0) throw invalid(taken);
          continue;
        }
        const again = restore(await keptAnswer(outcome, once!), drafts);
        return { placements: again, replayed: true };
      }
      throw new Error(`No unused share token was found in ${TOKEN_TRIES} attempts.`);
    },

    find,

    async page(workspaceId: string, codeId: string, filter: PlacementFilter, limit: number, cursor?: string) {
      await scansSettled();
      const { num } = await codes.find(workspaceId, codeId);
      const after = cursor === undefined ? undefined : await cursorOf(num, cursor);
      const found = await store.placements.page(num, filter, limit + 1, after);
      const data = found.slice(0, limit);
      return { data, nextCursor: found.length > limit ? data.at(-1)!.id : null };
    },

    /** With the scans of each on the last 30 days of the workspace's zone, oldest first. */
    async browse(
      workspaceId: string,
      codeId: string,
      filter: PlacementFilter,
      page: { offset: number; limit: number },
    ) {
      await scansSettled();
      const { num } = await codes.find(workspaceId, codeId);
      const { total, placements } = await store.placements.browse(num, filter, page);
      const { span, lineOf } = await chartDays(store, workspaceId, clock.now());
      const counts = await store.placements.daily(
        num,
        placements.map(({ id }) => id),
        span,
      );
      const ofPlacement = Map.groupBy(counts, ({ id }) => id);
      return {
        total,
        placements: placements.map((each) => ({ ...each, sparkline: lineOf(ofPlacement.get(each.id)) })),
      };
    },

    /** `toId`: also moves it to that code; then `scansStayed` is how many scans stay with the other, if that is known. */
    async change(
      workspaceId: string,
      codeId: string,
      id: string,
      change: PlacementChange,
      toId?: string,
    ): Promise<Placement & { scansStayed?: number | undefined }> {
      if (!isUuid(codeId) || !isUuid(id)) throw notFound();
      await scansSettled();
      const of = { workspaceId, codeId };
      if (toId !== undefined) return move(of, id, change, toId);
      await confirmRights();
      const [changed] = await store.placements.change(of, [id], change, clock.now());
      if (!changed) throw notFound();
      return changed;
    },

    claimable,

    /** Names a blank copy. Of two members at the same time, one does. */
    async claim(userId: string, token: string, name: string): Promise<void> {
      const message = placementNameProblem(name);
      if (message !== null) throw invalid([{ field: "name", message }]);
      const blank = await claimable(userId, token);
      const named = blank && (await store.placements.change(blank, [blank.placementId], { name }, clock.now(), true));
      if (!named?.length) throw notFound();
    },

    /** Pauses or activates those that are still there. Returns how many. */
    async pause(workspaceId: string, codeId: string, ids: readonly string[], isPaused: boolean): Promise<number> {
      await codes.find(workspaceId, codeId);
      return (await store.placements.change({ workspaceId, codeId }, ids, { isPaused }, clock.now())).length;
    },

    /** Deletes those that are still there, once their scans have followed. Their tokens stay taken. Returns how many. */
    async remove(workspaceId: string, codeId: string, ids: readonly string[]): Promise<number> {
      const { num } = await codes.find(workspaceId, codeId);
      for (const moving of await store.placements.moving(num, ids)) await moveScans(moving);
      await confirmRights();
      return store.placements.remove({ workspaceId, codeId }, ids, clock.now());
    },

    /** Ends the step that runs. */
    async stop(deadlineMs: number): Promise<void> {
      stopping.abort();
      await isDoneWithin(Promise.all(moves), deadlineMs);
    },

    /** Why a slug cannot be chosen; null if it can. */
    async slugProblem(workspaceId: string, slug: string): Promise<string | null> {
      const message = slugProblem(slug);
      if (message !== null) return message;
      const token = slug.toLowerCase();
      const [taken] = takenSlugs([token], await store.codes.takenTokens([token]), slugField);
      if (taken) return taken.message;
      const { slugs } = await linkLimits.usage(workspaceId);
      return slugs.taken < slugs.limit ? null : linkLimits.refusal(workspaceId, "slugs");
    },
  };
}

export const placementNameProblem = (name: string | null): string | null =>
  name === null ? null : (textProblem(name, NAME_LENGTH) ?? lineProblem(name));

/** What a schema cannot say of placements to create. */
export function placementProblems(drafts: readonly PlacementDraft[]): FieldProblem[] {
  const problems = drafts.flatMap(({ name, slug }, index) => {
    const found = { name: placementNameProblem(name), slug: slug === undefined ? null : slugProblem(slug) };
    return Object.entries(found).flatMap(([field, message]) =>
      message === null ? [] : [{ field: fieldOf(index, field), message }],
    );
  });
  const slugs = drafts.map(({ slug }) => slug);
  return problems.length > 0 ? problems : repeatedSlugs(slugs, slugField);
}

/** For a repeated request: what was generated. */
const keep = (placements: readonly NewPlacement[]): string =>
  JSON.stringify(placements.map(({ id, token, createdAt }) => [id, token, createdAt]));

const restore = (kept: string, drafts: readonly PlacementDraft[]): NewPlacement[] =>
  (JSON.parse(kept) as [id: string, token: string, createdAt: number][]).map(([id, token, createdAt], i) => {
    const { name, slug } = drafts[i]!;
    return { id, name, token, isSlug: slug !== undefined, createdAt };
  });
