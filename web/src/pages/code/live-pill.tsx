import { Affix, CloseButton, Group, Paper, Text, Transition } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Scan } from "../../api/types.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { inWords } from "../../parts/words.ts";
import { agentOf, isPlaceKnown, placeOf } from "./scan-words.ts";

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
