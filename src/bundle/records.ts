/** What stands in a line of a bundle's NDJSON files and a row of its CSV files. */
import { dateOfDay, dayOf, timestamp } from "../shared/days.ts";
import type {
  BundledCode,
  BundledLogo,
  BundledOwner,
  BundledScan,
  BundledStyle,
  BundledVersion,
} from "../store/bundle-store.ts";
import type { ActorRecord } from "./actors.ts";

export const FORMAT = "tessera-bundle";
export const FORMAT_VERSION = 1;

const time = (ms: number | null): string | null => (ms === null ? null : timestamp(ms));

/** What an account is made with, where it comes in. */
export const ownerRecord = ({ email, name, contact, plan, suspended }: BundledOwner) => ({
  email,
  name,
  contact,
  plan,
  suspended,
});
export type OwnerRecord = ReturnType<typeof ownerRecord>;

export type CodeRecord = ReturnType<typeof codeRecord>;

export const codeRecord = (
  code: BundledCode,
  { owner, shareUrl, madeBy }: { owner: string; shareUrl: string; madeBy: ActorRecord },
  rawFromDay: number,
) => ({
  id: code.id,
  owner,
  name: code.name,
  type: code.type,
  content: code.content,
  shareToken: code.token,
  shareUrl,
  foregroundColor: code.foreground,
  backgroundColor: code.background,
  size: code.size,
  errorCorrection: code.level,
  style: code.style === null ? null : JSON.parse(code.style),
  category: code.category,
  isPublic: code.isPublic,
  isFavorite: code.isFavorite,
  scanCount: code.scanCount,
  createdAt: timestamp(code.createdAt),
  updatedAt: timestamp(code.updatedAt),
  expiresAt: timestamp(code.expiresAt),
  expiresFixed: code.expiresFixed,
  expiresBefore: time(code.expiresBefore),
  renewedAt: timestamp(code.renewedAt),
  foldedBefore: dateOfDay(code.foldedBefore),
  deletedAt: time(code.deletedAt),
  madeBy,
  rawScansFrom: dateOfDay(Math.max(code.rawFromDay, rawFromDay)),
});

export const msOf = (text: string): number => {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new Error(`"${text}" is not a time.`);
  return ms;
};
const msOrNull = (text: string | null): number | null => (text === null ? null : msOf(text));

/** The look as text, its logo by the id that it is kept under here. */
function styleText(style: LookRecord | null, logoIds: ReadonlyMap<string, string>) {
  if (style === null) return null;
  const { logo } = style;
  const known = logo && { ...logo, id: logoIds.get(logo.id) ?? logo.id };
  return JSON.stringify({ ...style, ...(logo ? { logo: known } : {}) });
}

type LookRecord = Record<string, unknown> & { logo?: { id: string } | null };

export const styleRecord = (style: BundledStyle, owner: string) => ({
  id: style.id,
  owner,
  name: style.name,
  isDefault: style.isDefault,
  style: JSON.parse(style.style) as LookRecord,
  createdAt: timestamp(style.createdAt),
});
export type StyleRecord = ReturnType<typeof styleRecord>;

export const styleOf = (record: StyleRecord, ownerId: string, logoIds: ReadonlyMap<string, string>): BundledStyle => ({
  id: record.id,
  ownerId,
  name: record.name,
  isDefault: record.isDefault,
  style: styleText(record.style, logoIds)!,
  createdAt: msOf(record.createdAt),
});

export const logoRecord = (logo: BundledLogo, owner: string) => ({
  id: logo.id,
  owner,
  width: logo.width,
  height: logo.height,
  hash: logo.hash,
  createdAt: timestamp(logo.createdAt),
  file: `logos/${logo.id}.png`,
});
export type LogoRecord = ReturnType<typeof logoRecord>;

export const logoOf = (record: LogoRecord, ownerId: string, bytes: Uint8Array): BundledLogo => ({
  id: record.id,
  ownerId,
  width: record.width,
  height: record.height,
  hash: record.hash,
  createdAt: msOf(record.createdAt),
  bytes,
});

export const codeOf = (
  record: CodeRecord,
  { ownerId, madeBy }: { ownerId: string; madeBy: string | null },
  logoIds: ReadonlyMap<string, string>,
): Omit<BundledCode, "num"> => ({
  madeBy,
  rawFromDay: dayOf(msOf(record.rawScansFrom)),
  style: styleText(record.style, logoIds),
  id: record.id,
  ownerId,
  name: record.name,
  type: record.type,
  content: record.content,
  token: record.shareToken,
  size: record.size,
  level: record.errorCorrection,
  foreground: record.foregroundColor,
  background: record.backgroundColor,
  category: record.category,
  isPublic: record.isPublic,
  isFavorite: record.isFavorite,
  scanCount: record.scanCount,
  createdAt: msOf(record.createdAt),
  updatedAt: msOf(record.updatedAt),
  deletedAt: msOrNull(record.deletedAt),
  expiresAt: msOf(record.expiresAt),
  expiresFixed: record.expiresFixed,
  expiresBefore: msOrNull(record.expiresBefore),
  renewedAt: msOf(record.renewedAt),
  foldedBefore: dayOf(msOf(record.foldedBefore)),
});

export const versionRecord = (version: BundledVersion, codeId: string, endedBy: ActorRecord) => ({
  codeId,
  version: version.n,
  content: version.content,
  until: timestamp(version.replacedAt),
  endedBy,
  dayScans: version.dayScans,
  dayTotal: version.dayTotal,
});
export type VersionRecord = ReturnType<typeof versionRecord>;

export const versionOf = (record: VersionRecord, replacedBy: string | null) => ({
  n: record.version,
  content: record.content,
  replacedAt: msOf(record.until),
  replacedBy,
  dayScans: record.dayScans,
  dayTotal: record.dayTotal,
});

export const scanRecord = (scan: BundledScan, codeId: string) => ({
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
});
export type ScanRecord = ReturnType<typeof scanRecord>;

export const scanOf = (record: ScanRecord, codeNum: number): BundledScan => ({
  codeNum,
  id: record.id,
  at: msOf(record.scannedAt),
  device: record.device,
  browser: record.browser,
  os: record.os,
  country: record.country,
  city: record.city,
  latitude: record.latitude,
  longitude: record.longitude,
});
