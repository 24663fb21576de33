import type { Code, NewCode } from "../codes/code.ts";
import type { Placement } from "../placements/placement.ts";
import type { ScanRow } from "../scans/scan.ts";
import { timestamp } from "../shared/days.ts";
import { EXAMPLE_ID } from "./shapes.ts";

/** Rows as the interface shows them: exactly these fields. */
export type CodeSerializers = ReturnType<typeof createCodeSerializers>;

export function createCodeSerializers(baseUrl: () => string, shareBase: (workspaceId: string) => string) {
  const shareUrlOf = (workspaceId: string, token: string) => `${shareBase(workspaceId)}/r/${token}`;
  const common = (code: NewCode) => ({
    id: code.id,
    name: code.name,
    type: code.type,
    content: code.content,
    shareToken: code.token,
    shareUrl: shareUrlOf(code.workspaceId, code.token),
    foregroundColor: code.foregroundColor,
    backgroundColor: code.backgroundColor,
    size: code.size,
    errorCorrection: code.errorCorrection,
    category: code.category,
  });
  return {
    /** Where the code can be read, below the path at which it was made. */
    locationOf: (path: string, id: string) => `${baseUrl()}${path}/${id}`,
    created: (code: NewCode) => ({
      ...common(code),
      createdAt: timestamp(code.createdAt),
      expiresAt: timestamp(code.expiresAt),
    }),
    full: (code: Code) => ({
      ...common(code),
      isPublic: code.isPublic,
      isFavorite: code.isFavorite,
      scanCount: code.scanCount,
      createdAt: timestamp(code.createdAt),
      updatedAt: timestamp(code.updatedAt),
      expiresAt: timestamp(code.expiresAt),
    }),
    placement: (workspaceId: string, placement: Omit<Placement, "num" | "isSlug" | "isMoving">) => ({
      id: placement.id,
      name: placement.name,
      token: placement.token,
      shareUrl: shareUrlOf(workspaceId, placement.token),
      scanCount: placement.scanCount,
      isPaused: placement.isPaused,
      createdAt: timestamp(placement.createdAt),
    }),
  };
}

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
