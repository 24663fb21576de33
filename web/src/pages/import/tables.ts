/** Tables to take away: an example, what was made, and what was not. */
import { csvLine } from "../../../../src/shared/csv.ts";
import { FIELDS, type Field } from "./columns.ts";
import type { Row } from "./read-table.ts";
import type { Failed, Made } from "./send-rows.ts";

export const SAMPLE = [
  ["Name", "Content", "Type", "Category", "Foreground colour", "Works until"],
  ["Table 1", "https://example.com/menu?table=1", "url", "Tables", "#1a1410", ""],
  ["Reception", "+44 20 7946 0000", "phone", "", "", ""],
  ["Guest network", "WIFI:T:WPA;S:Guest;P:rain or shine;;", "wifi", "Lobby", "", "2030-12-31"],
]
  .map(csvLine)
  .join("");

export const madeTable = (made: readonly Made[]): string =>
  csvLine(["Name", "Content", "Type", "Share URL", "Id"]) +
  made.map(({ draft: { body }, shareUrl, id }) => csvLine([body.name, body.content, body.type, shareUrl, id])).join("");

/** As the rows came, with the reasons behind them, so that it can be mended and tried again. */
export function failedTable(failed: readonly Failed[], header: Row | null, width: number): string {
  const padded = (row: Row | null) => Array.from({ length: width }, (_, i) => row?.cells[i] ?? "");
  const head = header ? padded(header) : padded(null).map((_, i) => `Column ${i + 1}`);
  const lines = failed.map((each) => csvLine([...padded(each.draft.row), reasonOf(each)]));
  return csvLine([...head, "Problem"]) + lines.join("");
}

export const reasonOf = ({ problems, reason }: Omit<Failed, "draft">): string =>
  [
    ...(reason ? [reason] : []),
    ...Object.entries(problems).map(([field, message]) => `${FIELDS[field as Field]?.label ?? field}: ${message}`),
  ].join(" ");

/** Spreadsheets take a file without this mark for another alphabet. */
const MARK = "\ufeff";

export function download(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([MARK, text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
