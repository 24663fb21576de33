import { useMantineColorScheme } from "@mantine/core";
import { useMatch, useNavigate } from "react-router";
import { basePath } from "../api/call.ts";
import type { Me } from "../api/types.ts";
import type { IconName } from "../parts/icon.tsx";
import { useSignOut } from "./sign-out.tsx";

export interface Place {
  to: string;
  label: string;
  icon: IconName;
  /** Where it stands in the side bar. */
  group: "codes" | "account";
  words?: string;
}

const PLACES: (Place & { admin?: boolean })[] = [
  { to: "/", label: "Codes", icon: "codes", group: "codes" },
  { to: "/looks", label: "Looks", icon: "look", group: "codes", words: "style logo colours preset" },
  { to: "/keys", label: "API keys", icon: "key", group: "account" },
  { to: "/webhooks", label: "Webhooks", icon: "webhook", group: "account", words: "events deliveries" },
  { to: "/users", label: "Users", icon: "users", group: "account", admin: true },
  { to: "/account", label: "Account", icon: "user", group: "account" },
];

/** Whether a page belongs to a place. */
export const isHere = ({ to }: Place, path: string): boolean =>
  to === "/" ? path === "/" || path.startsWith("/codes") || path === "/import" : path.startsWith(to);

export const placesFor = (me: Me): Place[] => PLACES.filter((place) => !place.admin || me.role === "admin");

export interface Command {
  label: string;
  icon: IconName;
  /** Other words that it is looked for by. */
  words?: string;
  keys?: string[];
  run: () => void;
}

/** What can be done from anywhere, and with the code one looks at. */
export function useCommands(me: Me, openHelp: () => void): Command[] {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const id = useMatch("/codes/:id")?.params.id;
  const to = (path: string) => () => void navigate(path);
  const ofCode: Command[] = [
    { label: "Edit this code", icon: "edit", run: to(`/codes/${id}/edit`) },
    { label: "Duplicate this code", icon: "twin", run: to(`/codes/new?from=${id}`) },
  ];
  return [
    ...(id && id !== "new" ? ofCode : []),
    { label: "New code", icon: "plus", keys: ["n"], run: to("/codes/new") },
    { label: "Import codes", icon: "upload", words: "csv table upload", run: to("/import") },
    ...placesFor(me).map(({ to: path, ...place }) => ({ ...place, run: to(path) })),
    { label: "Favourite codes", icon: "star", run: to("/?favorite=true") },
    { label: "Bin", icon: "trash", words: "trash deleted restore", run: to("/?state=deleted") },
    {
      label: "Select codes to print or download",
      icon: "print",
      words: "labels sheet zip images pdf png svg",
      run: () => void navigate("/", { state: { pick: true } }),
    },
    { label: "Export everything", icon: "download", words: "csv zip backup archive", run: to("/account") },
    { label: "API reference", icon: "book", run: () => window.location.assign(`${basePath}/docs`) },
    { label: "Light colours", icon: "sun", run: () => setColorScheme("light") },
    { label: "Dark colours", icon: "moon", run: () => setColorScheme("dark") },
    { label: "System colours", icon: "sun", run: () => setColorScheme("auto") },
    { label: "Keyboard shortcuts", icon: "keyboard", keys: ["?"], run: openHelp },
    { label: "Sign out", icon: "out", run: signOut },
  ];
}
