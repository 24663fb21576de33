import "@mantine/spotlight/styles.css";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../api/call.ts";
import type { CodeList } from "../api/types.ts";
import { Icon } from "../parts/icon.tsx";
import { KINDS } from "../parts/kinds.ts";
import type { Command } from "./commands.ts";
import { Keys } from "./shortcuts.tsx";

/** A search counts in the user's window, so it waits for a word and for the end of typing. */
const SHORTEST = 2;
const PAUSE_MS = 250;
const MOST_CODES = 6;

const WHAT = "A page, a code or an action";
const NONE: CodeList["codes"] = [];

function useFoundCodes(words: string) {
  const [settled] = useDebouncedValue(words.trim(), PAUSE_MS);
  const query = new URLSearchParams({ q: settled, limit: String(MOST_CODES) }).toString();
  const found = useQuery({
    queryKey: ["codes", query],
    queryFn: () => call.get<CodeList>(`/codes?${query}`),
    enabled: settled.length >= SHORTEST,
  });
  const isCurrent = settled === words.trim() && settled.length >= SHORTEST;
  return {
    codes: (isCurrent && found.data?.codes) || NONE,
    isLooking: words.trim().length >= SHORTEST && (!isCurrent || found.isFetching),
    failed: isCurrent && found.isError,
  };
}

/** What is found later can be chosen by Enter too, as what is there at once. */
function selectFirst(): void {
  if (document.querySelector("[data-action][data-selected]")) return;
  document.querySelector("[data-action]")?.setAttribute("data-selected", "true");
}

export const openPalette = (): void => spotlight.open();

/** Everything by its name: pages, actions and codes. */
export function Palette({ commands }: { commands: Command[] }) {
  const [words, setWords] = useState("");
  const [hasChosen, setHasChosen] = useState(false);
  const navigate = useNavigate();
  const { codes, isLooking, failed } = useFoundCodes(words);
  const asked = words.trim().toLowerCase();
  const matching = commands.filter(({ label, words: others = "" }) =>
    `${label} ${others}`.toLowerCase().includes(asked),
  );
  useEffect(openPalette, []);
  useEffect(() => {
    if (codes.length > 0) selectFirst();
  }, [codes]);

  const choose = (run: () => void) => () => {
    setHasChosen(true);
    // So that the page one comes to may take the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    run();
  };
  const groups = [
    {
      group: "Pages and actions",
      actions: matching.map(({ label, icon, keys, run }) => ({
        id: label,
        label,
        leftSection: <Icon name={icon} />,
        rightSection: keys && <Keys keys={keys} />,
        onClick: choose(run),
      })),
    },
    {
      group: "Codes",
      actions: codes.map(({ id, name, type }) => ({
        id,
        label: name,
        description: KINDS[type].label,
        leftSection: <Icon name={type} />,
        onClick: choose(() => void navigate(`/codes/${id}`)),
      })),
    },
  ].filter(({ actions }) => actions.length > 0);
  const nothing = failed
    ? "The codes cannot be searched right now."
    : isLooking
      ? "Looking…"
      : "Nothing is called that.";
  return (
    <Spotlight
      actions={groups}
      filter={(_, actions) => actions}
      nothingFound={nothing}
      shortcut={null}
      query={words}
      onQueryChange={setWords}
      onSpotlightOpen={() => setHasChosen(false)}
      returnFocus={!hasChosen}
      attributes={{ content: { "aria-label": "Go to" } }}
      overlayProps={{ backgroundOpacity: 0.6, blur: 0 }}
      centered={false}
      scrollable
      radius="lg"
      searchProps={{
        placeholder: WHAT,
        "aria-label": WHAT,
        leftSection: <Icon name="search" />,
      }}
    />
  );
}
