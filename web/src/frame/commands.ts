import { useMantineColorScheme } from "@mantine/core";
import { useMatch, useNavigate } from "react-router";
import { basePath } from "../api/base.ts";
import type { Me } from "../api/types.ts";
import type { IconName } from "../parts/icon.tsx";
import { placesFor } from "./places.ts";
import { useSignOut } from "./sign-out.tsx";

export interface Command {
  label: string;
  icon: IconName;
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
    { label: "Make another like this code", icon: "twin", run: to(`/codes/new?from=${id}`) },
  ];
  return [
    ...(id && id !== "new" ? ofCode : []),
    { label: "New code", icon: "plus", keys: ["n"], run: to("/codes/new") },
    ...placesFor(me).map(({ to: path, label, icon }) => ({ label, icon, run: to(path) })),
    { label: "Favourite codes", icon: "star", run: to("/?favorite=true") },
    { label: "API reference", icon: "book", run: () => window.location.assign(`${basePath}/docs`) },
    { label: "Light colours", icon: "sun", run: () => setColorScheme("light") },
    { label: "Dark colours", icon: "moon", run: () => setColorScheme("dark") },
    { label: "Colours as the system has them", icon: "sun", run: () => setColorScheme("auto") },
    { label: "Keyboard shortcuts", icon: "keyboard", keys: ["?"], run: openHelp },
    { label: "Sign out", icon: "out", run: signOut },
  ];
}
