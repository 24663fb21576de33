/** Converts rows of the store to records and back. */
import { allLabels } from "../codes/draft.ts";
import { writePage } from "../codes/page.ts";
import type { NewLogo, SavedStyle } from "../looks/look.ts";
import { NO_ROUTING, writeRouting } from "../routing/routing.ts";
import { timestamp } from "../shared/days.ts";
import { recordOf } from "../shared/record.ts";
import type {
  BundledCode,
  BundledHistory,
  BundledPlacement,
  BundledScan,
  BundledVersion,
  BundledWorkspace,
  CodeData,
  ForgottenDay,
  ImportedCode,
} from "./bundled.ts";
import {
  type ActorRecord,
  type CodeRecord,
  type HistoryRecord,
  type LogoRecord,
  type LookRecord,
  type PlacementRecord,
  SCHEMAS,
  type ScanRecord,
  type StyleRecord,
  type VersionRecord,
  type WorkspaceRecord,
} from "./record-schemas.ts";

const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));
const msOf = (text: string): number => Date.parse(text);
const msOrNull = (text: string | null): number | null => (text === null ? null : msOf(text));

export const workspaceRecord = ({
  suspended: _,
  hasDomain: __,
  madeBy: ___,
  ...workspace
}: BundledWorkspace): WorkspaceRecord => ({
  ...workspace,
  members: workspace.members.map(({ userId: _, ...member }) => member),
  views: workspace.views.map(({ name, query }) => ({ name, query: JSON.parse(query) })),
});

export const codeRecord = (
  code: BundledCode,
  { shareUrl, madeBy }: { shareUrl: string; madeBy: ActorRecord },
): CodeRecord =>
  recordOf(SCHEMAS.codes, code, {
    workspace: code.workspaceId,
    shareToken: code.token,
    shareUrl,
    style: parsed(code.style),
    page: parsed(code.page),
    routing: parsed(code.routing),
    madeBy,
  });

export const codeOf = (
  { workspace: _, shareToken: token, shareUrl: __, ...record }: CodeRecord,
  { workspaceId, madeBy }: { workspaceId: string; madeBy: string | null },
  logoIds: ReadonlyMap<string, string>,
): ImportedCode => ({
  ...record,
  ...allLabels(record),
  workspaceId,
  token,
  madeBy,
  style: record.style && styleText(record.style, logoIds),
  page: record.page && writePage(record.page),
  routing: record.routing ? writeRouting({ ...NO_ROUTING, ...record.routing }) : null,
  createdAt: msOf(record.createdAt),
  updatedAt: msOf(record.updatedAt),
  deletedAt: msOrNull(record.deletedAt),
  expiresAt: msOf(record.expiresAt),
  expiresBefore: msOrNull(record.expiresBefore),
  renewedAt: msOf(record.renewedAt),
});

/** The look as stored, with the local id of its logo. */
function styleText(style: LookRecord, logoIds: ReadonlyMap<string, string>): string {
  const { logo } = style;
  return JSON.stringify(logo ? { ...style, logo: { ...logo, id: logoIds.get(logo.id) ?? logo.id } } : style);
}

export const styleRecord = (style: SavedStyle): StyleRecord =>
  recordOf(SCHEMAS.styles, style, { workspace: style.workspaceId, style: parsed(style.style) });

export const styleOf = (
  record: StyleRecord,
  workspaceId: string,
  logoIds: ReadonlyMap<string, string>,
): SavedStyle => ({
  id: record.id,
  workspaceId,
  name: record.name,
  isDefault: record.isDefault,
  style: styleText(record.style, logoIds),
  createdAt: msOf(record.createdAt),
});

export const logoRecord = (logo: NewLogo): LogoRecord =>
  recordOf(SCHEMAS.logos, logo, { workspace: logo.workspaceId, file: `logos/${logo.id}.png` });

export const logoOf = (record: LogoRecord, workspaceId: string, bytes: Uint8Array): NewLogo => ({
  id: record.id,
  workspaceId,
  width: record.width,
  height: record.height,
  hash: record.hash,
  createdAt: msOf(record.createdAt),
  bytes,
});

export const versionRecord = (version: BundledVersion, codeId: string, endedBy: ActorRecord): VersionRecord =>
  recordOf(SCHEMAS.versions, version, { codeId, version: version.n, until: timestamp(version.replacedAt), endedBy });

export const versionOf = (record: VersionRecord, replacedBy: string | null): CodeData["versions"][number] => ({
  n: record.version,
  content: record.content,
  replacedAt: msOf(record.until),
  replacedBy,
  scansUntil: record.scansUntil,
});

export const scanRecord = (scan: BundledScan, codeId: string): ScanRecord => ({
  id: scan.id,
  qrCodeId: codeId,
  country: scan.country,
  city: scan.city,
  device: scan.device,
  browser: scan.browser,
  os: scan.os,
  latitude: scan.latitude,
  longitude: scan.longitude,
  scannedAt: timestamp(scan.at),
  placementId: scan.placementId,
  route: scan.route,
});

export const placementRecord = (placement: BundledPlacement, codeId: string): PlacementRecord =>
  recordOf(SCHEMAS.placements, placement, { codeId, shareToken: placement.token });

export const placementOf = ({
  codeId: _,
  shareToken: token,
  createdAt,
  ...record
}: PlacementRecord): BundledPlacement => ({
  ...record,
  token,
  createdAt: msOf(createdAt),
});

export const scanOf = ({ qrCodeId: _, scannedAt, ...scan }: ScanRecord, codeNum: number): BundledScan => ({
  ...scan,
  route: scan.route ?? null,
  codeNum,
  at: msOf(scannedAt),
});

const NO_HISTORY: Omit<HistoryRecord, "codeId"> = { days: [], visitors: [], uncounted: [], imported: [], changes: [] };

export const daysRecord = (codeId: string, days: ForgottenDay[]): HistoryRecord => ({ codeId, ...NO_HISTORY, days });

/** The records of the codes in `history`, without forgotten scans. */
export function historyRecords(
  history: BundledHistory,
  codes: readonly Pick<BundledCode, "num" | "id">[],
): HistoryRecord[] {
  const byCode = <T extends { codeNum: number }>(rows: readonly T[]) => {
    const grouped = Map.groupBy(rows, ({ codeNum }) => codeNum);
    return (num: number): readonly T[] => grouped.get(num) ?? [];
  };
  const [visitors, uncounted] = [byCode(history.visitors), byCode(history.uncounted)];
  const [imported, changes] = [byCode(history.imported), byCode(history.changes)];
  return codes.map(({ num, id }) => ({
    codeId: id,
    days: [],
    visitors: visitors(num).map(({ from, quarters, visitors, scans }) => [from, quarters, visitors, scans]),
    uncounted: uncounted(num).map(({ day, reason, count }) => [day, reason, count]),
    imported: imported(num).map(({ source, total, importedAt }) => ({
      source,
      total,
      importedAt: timestamp(importedAt),
    })),
    changes: changes(num).map(({ at, kind }) => [timestamp(at), kind]),
  }));
}

export const historyOf = (record: HistoryRecord): CodeData["history"] => ({
  days: record.days.map((day) => ({ routes: [], ...day })),
  visitors: record.visitors.map(([from, quarters, visitors, scans]) => ({ from, quarters, visitors, scans })),
  uncounted: record.uncounted.map(([day, reason, count]) => ({ day, reason, count })),
  imported: record.imported.map(({ source, total, importedAt }) => ({ source, total, importedAt: msOf(importedAt) })),
  changes: record.changes.map(([at, kind]) => ({ at: msOf(at), kind })),
});
