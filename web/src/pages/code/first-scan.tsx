import { Box } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Code, Me, Scan } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { HowToFix } from "../../parts/local-warning.tsx";
import { agentOf, isPlaceKnown } from "../../parts/scan-words.ts";
import { WaitingDots } from "../../parts/waiting-dots.tsx";
import classes from "./first-scan.module.css";
import { encodeOf } from "./head.tsx";
import { created } from "./words.ts";

interface FirstScanProps {
  code: Code;
  /** The latest that arrived while the page is open. */
  latest: Scan | null;
}

/**
 * Waits for the first scan. No scans are expected if the image holds the content itself, or if phones cannot reach the
 * service.
 */
export function FirstScan({ code, latest }: FirstScanProps) {
  const service = useQueryClient().getQueryData<Me>(["me"])?.service;
  const isHeld = encodeOf(code) === "content";
  const isScanned = latest !== null || code.scanCount > 0;
  const isReachable = isHeld || !service?.isLocal;
  const isAwaited = !isScanned && !isHeld && isReachable;
  const title = isReachable ? created.scanIt : created.notReachableTitle;
  return (
    <section className={classes.try} aria-label={title} data-scanned={isScanned || undefined}>
      <span className={classes.camera}>
        <Icon name={isScanned ? "check" : "camera"} size={20} />
      </span>
      <Box role="status" className={classes.tried}>
        <b>{isScanned ? scannedText(latest, code.scanCount) : title}</b>
        <span>
          {isScanned ? created.works(latest && agentOf(latest)) : howTo(isHeld, service)}{" "}
          {!isScanned && !isHeld && <HowToFix />}
        </span>
      </Box>
      {isAwaited && <WaitingDots />}
    </section>
  );
}

function scannedText(scan: Scan | null, count: number): string {
  if (!scan) return created.scannedBefore(count);
  return created.scanned(isPlaceKnown(scan) ? (scan.city ?? scan.country) : null);
}

function howTo(isHeld: boolean, service: Me["service"] | undefined): string {
  if (isHeld) return created.tryNetwork;
  return service?.isLocal ? created.notReachable(new URL(service.baseUrl).host) : created.pointCamera;
}
