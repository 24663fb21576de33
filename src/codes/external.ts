/** Codes by the ids that callers gave them. */
import type { Clock } from "../shared/clock.ts";
import { DomainError, type FieldProblem, invalid, notFound, TooBusy } from "../shared/errors.ts";
import type { Store } from "../store/store.ts";
import { CHANGED_MEANWHILE, type Findings, staleProblems, TRIES } from "./change.ts";
import type { Code } from "./code.ts";
import { allLabels, type Draft, type Patch } from "./draft.ts";
import { externalIdProblem } from "./rules.ts";
import type { Codes } from "./service.ts";

interface ExternalOptions {
  store: Pick<Store, "codes">;
  clock: Clock;
  codes: Pick<Codes, "read" | "create" | "change" | "changeProblems" | "lookProblems" | "restore" | "remove">;
}

export function createExternal({ store, clock, codes }: ExternalOptions) {
  /** Also a code in the bin. */
  const held = async (workspaceId: string, externalId: string): Promise<Code | null> =>
    externalIdProblem(externalId) === null ? store.codes.findExternal(workspaceId, externalId, clock.now()) : null;

  async function find(workspaceId: string, externalId: string): Promise<Code> {
    const code = await held(workspaceId, externalId);
    if (!code || code.deletedAt !== null) throw notFound();
    return code;
  }

  /** Makes a code what the draft would have created. Its scans and its token stay. */
  function patchOf(code: Code, draft: Draft): Patch {
    const isOver = code.expiresFixed || code.expiresAt <= clock.now();
    const { type, slug, isPublic = true, expiresAt, ...fields } = draft;
    // An expiry that follows the scans is what a draft without a date asks for.
    const until = expiresAt ?? (isOver ? null : undefined);
    return {
      ...{ ...fields, ...allLabels(draft), isPublic },
      ...(until !== undefined && { expiresAt: until }),
      unchangeable: { type, ...(slug !== undefined && slug.toLowerCase() !== code.token && { shareToken: slug }) },
    };
  }

  return {
    held,

    read: async (workspaceId: string, externalId: string): Promise<Code> =>
      codes.read(workspaceId, (await find(workspaceId, externalId)).id),

    remove: async (workspaceId: string, externalId: string): Promise<void> =>
      codes.remove(workspaceId, (await find(workspaceId, externalId)).id),

    /** What a change of this code to the draft would be refused for. */
    async changeProblems(code: Code, draft: Draft, revisions: Findings["revisions"]): Promise<FieldProblem[]> {
      const problems = await codes.changeProblems(code, patchOf(code, draft), revisions);
      return problems.map((problem) => (problem.field === "shareToken" ? { ...problem, field: "slug" } : problem));
    },

    /** Creates the code, or changes the existing one to match. One in the bin is restored first. */
    async put(
      workspaceId: string,
      draft: Draft & { externalId: string },
      { revisions, by }: Pick<Findings, "revisions" | "by"> = {},
    ): Promise<{ code: Code; isNew: boolean }> {
      for (let tries = TRIES; tries > 0; tries--) {
        const found = await held(workspaceId, draft.externalId);
        try {
          const stale = found?.deletedAt === null ? [] : staleProblems(null, revisions);
          if (stale.length > 0) throw invalid(stale);
          if (!found) {
            const { id } = await codes.create(workspaceId, draft, by);
            return { code: await codes.read(workspaceId, id), isNew: true };
          }
          const patch = patchOf(found, draft);
          if (found.deletedAt !== null) {
            // A change that is refused leaves it in the bin. Everything but the look was checked before.
            const wrong = await codes.lookProblems(found, patch);
            if (wrong.length > 0) throw invalid(wrong);
            await codes.restore(workspaceId, found.id);
          }
          return { code: await codes.change(workspaceId, found.id, patch, { revisions, by }), isNew: false };
        } catch (error) {
          // Somebody else deleted or created it meanwhile.
          const isOvertaken = found
            ? error instanceof DomainError && error.code === "not_found"
            : await held(workspaceId, draft.externalId);
          if (!isOvertaken) throw error;
        }
      }
      throw new TooBusy(CHANGED_MEANWHILE);
    },
  };
}
