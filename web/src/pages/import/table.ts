import Papa from "papaparse";
import { CAPACITY } from "../../../../src/codes/content/capacity.ts";
import { contentProblem } from "../../../../src/codes/content/index.ts";
import { csvLine, decodeUnicode, textOfCell } from "../../../../src/shared/csv.ts";
import type { CodeType, Level } from "../../api/types.ts";
import { dayOf, endOf, LAST_MS, momentOf } from "../../parts/expiry.ts";
import { capital } from "../../parts/formats.ts";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { words } from "./words.ts";

/** Parses CSV files as spreadsheets write them, with any separator and encoding. */
export interface Row {
  /** As in a spreadsheet: the first is 1. */
  number: number;
  cells: string[];
}

export interface Table {
  rows: Row[];
  width: number;
  /** A warning about the file, or null. */
  oddity: string | null;
}

const SEPARATORS = [",", ";", "\t", "|"];
/** Excel's line that names the separator. */
const NAMED = /^sep=(.)\r?\n/i;
const LOOKED_AT = 20;

/** Falls back to Windows-1252, which older spreadsheets write. */
export const decode = (bytes: Uint8Array): string =>
  decodeUnicode(bytes) ?? new TextDecoder("windows-1252").decode(bytes);

export function readTable(given: string): Table {
  const text = given.replace(/^\ufeff/, "");
  const named = NAMED.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const parsed = Papa.parse<string[]>(body, { delimiter: named?.[1] ?? guessSeparator(body) });
  const rows = parsed.data
    .map((cells, i) => ({ number: i + (named ? 2 : 1), cells: cells.map(plain) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const broken = parsed.errors.find(({ type }) => type === "Quotes");
  return {
    rows,
    width: Math.max(0, ...rows.slice(0, 1000).map(({ cells }) => cells.length)),
    oddity: broken ? words.unclosedQuote((broken.row ?? 0) + 1) : null,
  };
}

/** The separator that splits most rows into as many cells as the first. */
function guessSeparator(text: string): string {
  const scores = SEPARATORS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: LOOKED_AT, skipEmptyLines: "greedy" });
    const width = data[0]?.length ?? 1;
    return width < 2 ? 0 : data.filter((cells) => cells.length === width).length + width / 1000;
  });
  return SEPARATORS[scores.indexOf(Math.max(...scores))]!;
}

const plain = (cell: string): string => textOfCell(cell.trim()).trim();

/** What columns of a field are called, in letters alone. */
const HEADERS: Record<Field, RegExp> = {
  name: /^(code|qr)?(name|title|titel|label|bezeichnung)$/,
  content:
    /^(content|inhalt|(target|destination|long|original|web)?(url|link|address|adresse|website)|target|destination|ziel|value|data)$/,
  type: /^(code|content|qr)?(type|kind|typ|art)$/,
  externalId: /^(external|own|yourown|eigene)id$|^(sku|reference|referenz)$/,
  tags: /^(tags?|labels|schlagw(ö|oe)rter|category|categories|kategorie|folder|group)$/,
  slug: /^(slug|shortname|alias|backhalf|customlinkname)$/,
  foregroundColor: /^(foreground|vordergrund)?(colou?r|farbe)$|^foreground$/,
  backgroundColor: /^(background|hintergrund)(colou?r|farbe)?$/,
  size: /^(size|pixels?|width)$/,
  errorCorrection: /^(error(correction)?|ecc?)(level)?$|^level$/,
  isPublic: /^(is)?(public|active|enabled)$/,
  expiresAt:
    /^(expires?(at|on)?|expiry(date)?|expiration(date)?|ends?(at|on)?|enddate|(valid|works)?until|(gültig|gueltig)?bis|ablauf(datum)?)$/,
};

export type Field = keyof typeof words.fields;
/** The field of each column; null if it is ignored. */
export type Columns = (Field | null)[];

/** Of several columns: a code gets the tags of all. */
export const REPEATS: Field = "tags";

export const FIELD_NAMES = Object.keys(words.fields) as Field[];
const SAMPLE_ROWS = 50;

/** Columns that may be the content if no other is, and their type. */
const TYPES_BY_HEADER: [RegExp, CodeType][] = [
  [/^((tele|mobile|cell)?phone|telefon|tel|mobile?|handy)(numbers?|nummer|no|nr)?$/, "phone"],
  [/^e?mail(address|adresse)?$/, "email"],
];

const lettersOf = (header: string): string =>
  header
    .toLowerCase()
    .normalize()
    .replace(/[^\p{L}]/gu, "");

const fieldOfHeader = (header: string): Field | null =>
  FIELD_NAMES.find((name) => HEADERS[name].test(lettersOf(header))) ?? null;

const typeOfHeader = (header: string): CodeType | null =>
  TYPES_BY_HEADER.find(([headers]) => headers.test(lettersOf(header)))?.[1] ?? null;

/** The type of all rows, from the name of the content column. */
export const guessTypeOfAll = (header: Row | null, columns: Columns): CodeType | null =>
  typeOfHeader(header?.cells[columns.indexOf("content")] ?? "");

/** The destination's column in tables that also have a short link under "Link" or "Address". */
const DESTINATION = /^(target|(target|destination|long|original)(url|link|address)?)$/;

/** Columns that only this product's export has. */
const PRODUCTS = {
  Bitly: [
    ["customlink"],
    ["bitlink"],
    ["shortlink", "totalengagements"],
    ["link", "engagements"],
    ["longurl", "custombitlinks"],
  ],
  Dub: [
    // People choose which columns they export.
    ["shortlink", "destinationurl", "clicks"],
    ["shortlink", "destinationurl", "createdat"],
    ["shortlink", "destinationurl", "archived"],
    ["shortlink", "url", "clicks"],
    ["shortlink", "url", "key"],
  ],
  Shlink: [["shortcode", "longurl"]],
  Kutt: [["address", "target", "visitcount"]],
} as const;
export type Product = keyof typeof PRODUCTS;

/** The product whose export this is, or null. */
export function productOf(header: readonly string[]): Product | null {
  const names = new Set(header.map(lettersOf));
  const isOf = (product: Product) => PRODUCTS[product].some((all) => all.every((name) => names.has(name)));
  return (Object.keys(PRODUCTS) as Product[]).find(isOf) ?? null;
}

/** The first row is a header if it has a known name, or if it is the only one without content. */
export function hasHeader([first, ...others]: readonly Row[]): boolean {
  if (!first || others.length === 0) return false;
  if (first.cells.some((cell) => fieldOfHeader(cell) ?? typeOfHeader(cell))) return true;
  return !first.cells.some(leads) && others.slice(0, SAMPLE_ROWS).some((row) => row.cells.some(leads));
}

/** Each field except tags at most once: by column names, then by their values. */
export function guessColumns(header: Row | null, rows: readonly Row[], width: number): Columns {
  const columns: Columns = Array(width).fill(null);
  const give = (at: number, field: Field | null): void => {
    if (field !== null && at >= 0 && (field === REPEATS || !columns.includes(field))) columns[at] = field;
  };
  const names = header?.cells ?? [];
  give(
    names.findIndex((name) => DESTINATION.test(lettersOf(name))),
    "content",
  );
  for (const [at, cell] of names.entries()) give(at, columns[at] ?? fieldOfHeader(cell));
  const sample = rows.slice(0, SAMPLE_ROWS);
  const share = (at: number, holds: (cell: string) => boolean): number =>
    columns[at] === null ? sample.filter(({ cells }) => holds(cells[at] ?? "")).length / sample.length : 0;
  const best = (holds: (cell: string) => boolean, enough = 0.5): number => {
    const shares = columns.map((_, at) => share(at, holds));
    const most = Math.max(0, ...shares);
    return most > enough ? shares.indexOf(most) : -1;
  };
  // A few addresses are enough, because nothing else looks like one.
  give(best(leads, 0.1), "content");
  give(header?.cells.findIndex((cell) => typeOfHeader(cell) !== null) ?? -1, "content");
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

/** Guesses the type from the content; null if it is ambiguous. */
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

/** By the API's name for a type or the dashboard's. */
const typeOf = (cell: string): CodeType | null =>
  KIND_NAMES.find((name) => [name, KINDS[name].label.toLowerCase()].includes(cell.toLowerCase())) ?? null;

export type Problems = Partial<Record<Field, string>>;

export interface Draft {
  row: Row;
  /** The request body; valid only if there are no problems. */
  body: Record<string, unknown> & { name: string; content: string; type: CodeType; tags?: string[] };
  problems: Problems;
}

export const isRight = ({ problems }: Draft): boolean => Object.keys(problems).length === 0;

const MAX = 100;
const MAX_ID = 200;
/** The server's limits of tags. */
const TAG_LENGTH = 100;
const MAX_TAGS = 20;
const SLUG = /^(?=.{3,40}$)[a-z0-9]+(?:-+[a-z0-9]+)*$/i;
const YES = /^(yes|y|true|1|ja|oui|active|public|on)$/i;
const NO = /^(no|n|false|0|nein|non|paused|private|off)$/i;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Without a type column, each row has the type `type`; null guesses it from the content. */
export function draftOf(row: Row, columns: Columns, type: CodeType | null): Draft {
  const problems: Problems = {};
  const cell = (field: Field): string => row.cells[columns.indexOf(field)] ?? "";
  /** Empty cells are omitted, so that the service's default applies. */
  const read = <T>(field: Field, as: (text: string) => T | null, wanted: string): T | undefined => {
    const text = cell(field);
    const value = text === "" ? undefined : as(text);
    if (value === null) problems[field] = words.isNot(short(text), wanted);
    return value ?? undefined;
  };
  const content = cell("content");
  const given = read("type", typeOf, words.oneOf(KIND_NAMES));
  const body = {
    // The content is the name of a code without one.
    name: cell("name") || [...content].slice(0, MAX).join(""),
    content,
    type: given ?? type ?? guessType(content) ?? "url",
    externalId: cell("externalId") || undefined,
    tags: tagsIn(row.cells.filter((_, at) => columns[at] === REPEATS)),
    slug: cell("slug") || undefined,
    foregroundColor: read("foregroundColor", colour, words.aColour("#1a1410")),
    backgroundColor: read("backgroundColor", colour, words.aColour("#ffffff")),
    size: read("size", pixels, words.pixels),
    errorCorrection: read("errorCorrection", level, words.levels),
    isPublic: read("isPublic", yesOrNo, words.yesOrNo),
    expiresAt: read("expiresAt", endTime, words.aFutureDay),
  };
  const length = [...body.name].length;
  if (length > MAX) problems.name = words.tooManyCharacters(length, MAX);
  const idLength = [...(body.externalId ?? "")].length;
  if (idLength > MAX_ID) problems.externalId = words.tooManyCharacters(idLength, MAX_ID);
  const longTag = body.tags?.find((name) => [...name].length > TAG_LENGTH);
  if (longTag !== undefined) problems.tags = words.tooManyCharacters([...longTag].length, TAG_LENGTH);
  else if ((body.tags?.length ?? 0) > MAX_TAGS) problems.tags = words.tooManyTags(MAX_TAGS);
  if (body.slug !== undefined && !SLUG.test(body.slug)) problems.slug = words.isNot(short(body.slug), words.aSlug);
  const wrong = problemOf(body.type, content, body.errorCorrection ?? "M");
  if (wrong !== null && problems.type === undefined) problems.content = wrong;
  return { row, body, problems };
}

/** Separated by commas, semicolons or bars. */
const tagsIn = (cells: readonly string[]): string[] | undefined => {
  const names = cells.flatMap((text) => text.split(/[,;|]/)).map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  return given.length === 0 ? undefined : given;
};

function problemOf(type: CodeType, content: string, held: Level): string | null {
  if (content === "") return words.noContent;
  const bytes = bytesOf(content);
  if (bytes > CAPACITY[held]) return words.tooManyBytes(bytes, CAPACITY[held]);
  const problem = contentProblem(type, content);
  return problem && `${capital(problem)}.`;
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
const colour = (text: string): string | null => (/^#?[0-9a-f]{6}$/i.test(text) ? `#${text.replace("#", "")}` : null);
const pixels = (text: string): number | null =>
  /^\d{3,4}$/.test(text) && Number(text) >= 128 && Number(text) <= 2048 ? Number(text) : null;
const level = (text: string): Level | null => (/^[lmqh]$/i.test(text) ? (text.toUpperCase() as Level) : null);
const yesOrNo = (text: string): boolean | null => (YES.test(text) ? true : NO.test(text) ? false : null);

const END = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d?:\d\d[\d:.]*) ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i;

/** A day (2030-12-31 or 31.12.2030) ends at midnight; a time is ISO 8601. Without an offset both are in the workspace's zone. */
function endTime(text: string): string | null {
  const given = text.replace(
    /^(\d\d?)\.(\d\d?)\.(\d{4})$/,
    (_, d, m, y) => `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`,
  );
  const [, day, clock, offset] = END.exec(given) ?? [];
  if (day === undefined) return null;
  const time = clock && `${day}T${clock.replace(/^\d:/, "0$&")}`;
  const wanted = time === undefined ? endOf(day) : momentAt(time, offset);
  const end = new Date(Math.min(wanted.getTime(), LAST_MS));
  // JavaScript accepts 30 February as a day in March.
  const isReal = end.getTime() > Date.now() && (offset !== undefined || dayOf(end) === day);
  return isReal ? end.toISOString() : null;
}

const momentAt = (time: string, offset: string | undefined): Date =>
  offset === undefined ? momentOf(time) : new Date(time + (/\d/.test(offset) ? offset : "Z"));

export const SAMPLE = [
  ["Name", "Content", "Type", "Tags", "Foreground colour", "Works until"],
  ["Table 1", "https://example.com/menu?table=1", "url", "Tables", "#1a1410", ""],
  ["Reception", "+44 20 7946 0000", "phone", "", "", ""],
  ["Guest network", "WIFI:T:WPA;S:Guest;P:rain or shine;;", "wifi", "Lobby", "", "2030-12-31"],
]
  .map(csvLine)
  .join("");

export interface Made {
  draft: Draft;
  id: string;
  shareUrl: string;
}

export interface Failed {
  draft: Draft;
  problems: Problems;
  /** About the whole row. */
  reason?: string;
}

export const madeTable = (made: readonly Made[]): string =>
  csvLine(words.madeColumns) +
  made
    .map(({ draft: { body }, shareUrl, id }) =>
      csvLine([body.name, body.content, body.type, body.tags?.join(", ") ?? "", shareUrl, id]),
    )
    .join("");

/** Failed rows with an extra column for the reason, to correct and import again. */
export function failedTable(failed: readonly Failed[], header: Row | null, width: number): string {
  const padded = (row: Row | null) => Array.from({ length: width }, (_, i) => row?.cells[i] ?? "");
  const head = header ? padded(header) : padded(null).map((_, i) => words.column(i + 1));
  const lines = failed.map((each) => csvLine([...padded(each.draft.row), reasonOf(each)]));
  return csvLine([...head, words.problem]) + lines.join("");
}

export const reasonOf = ({ problems, reason }: Omit<Failed, "draft">): string =>
  [
    ...(reason ? [reason] : []),
    ...Object.entries(problems).map(([field, message]) => `${words.fields[field as Field] ?? field}: ${message}`),
  ].join(" ");
