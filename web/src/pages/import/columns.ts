/** Which column of a table says what of a code. */
import { contentProblem } from "../../../../src/codes/content/index.ts";
import type { CodeType } from "../../api/types.ts";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import type { Row } from "./read-table.ts";

export const FIELDS = {
  name: { label: "Name", headers: /^(code|qr)?(name|title|titel|label|bezeichnung)$/ },
  content: {
    label: "Where it leads",
    headers:
      /^(content|inhalt|(target|destination|long|original|web)?(url|link|address|adresse|website)|target|destination|ziel|value|data)$/,
  },
  type: { label: "Type", headers: /^(code|content|qr)?(type|kind|typ|art)$/ },
  category: { label: "Category", headers: /^(category|categories|kategorie|tags?|folder|group)$/ },
  foregroundColor: { label: "Colour of the code", headers: /^(foreground|vordergrund)?(colou?r|farbe)$|^foreground$/ },
  backgroundColor: { label: "Background", headers: /^(background|hintergrund)(colou?r|farbe)?$/ },
  size: { label: "Pixels", headers: /^(size|pixels?|width)$/ },
  errorCorrection: { label: "Error correction", headers: /^(error(correction)?|ecc?)(level)?$|^level$/ },
  isPublic: { label: "Active", headers: /^(is)?(public|active|enabled)$/ },
  expiresAt: {
    label: "Works until",
    headers:
      /^(expires?(at|on)?|expiry(date)?|expiration(date)?|enddate|(valid|works)?until|(gültig|gueltig)?bis|ablauf(datum)?)$/,
  },
} as const;

export type Field = keyof typeof FIELDS;
/** For each column what it says; null when it is left out. */
export type Columns = (Field | null)[];

const FIELD_NAMES = Object.keys(FIELDS) as Field[];
const LOOKED_AT = 50;

const fieldOfHeader = (header: string): Field | null => {
  const letters = header
    .toLowerCase()
    .normalize()
    .replace(/[^\p{L}]/gu, "");
  return FIELD_NAMES.find((name) => FIELDS[name].headers.test(letters)) ?? null;
};

/** The first row has names if one of them is known, or if it alone leads nowhere. */
export function hasHeader([first, ...others]: readonly Row[]): boolean {
  if (!first || others.length === 0) return false;
  if (first.cells.some((cell) => fieldOfHeader(cell) !== null)) return true;
  return !first.cells.some(leads) && others.slice(0, LOOKED_AT).some((row) => row.cells.some(leads));
}

/** Each field at most once: by the columns' names, then by what stands in them. */
export function guessColumns(header: Row | null, rows: readonly Row[], width: number): Columns {
  const columns: Columns = Array(width).fill(null);
  const give = (at: number, field: Field | null): void => {
    if (field !== null && at >= 0 && !columns.includes(field)) columns[at] = field;
  };
  for (const [at, cell] of (header?.cells ?? []).entries()) give(at, fieldOfHeader(cell));
  const sample = rows.slice(0, LOOKED_AT);
  const share = (at: number, holds: (cell: string) => boolean): number =>
    columns[at] === null ? sample.filter(({ cells }) => holds(cells[at] ?? "")).length / sample.length : 0;
  const best = (holds: (cell: string) => boolean, enough = 0.5): number => {
    const shares = columns.map((_, at) => share(at, holds));
    const most = Math.max(0, ...shares);
    return most > enough ? shares.indexOf(most) : -1;
  };
  // Few addresses are enough, as nothing else looks like one.
  give(best(leads, 0.1), "content");
  give(
    best((cell) => typeOf(cell) !== null),
    "type",
  );
  give(
    best((cell) => cell !== "" && [...cell].length <= 100 && !/^[\d.,#]+$/.test(cell)),
    columns.includes("content") ? "name" : null,
  );
  return columns;
}

const leads = (cell: string): boolean => cell !== "" && guessType(cell) !== null;

/** By what a content says of itself; null for what might be anything. */
export function guessType(content: string): CodeType | null {
  const marked = MARKS.find(([mark]) => mark.test(content));
  if (marked) return marked[1];
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(content)) return "email";
  if (/^(https?:\/\/|www\.)|^[\w-]+(\.[\w-]+)+([/?#]|$)/i.test(content)) {
    return contentProblem("url", content) === null && !/^[\d.]+$/.test(content) ? "url" : null;
  }
  if (/^-?\d+\.\d+\s*,\s*-?\d+\.\d+$/.test(content)) return "geo";
  return /^\+[\d\s()/-]{6,}$/.test(content) ? "phone" : null;
}

const MARKS: [RegExp, CodeType][] = [
  [/^WIFI:/i, "wifi"],
  [/^(BEGIN:VCARD|MECARD:)/i, "vcard"],
  [/^(mailto:|MATMSG:)/i, "email"],
  [/^tel:/i, "phone"],
  [/^(sms|smsto):/i, "sms"],
  [/^https?:\/\/(wa\.me|api\.whatsapp\.com)\//i, "whatsapp"],
  [/^geo:/i, "geo"],
];

/** By the service's word for it or the dashboard's. */
export const typeOf = (cell: string): CodeType | null =>
  KIND_NAMES.find((name) => [name, KINDS[name].label.toLowerCase()].includes(cell.toLowerCase())) ?? null;
