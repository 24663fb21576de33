import { Anchor, Card, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { LiveScan } from "../../api/overview.ts";
import { openStream } from "../../api/stream.ts";
import { inWords } from "../../parts/formats.ts";
import { agentOf, isPlaceKnown, placeOf } from "../../parts/scan-words.ts";
import { createRefresh } from "../code/refresh.ts";
import classes from "./overview.module.css";
import { live as words } from "./words.ts";

const SHOWN = 6;
const KEPT = 100;
const LATELY_MS = 300_000;
/** Refetch the numbers at most this often while scans arrive. */
const REFRESH_MS = 5_000;
/** The ages in the list. */
const TICK_MS = 20_000;

/** The latest scans of all codes, newest first, and whether the stream is connected. */
export function useLiveScans() {
  const client = useQueryClient();
  const [scans, setScans] = useState<LiveScan[]>([]);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const opened = Date.now();
    const numbers = createRefresh(() => client.invalidateQueries({ queryKey: ["overview"] }), REFRESH_MS);
    const close = openStream<LiveScan>("/live", {
      onLive: setLive,
      onEvent(scan) {
        setScans((before) => (before.some(({ id }) => id === scan.id) ? before : [scan, ...before].slice(0, KEPT)));
        if (Date.parse(scan.scannedAt) > opened) numbers.refresh();
      },
    });
    return () => {
      numbers.stop();
      close();
    };
  }, [client]);
  return { scans, isLive };
}

/** Scans as they arrive, from all nodes. */
export function LiveScans() {
  const { scans, isLive } = useLiveScans();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const sorted = scans.toSorted((a, b) => Date.parse(b.scannedAt) - Date.parse(a.scannedAt));
  const lately = sorted.filter(({ scannedAt }) => now - Date.parse(scannedAt) < LATELY_MS).length;
  return (
    <Card component="section" aria-label={words.title}>
      <div className={classes.head}>
        <h2>{words.title}</h2>
        <span
          className={classes.dot}
          data-live={isLive || undefined}
          role="img"
          aria-label={isLive ? words.on : words.off}
          title={isLive ? words.on : words.off}
        />
        {lately > 0 && <span className={classes.hint}>{words.lately(lately, lately >= KEPT)}</span>}
      </div>
      {scans.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.empty}
        </Text>
      )}
      <ul className={classes.list}>
        {sorted.slice(0, SHOWN).map((scan) => (
          <li key={scan.id} className={classes.scan}>
            <Anchor component={Link} to={`/codes/${scan.qrCodeId}`} title={scan.codeName}>
              {scan.codeName}
            </Anchor>
            <span>{isPlaceKnown(scan) ? placeOf(scan) : agentOf(scan)}</span>
            <time dateTime={scan.scannedAt}>
              {inWords.ago(scan.scannedAt, Math.max(now, Date.parse(scan.scannedAt)))}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
