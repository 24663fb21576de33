import { useQueryClient } from "@tanstack/react-query";
import type { Me, Workspace } from "./types.ts";

/** The workspace that is open in this tab. */
export const openOf = ({ workspaces, workspaceId }: Me): Workspace => workspaces.find(({ id }) => id === workspaceId)!;

/** Whether the user may change codes, looks, webhooks and keys there: the server refuses viewers. */
export const isEditor = ({ role }: Workspace): boolean => role !== "viewer";

/** The other workspaces in which the user may change something. */
export const otherEditable = (me: Me): Workspace[] =>
  me.workspaces.filter((workspace) => isEditor(workspace) && workspace.id !== me.workspaceId);

/** Codes that leave a workspace stay on its domain, so only owners move them then. */
export const mayMoveOut = (me: Me): boolean => !me.hasDomain || openOf(me).role === "owner";

/** In the open workspace. */
export function useMayEdit(): boolean {
  const me = useQueryClient().getQueryData<Me>(["me"]);
  return me !== undefined && isEditor(openOf(me));
}
