import type { Placement } from "../placements/placement.ts";
import { timestamp } from "../shared/days.ts";
import { recordOf } from "../shared/record.ts";
import type { Code, NewCode } from "./code.ts";
import { CreatedCode, FullCode } from "./schemas.routes.ts";

/** Rows as the interface shows them: exactly the fields of their shapes. */
export type CodeSerializers = ReturnType<typeof createCodeSerializers>;

export function createCodeSerializers(baseUrl: () => string, shareBase: (workspaceId: string) => string) {
  const shareUrlOf = (workspaceId: string, token: string) => `${shareBase(workspaceId)}/r/${token}`;
  const linkOf = ({ workspaceId, token }: NewCode) => ({
    shareToken: token,
    shareUrl: shareUrlOf(workspaceId, token),
  });
  return {
    /** Where the code can be read, below the path at which it was made. */
    locationOf: (path: string, id: string) => `${baseUrl()}${path}/${id}`,
    created: (code: NewCode) => recordOf(CreatedCode, code, linkOf(code)),
    full: (code: Code) => recordOf(FullCode, code, linkOf(code)),
    placement: (workspaceId: string, placement: Omit<Placement, "num" | "isSlug" | "isMoving">) => ({
      id: placement.id,
      name: placement.name,
      token: placement.token,
      shareUrl: shareUrlOf(workspaceId, placement.token),
      scanCount: placement.scanCount,
      isPaused: placement.isPaused,
      createdAt: timestamp(placement.createdAt),
    }),
  };
}
