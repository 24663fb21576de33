import { Readable } from "node:stream";
import type { Analytics } from "../../analytics/service.ts";
import { timestamp } from "../../shared/days.ts";
import type { ScanRow } from "../../store/scan-store.ts";

const PAGE = 500;
const HEAD = "id,scannedAt (UTC),country,city,latitude,longitude,device,browser,os\r\n";

/** A spreadsheet takes a cell that starts with one of these for a formula; a quote makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const plain = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const rowOf = (scan: ScanRow): string =>
  `${[
    scan.id,
    timestamp(scan.at),
    scan.country,
    scan.city,
    scan.latitude,
    scan.longitude,
    scan.device,
    scan.browser,
    scan.os,
  ]
    .map(csvCell)
    .join(",")}\r\n`;

/** All scans of a code, newest first, page by page: as long as it is, it never stands in memory whole. */
export function createScansCsv(analytics: Analytics) {
  async function* lines(codeNum: number): AsyncGenerator<string> {
    yield HEAD;
    let cursor: string | undefined;
    do {
      const page = await analytics.scans(codeNum, PAGE, cursor);
      if (page.data.length > 0) yield page.data.map(rowOf).join("");
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return (codeNum: number): Readable => Readable.from(lines(codeNum));
}
