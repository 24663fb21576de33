import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { address } from "../../api/call.ts";
import type { Scan } from "../../api/types.ts";

/** However many scans come at once, the numbers are read again at most this often. */
const REFRESH_MS = 800;

/** Listens while one watches: which scans have come, and whether the line is up. */
export function useLiveScans(id: string) {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const [latest, setLatest] = useState<Scan | null>(null);
  const [live, setLive] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const source = new EventSource(address(`/qrcodes/${id}/live`));
    source.onopen = () => setLive(true);
    source.onerror = () => setLive(false);
    source.onmessage = (event) => {
      const scan = JSON.parse(event.data) as Scan;
      setLatest(scan);
      setArrived((seen) => new Set([...seen].slice(-200)).add(scan.id));
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: ["code", id] });
      }, REFRESH_MS);
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [client, id]);

  return { arrived, latest, live };
}
