/**
 * Spreadsheets treat a cell as a formula if the first character that shows is one of these, also in its full-width form;
 * a leading apostrophe makes it text. Cells with such an apostrophe of their own get another, so that reading is exact.
 */
const FORMULA = /^'*[\t\r\n]|^'*[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;

export type Cell = string | number | null;

export function csvCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const plain = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The text of a cell that `csvCell` or a spreadsheet wrote. */
export const textOfCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const SAMPLE_BYTES = 2000;

/** Decodes UTF-8 or UTF-16, the two encodings spreadsheets write; null for anything else. */
export function decodeUnicode(bytes: Uint8Array): string | null {
  const text = (encoding: string): string | null => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  };
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return text("utf-16le");
  if (first === 0xfe && second === 0xff) return text("utf-16be");
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  // Latin letters in UTF-16 have a zero in one of two bytes; UTF-8 text has none.
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]! += 1;
  if (zeros[1]! * 4 > sample.length) return text("utf-16le");
  if (zeros[0]! * 4 > sample.length) return text("utf-16be");
  return text("utf-8");
}
