import { useMantineColorScheme } from "@mantine/core";
import { useMatch, useNavigate } from "react-router";
import { basePath } from "../api/call.ts";
import { session } from "../api/session.ts";
import type { Me } from "../api/types.ts";
import { isEditor, openOf } from "../api/workspace.ts";
import type { IconName } from "../parts/icon.tsx";
import { useSignOut } from "./sign-out.tsx";
import { commands, words } from "./words.ts";

export interface Place {
  to: string;
  label: string;
  icon: IconName;
  /** Where the side bar has it; others are reached from a page of it and by the palette. */
  side?: "top" | "bottom";
  words?: string;
}

/** Places of the side bar come first. */
const PLACES: (Place & { admin?: boolean; editor?: boolean; owner?: boolean })[] = [
  { to: "/", ...commands.overview, icon: "overview", side: "top" },
  { to: "/codes", label: commands.codes, icon: "codes", side: "top" },
  { to: "/looks", ...commands.looks, icon: "look", side: "top" },
  { to: "/people", ...commands.people, icon: "users", side: "bottom" },
  { to: "/settings", ...commands.settings, icon: "settings", side: "bottom" },
  { to: "/settings/brand", ...commands.brand, icon: "picture", editor: true },
  { to: "/settings/you", ...commands.you, icon: "user" },
  { to: "/settings/server", ...commands.server, icon: "settings", admin: true },
  { to: "/settings/accounts", ...commands.accounts, icon: "users", admin: true },
  { to: "/tags", ...commands.tags, icon: "tag" },
  { to: "/domains", ...commands.domains, icon: "link" },
  { to: "/keys", ...commands.keys, icon: "key" },
  { to: "/webhooks", ...commands.webhooks, icon: "webhook" },
  { to: "/audit", ...commands.audit, icon: "clock", owner: true },
];

/** Pages that belong to another place. */
const PARTS: Record<string, readonly string[]> = {
  "/codes": ["/import", "/tags"],
  "/settings": ["/domains", "/keys", "/webhooks", "/audit"],
};

/** Whether a path belongs to a place. */
export const isHere = ({ to }: Place, path: string): boolean =>
  path === to || (to !== "/" && path.startsWith(to)) || (PARTS[to] ?? []).some((part) => path.startsWith(part));

/** Administrators, editors and owners have pages that others do not. */
export const placesFor = (me: Me): Place[] =>
  PLACES.filter(
    ({ admin, editor, owner }) =>
      (!admin || me.role === "admin") && (!editor || isEditor(openOf(me))) && (!owner || openOf(me).role === "owner"),
  );

/** Opens another workspace, on its first page or another one. */
export const openWorkspace = (id: string, page = "/"): void => session.openWorkspace(id, `${basePath}/app${page}`);

/** The other workspaces of the user. */
const otherWorkspaces = ({ workspaces, workspaceId }: Me): Command[] =>
  workspaces
    .filter(({ id }) => id !== workspaceId)
    .map(({ id, name }) => ({ label: commands.openWorkspace(name), icon: "open", run: () => openWorkspace(id) }));

export interface Command {
  label: string;
  icon: IconName;
  /** Synonyms for the search. */
  words?: string;
  keys?: string[];
  run: () => void;
}

/** Commands that are always available, and those for the code on the page. */
export function useCommands(me: Me, openHelp: () => void): Command[] {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const id = useMatch("/codes/:id")?.params.id;
  const to = (path: string) => () => void navigate(path);
  const ofCode: Command[] = [
    { label: commands.editCode, icon: "edit", run: to(`/codes/${id}/edit`) },
    { label: commands.duplicateCode, icon: "twin", run: to(`/codes/new?from=${id}`) },
  ];
  const creating: Command[] = [
    { label: words.newCode, icon: "plus", keys: ["n"], run: to("/codes/new") },
    { ...commands.import, icon: "upload", run: to("/import") },
  ];
  return [
    ...(id && id !== "new" && isEditor(openOf(me)) ? ofCode : []),
    ...(isEditor(openOf(me)) ? creating : []),
    ...placesFor(me).map(({ to: path, ...place }) => ({ ...place, run: to(path) })),
    { label: commands.favourites, icon: "star", run: to("/codes?favorite=true") },
    { ...commands.bin, icon: "trash", run: to("/codes?state=deleted") },
    {
      ...commands.select,
      icon: "print",
      run: () => void navigate("/codes", { state: { pick: true } }),
    },
    { ...commands.export, icon: "download", run: to("/settings") },
    ...otherWorkspaces(me),
    { label: words.reference, icon: "book", run: () => window.location.assign(`${basePath}/docs`) },
    { label: words.schemes.light, icon: "sun", run: () => setColorScheme("light") },
    { label: words.schemes.dark, icon: "moon", run: () => setColorScheme("dark") },
    { label: words.schemes.auto, icon: "sun", run: () => setColorScheme("auto") },
    { label: words.help, words: words.shortcuts, icon: "keyboard", keys: ["?"], run: openHelp },
    { label: words.signOut, icon: "out", run: signOut },
  ];
}
