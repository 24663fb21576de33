import "@mantine/spotlight/styles.css";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { address, call } from "../api/call.ts";
import type { Code, CodeList } from "../api/types.ts";
import { useMayEdit } from "../api/workspace.ts";
import { usePause, useRenew } from "../parts/code-actions.tsx";
import { Download, PrintSheet } from "../parts/dialogs.tsx";
import { Icon } from "../parts/icon.tsx";
import { leadsTo } from "../parts/leads-to.ts";
import { StateBadge } from "../parts/state-badge.tsx";
import type { Command } from "./commands.ts";
import { readQuery, type Verb, verbsFor } from "./palette-query.ts";
import { Keys } from "./shortcuts.tsx";
import { words } from "./words.ts";

/** Searches count towards the user's rate limit, so they wait for two characters and a pause in typing. */
const MIN_LENGTH = 2;
const PAUSE_MS = 250;
const MAX_CODES = 6;
/** List actions for at most this many codes. */
const MAX_ACTED_ON = 2;

const NONE: CodeList["codes"] = [];

function useFoundCodes(words: string) {
  const [settled] = useDebouncedValue(words.trim(), PAUSE_MS);
  const query = new URLSearchParams({ q: settled, limit: String(MAX_CODES) }).toString();
  const found = useQuery({
    queryKey: ["codes", query],
    queryFn: () => call.get<CodeList>(`/codes?${query}`),
    enabled: settled.length >= MIN_LENGTH,
  });
  const isCurrent = settled === words.trim() && settled.length >= MIN_LENGTH;
  return {
    codes: (isCurrent && found.data?.codes) || NONE,
    suggestion: (isCurrent && found.data?.suggestion) || null,
    isLooking: words.trim().length >= MIN_LENGTH && (!isCurrent || found.isFetching),
    failed: isCurrent && found.isError,
  };
}

/** Selects the first result when results arrive, so that Enter works. */
function selectFirst(): void {
  if (document.querySelector("[data-action][data-selected]")) return;
  document.querySelector("[data-action]")?.setAttribute("data-selected", "true");
}

const ICONS = {
  download: "download",
  print: "print",
  pause: "pause",
  activate: "play",
  renew: "renew",
  edit: "edit",
} as const;

export const openPalette = (): void => spotlight.open();

function Picture({ code }: { code: Code }) {
  const source = address(`/qrcodes/${code.id}/image?format=svg&size=128&v=${Date.parse(code.updatedAt)}`);
  return <img className="tile" src={source} width={32} height={32} alt="" />;
}

/** The command palette: pages, actions and codes. `early`: what was typed before its field was there. */
export function Palette({ commands, early }: { commands: Command[]; early: string }) {
  const [query, setQuery] = useState(early);
  useEffect(() => setQuery(early), [early]);
  const [hasChosen, setHasChosen] = useState(false);
  const navigate = useNavigate();
  const { verb, name } = readQuery(query);
  const { codes, suggestion, isLooking, failed } = useFoundCodes(name);
  const pause = usePause();
  const renew = useRenew();
  const mayEdit = useMayEdit();
  const [downloaded, setDownloaded] = useState<Code | null>(null);
  const [printed, setPrinted] = useState<Code | null>(null);
  const asked = query.trim().toLowerCase();
  const matching = commands.filter(({ label, words: others = "" }) =>
    `${label} ${others}`.toLowerCase().includes(asked),
  );
  useEffect(openPalette, []);
  useEffect(() => {
    if (codes.length > 0 || suggestion !== null) selectFirst();
  }, [codes, suggestion]);

  const choose = (run: () => void) => () => {
    setHasChosen(true);
    // So that the next page can focus its heading.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    run();
  };
  const runs: Record<Verb, (code: Code) => void> = {
    download: setDownloaded,
    print: setPrinted,
    pause: (code) => void pause(code),
    activate: (code) => void pause(code),
    renew: (code) => void renew(code),
    edit: ({ id }) => void navigate(`/codes/${id}/edit`),
  };
  const ofCodes = {
    group: words.actions,
    actions: codes.slice(0, verb ? MAX_CODES : MAX_ACTED_ON).flatMap((code) =>
      verbsFor(code, mayEdit)
        .filter((one) => verb === null || one === verb)
        .map((one) => ({
          id: `${code.id} ${one}`,
          label: words[one](code.name),
          leftSection: <Icon name={ICONS[one]} />,
          onClick: choose(() => runs[one](code)),
        })),
    ),
  };
  const groups = [
    ...(verb ? [ofCodes] : []),
    {
      group: words.pagesAndActions,
      actions: matching.map(({ label, icon, keys, run }) => ({
        id: label,
        label,
        leftSection: <Icon name={icon} />,
        rightSection: keys && <Keys keys={keys} />,
        onClick: choose(run),
      })),
    },
    {
      group: words.codes,
      actions: codes.map((code) => ({
        id: code.id,
        label: code.name,
        description: leadsTo(code.type, code.content).line,
        leftSection: <Picture code={code} />,
        rightSection: code.state !== "active" && <StateBadge state={code.state} />,
        onClick: choose(() => void navigate(`/codes/${code.id}`)),
      })),
    },
    ...(verb ? [] : [ofCodes]),
    {
      group: words.codes,
      actions:
        suggestion === null
          ? []
          : [
              {
                id: "suggestion",
                label: words.didYouMean(suggestion),
                leftSection: <Icon name="search" />,
                closeSpotlightOnTrigger: false,
                onClick: () => setQuery(verb ? `${verb} ${suggestion}` : suggestion),
              },
            ],
    },
  ].filter(({ actions }) => actions.length > 0);
  const nothing = failed ? words.searchFailed : isLooking ? words.searching : words.nothingFound(query.trim());
  return (
    <>
      <Spotlight
        actions={groups}
        filter={(_, actions) => actions}
        nothingFound={nothing}
        shortcut={null}
        query={query}
        onQueryChange={setQuery}
        onSpotlightOpen={() => setHasChosen(false)}
        returnFocus={!hasChosen}
        attributes={{ content: { "aria-label": words.goTo } }}
        overlayProps={{ backgroundOpacity: 0.6, blur: 0 }}
        centered={false}
        scrollable
        radius="lg"
        searchProps={{
          placeholder: words.goToWhat,
          "aria-label": words.goToWhat,
          leftSection: <Icon name="search" />,
        }}
      />
      {downloaded && <Download code={downloaded} onClose={() => setDownloaded(null)} />}
      {printed && <PrintSheet ids={[printed.id]} onClose={() => setPrinted(null)} />}
    </>
  );
}
