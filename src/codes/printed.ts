import type { Placements } from "../placements/service.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Code } from "./code.ts";
import type { Selections } from "./selection.ts";
import type { Codes } from "./service.ts";

/** What to draw: codes, or placements of one code; without ids all of them, or those with `q` in their names. */
export type Printed =
  | { ids: readonly string[] }
  | { codeId: string; ids?: readonly string[] | undefined; q?: string | undefined };

export type ReadPrinted = ReturnType<typeof createPrintedReader>;

const PAGE = 500;

interface PrintedParts {
  codes: Pick<Codes, "find">;
  selections: Pick<Selections, "read">;
  placements: Pick<Placements, "page">;
}

/**
 * Reads them in batches. A placement is its code with the placement's id, name and token; placements are in the order
 * of their names, and a blank copy has the name of the code.
 */
export function createPrintedReader({ codes, selections, placements }: PrintedParts) {
  return async function* read(workspaceId: string, printed: Printed): AsyncGenerator<Code[]> {
    if (!("codeId" in printed)) return yield* selections.read(workspaceId, printed.ids);
    const { codeId, ids, q } = printed;
    const wanted = ids && new Set(ids);
    const code = await codes.find(workspaceId, codeId);
    let cursor: string | undefined;
    do {
      await confirmRights();
      const page = await placements.page(workspaceId, codeId, { sort: "name", q }, PAGE, cursor);
      const chosen = page.data.filter(({ id }) => wanted?.has(id) ?? true);
      yield chosen.map(({ id, name, token, isSlug }) => ({ ...code, id, name: name ?? code.name, token, isSlug }));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  };
}
