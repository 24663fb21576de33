import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { openStream } from "../../api/stream.ts";
import type { Scan } from "../../api/types.ts";
import { agentOf, isPlaceKnown, placeOf } from "../../parts/scan-words.ts";
import classes from "./live.module.css";
import { createRefresh } from "./refresh.ts";
import { insights as words } from "./words.ts";

/** Refetch the numbers at most this often. */
const REFRESH_MS = 800;
/** Scans that arrived while the page is open, and whether the stream is connected. */
export function useLiveScans(id: string) {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const [latest, setLatest] = useState<Scan | null>(null);
  const [live, setLive] = useState(false);

  useEffect(() => {
    const numbers = createRefresh(() => client.invalidateQueries({ queryKey: ["code", id] }), REFRESH_MS);
    const closeStream = openStream<Scan>(`/qrcodes/${id}/live`, {
      onLive: setLive,
      onEvent(scan) {
        setLatest(scan);
        setArrived((seen) => new Set([...seen].slice(-200)).add(scan.id));
        numbers.refresh();
      },
    });
    return () => {
      numbers.stop();
      closeStream();
    };
  }, [client, id]);

  return { arrived, latest, live };
}

/** Shows that scans arrive live, and the last one. */
export function Live({ latest }: { latest: Scan | null }) {
  const where = latest && (isPlaceKnown(latest) ? placeOf(latest) : agentOf(latest));
  return (
    <span className={classes.live} data-live>
      {words.live}
      {where && (
        <span key={latest.id} className="arrives">
          {words.latest(where)}
        </span>
      )}
    </span>
  );
}
