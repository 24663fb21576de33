import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { address } from "../../api/call.ts";
import { ended } from "../../api/session.ts";
import type { Scan } from "../../api/types.ts";
import classes from "./live.module.css";
import { agentOf, isPlaceKnown, placeOf, insights as words } from "./words.ts";

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

/** That scans are heard of as they happen, and the last that was. */
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
