import { Affix, CloseButton, Group, Paper, Text, Transition } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { address } from "../../api/call.ts";
import { ended } from "../../api/session.ts";
import type { Scan } from "../../api/types.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { inWords } from "../../parts/words.ts";
import { agentOf, isPlaceKnown, placeOf } from "./scans.tsx";

/** However many scans come at once, the numbers are read again at most this often. */
const REFRESH_MS = 800;
/** Between two attempts to open a line that was refused; each waits twice as long as the last. */
const PAUSE_MS = { first: 2_000, longest: 60_000 };

interface LineEvents {
  onLive: (isLive: boolean) => void;
  onScan: (scan: Scan) => void;
}

/**
 * Browsers give up on a line that is answered with an error, such as that of a session that ended or
 * of a proxy without a service. It is opened anew after a pause, and as soon as one is back.
 */
function openLine(path: string, { onLive, onScan }: LineEvents): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = PAUSE_MS.first;

  function open(): void {
    clearTimeout(timer);
    source = new EventSource(address(path));
    source.onopen = () => {
      pause = PAUSE_MS.first;
      onLive(true);
    };
    source.onerror = () => {
      onLive(false);
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, pause);
      pause = Math.min(2 * pause, PAUSE_MS.longest);
    };
    source.onmessage = (event) => onScan(JSON.parse(event.data) as Scan);
  }
  function openIfClosed(): void {
    const isBack = !ended.get() && document.visibilityState === "visible";
    if (isBack && source.readyState === EventSource.CLOSED) open();
  }

  open();
  const forget = ended.subscribe(openIfClosed);
  document.addEventListener("visibilitychange", openIfClosed);
  return () => {
    forget();
    document.removeEventListener("visibilitychange", openIfClosed);
    clearTimeout(timer);
    source.close();
  };
}

/** Listens while one watches: which scans have come, and whether the line is up. */
export function useLiveScans(id: string) {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const [latest, setLatest] = useState<Scan | null>(null);
  const [live, setLive] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const closeLine = openLine(`/qrcodes/${id}/live`, {
      onLive: setLive,
      onScan(scan) {
        setLatest(scan);
        setArrived((seen) => new Set([...seen].slice(-200)).add(scan.id));
        timer ??= setTimeout(() => {
          timer = undefined;
          void client.invalidateQueries({ queryKey: ["code", id] });
        }, REFRESH_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      closeLine();
    };
  }, [client, id]);

  return { arrived, latest, live };
}

const SHOWN_MS = 12_000;
/** On a phone under the header: the buttons one presses next are at the bottom. */
const PLACES = {
  desk: { bottom: 16, left: "50%" },
  phone: { top: "calc(var(--app-shell-header-height, 0px) + 8px)", left: "50%" },
};

/** Floats over the page, so that nothing on it moves; closed, it stays away until the page is opened anew. */
export function LivePill({ scan, count }: { scan: Scan | null; count: number }) {
  const [isClosed, setClosed] = useState(false);
  const [gone, setGone] = useState<string | null>(null);
  const id = scan?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => setGone(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <Affix
      position={useIsNarrow() ? PLACES.phone : PLACES.desk}
      style={{ transform: "translateX(-50%)", maxWidth: "calc(100vw - 2rem)" }}
    >
      <Transition mounted={scan !== null && scan.id !== gone && !isClosed} transition="slide-up" keepMounted={false}>
        {(style) => (
          <Paper withBorder shadow="md" radius="xl" pl="md" pr={6} py={4} style={style} data-live>
            <Group gap="xs" wrap="nowrap">
              <Words scan={scan} count={count} />
              <CloseButton radius="xl" size="lg" aria-label="Hide live scans" onClick={() => setClosed(true)} />
            </Group>
          </Paper>
        )}
      </Transition>
    </Affix>
  );
}

function Words({ scan, count }: { scan: Scan | null; count: number }) {
  if (!scan) return null;
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" fw={600} truncate>
        {count === 1 ? "A scan, just now" : `${inWords.number(count)} scans while you watch`}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {isPlaceKnown(scan) ? `${placeOf(scan)} · ` : ""}
        {agentOf(scan)}
      </Text>
    </div>
  );
}
