import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Me } from "../api/types.ts";
import { tellError } from "../parts/notices.tsx";
import { useCommands } from "./commands.ts";
import { ShortcutHelp } from "./help.tsx";
import { fetchPart } from "./lazy-part.ts";
import { useShortcuts } from "./shortcuts.ts";

const loadPalette = () => import("./palette.tsx");

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[role="search"] input')?.select();
}

/** From any page to the search of the list. */
function useSearch(): () => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isWanted = useRef(false);
  useEffect(() => {
    if (isWanted.current && pathname === "/") focusSearch();
    isWanted.current = false;
  }, [pathname]);
  return () => {
    if (pathname === "/") return focusSearch();
    isWanted.current = true;
    void navigate("/");
  };
}

interface Helpers {
  openPalette: () => void;
  openHelp: () => void;
  windows: ReactNode;
}

/** The shortcuts, and the windows that they open. */
export function useHelpers(me: Me): Helpers {
  const [palette, setPalette] = useState<typeof import("./palette.tsx") | null>(null);
  const [isHelpOpen, help] = useDisclosure();
  const navigate = useNavigate();
  const search = useSearch();
  const commands = useCommands(me, help.open);
  const openPalette = () => {
    if (palette) return palette.openPalette();
    // It opens by itself once it is there.
    fetchPart(loadPalette).then(setPalette, tellError);
  };
  const create = () => void navigate("/codes/new");
  useShortcuts({ palette: openPalette, search, create, help: help.open });
  const windows = (
    <>
      <ShortcutHelp opened={isHelpOpen} close={help.close} />
      {palette && <palette.Palette commands={commands} />}
    </>
  );
  return { openPalette, openHelp: help.open, windows };
}
