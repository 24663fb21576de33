import { Anchor, Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { basePath } from "../api/call.ts";
import type { Me } from "../api/types.ts";
import { isEditor, openOf } from "../api/workspace.ts";
import { tellError } from "../parts/notices.tsx";
import { useCommands } from "./commands.ts";
import { collectKeys } from "./early-keys.ts";
import { fetchPart } from "./lazy-part.ts";
import { words as shared, shortcuts as words } from "./words.ts";

const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";
export const PALETTE_KEYS = [MOD, "K"];

const SHORTCUTS: { keys: string[]; what: string }[] = [
  { keys: PALETTE_KEYS, what: words.palette },
  { keys: ["/"], what: words.search },
  { keys: ["n"], what: words.newCode },
  { keys: ["j", "or", "↓"], what: words.next },
  { keys: ["k", "or", "↑"], what: words.previous },
  { keys: ["x"], what: words.select },
  { keys: ["Shift", "x"], what: words.selectTo },
  { keys: ["Enter"], what: words.open },
  { keys: ["Esc"], what: words.clear },
  { keys: [MOD, "Z"], what: words.undo },
  { keys: [MOD, "Shift", "Z"], what: words.redo },
  { keys: ["?"], what: words.help },
];

export const Keys = ({ keys }: { keys: string[] }) => <Kbd className="keys">{keys.join(" ")}</Kbd>;

function ShortcutHelp({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={shared.help} size="md">
      <Text fw={600} component="h3">
        {words.counting}
      </Text>
      {words.countingText.map((text) => (
        <Text key={text} size="sm" c="var(--text-2)" mt={6}>
          {text}
        </Text>
      ))}
      <Anchor href={`${basePath}/docs`} size="sm" display="inline-block" mt="sm">
        {shared.reference}
      </Anchor>
      <Text fw={600} component="h3" mt="lg" mb="xs">
        {shared.shortcuts}
      </Text>
      <Stack gap="sm" component="dl" m={0}>
        {SHORTCUTS.map(({ keys, what }) => (
          <Group key={what} justify="space-between" wrap="nowrap">
            <Text component="dt" size="sm">
              {what}
            </Text>
            <Text component="dd" m={0}>
              <Keys keys={keys} />
            </Text>
          </Group>
        ))}
      </Stack>
      <Text size="sm" c="dimmed" mt="lg">
        {words.hint}
      </Text>
    </Modal>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[role="search"] input')?.select();
}

/** Focuses the search of the list, from any page. */
function useSearch(): () => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isWanted = useRef(false);
  useEffect(() => {
    if (isWanted.current && pathname === "/codes") focusSearch();
    isWanted.current = false;
  }, [pathname]);
  return () => {
    if (pathname === "/codes") return focusSearch();
    isWanted.current = true;
    void navigate("/codes");
  };
}

/** Ignores the shortcut while a dialog or menu is open. */
export const unlessCovered = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
  if (!document.querySelector('[aria-modal="true"], [role="menu"]')) act(event);
};

/** The shortcuts and the dialogs they open. */
export function useShortcuts(me: Me): { openPalette: () => void; openHelp: () => void; windows: ReactNode } {
  const [palette, setPalette] = useState<typeof import("./palette.tsx") | null>(null);
  const [isHelpOpen, help] = useDisclosure();
  const navigate = useNavigate();
  const commands = useCommands(me, help.open);
  const [early, setEarly] = useState("");
  const isLoading = useRef(false);
  const openPalette = () => {
    if (palette) return palette.openPalette();
    if (isLoading.current) return;
    isLoading.current = true;
    const end = collectKeys(setEarly);
    // It opens when its script is loaded.
    const failed = (error: unknown) => {
      end();
      setEarly("");
      isLoading.current = false;
      tellError(error);
    };
    fetchPart(() => import("./palette.tsx")).then(setPalette, failed);
  };
  useHotkeys([
    ["/", unlessCovered(useSearch())],
    ["n", unlessCovered(() => isEditor(openOf(me)) && void navigate("/codes/new"))],
    // Keyboard layouts differ in whether ? needs Shift.
    ["?", unlessCovered(help.open)],
    ["shift+?", unlessCovered(help.open)],
  ]);
  useHotkeys([["mod+K", unlessCovered(openPalette)]], []);
  const windows = (
    <>
      <ShortcutHelp opened={isHelpOpen} close={help.close} />
      {palette && <palette.Palette commands={commands} early={early} />}
    </>
  );
  return { openPalette, openHelp: help.open, windows };
}
