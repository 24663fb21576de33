import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { address } from "../../api/call.ts";
import { ended } from "../../api/session.ts";
import type { Scan } from "../../api/types.ts";
import classes from "./live.module.css";
import { createRefresh } from "./refresh.ts";
import { agentOf, isPlaceKnown, placeOf, insights as words } from "./words.ts";

/** Refetch the numbers at most this often. */
const REFRESH_MS = 800;
/** Exponential back-off between attempts to reconnect. */
const BACKOFF_MS = { first: 2_000, longest: 60_000 };

interface StreamEvents {
  onLive: (isLive: boolean) => void;
  onScan: (scan: Scan) => void;
}

/**
 * Opens the event stream. EventSource gives up after an error response, such as 401 or a gateway error, so it is opened
 * again after a pause, and as soon as the service is back.
 */
function openStream(path: string, { onLive, onScan }: StreamEvents): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = BACKOFF_MS.first;

  function open(): void {
    clearTimeout(timer);
    source = new EventSource(address(path));
    source.onopen = () => {
      pause = BACKOFF_MS.first;
      onLive(true);
    };
    source.onerror = () => {
      onLive(false);
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, pause);
      pause = Math.min(2 * pause, BACKOFF_MS.longest);
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

/** Scans that arrived while the page is open, and whether the stream is connected. */
export function useLiveScans(id: string) {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const [latest, setLatest] = useState<Scan | null>(null);
  const [live, setLive] = useState(false);

  useEffect(() => {
    const numbers = createRefresh(() => client.invalidateQueries({ queryKey: ["code", id] }), REFRESH_MS);
    const closeStream = openStream(`/qrcodes/${id}/live`, {
      onLive: setLive,
      onScan(scan) {
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
