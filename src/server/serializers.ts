import type { ScanRow } from "../scans/scan.ts";
import { timestamp } from "../shared/days.ts";
import { EXAMPLE_ID } from "./shapes.ts";

export const serializeScan = (scan: ScanRow, qrCodeId: string) => ({
  id: scan.id,
  qrCodeId,
  country: scan.country,
  city: scan.city,
  device: scan.device,
  browser: scan.browser,
  os: scan.os,
  latitude: scan.latitude,
  longitude: scan.longitude,
  scannedAt: timestamp(scan.at),
});

export const EXAMPLE_SCAN = {
  id: "019b7c01-04e8-7000-8c41-5d0e2f6a9b13",
  qrCodeId: EXAMPLE_ID,
  country: "DE",
  city: "Berlin",
  device: "mobile",
  browser: "Safari",
  os: "iOS",
  latitude: 52.5244,
  longitude: 13.4105,
  scannedAt: "2026-01-02T09:00:00.000Z",
};

/** With the placement, if it was scanned through one. */
export const serializeEventScan = (scan: ScanRow, qrCodeId: string) => ({
  ...serializeScan(scan, qrCodeId),
  ...(scan.placement && { placement: scan.placement }),
});
