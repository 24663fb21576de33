/**
 * Draws the diagrams of docs/architecture.md: a request and a scan. `node scripts/diagrams.ts FOLDER` writes them there
 * instead.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

type Kind = "step" | "edge" | "store" | "refusal";
type Point = [x: number, y: number];

interface Box {
  at: Point;
  size: [width: number, height: number];
  title: string;
  lines: string[];
  kind: Kind;
}

interface Arrow {
  /** The points of an arrow, from its start to its head. */
  path: Point[];
  dashed?: boolean;
  label?: { text: string; at: Point };
}

interface Diagram {
  title: string;
  size: [width: number, height: number];
  boxes: Box[];
  arrows: Arrow[];
}

const FILL: Record<Kind, string> = { step: "#ffffff", edge: "#fdf3e7", store: "#e8f0fa", refusal: "#fbeceb" };
const INK = "#1a1410";
/** Has its own background, so that it is readable on light and dark pages. */
const HEAD = `<style>
text { font: 12px system-ui, sans-serif; text-anchor: middle; fill: #3d352f }
.title { font: 600 13.5px system-ui, sans-serif; fill: ${INK} }
rect, path { stroke: ${INK}; stroke-width: 1.2 }
path { fill: none }
</style>
<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 z" style="fill: ${INK}; stroke: none"/></marker>`;

/** The width of the widest common font, so that text stays within its box everywhere. */
const LETTER_WIDTH = { title: 8, line: 6.7 };

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function drawBox({ at: [x, y], size: [width, height], title, lines, kind }: Box): string {
  const middle = x + width / 2;
  const widest = Math.max(title.length * LETTER_WIDTH.title, ...lines.map((line) => line.length * LETTER_WIDTH.line));
  if (widest > width) throw new Error(`The box "${title}" is ${width} wide and needs ${widest}.`);
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${FILL[kind]}"/>`,
    `<text x="${middle}" y="${y + 21}" class="title">${escapeText(title)}</text>`,
    ...lines.map((line, i) => `<text x="${middle}" y="${y + 40 + 16 * i}">${escapeText(line)}</text>`),
  ].join("\n");
}

function drawArrow({ path, dashed, label }: Arrow): string {
  const line = path.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join(" ");
  const dashes = dashed ? ' stroke-dasharray="4 3"' : "";
  const arrow = `<path d="${line}"${dashes} marker-end="url(#head)"/>`;
  if (!label) return arrow;
  return `${arrow}\n<text x="${label.at[0]}" y="${label.at[1]}">${escapeText(label.text)}</text>`;
}

const draw = ({
  title,
  size: [width, height],
  boxes,
  arrows,
}: Diagram): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<title>${title}</title>
${HEAD}
<rect width="${width}" height="${height}" rx="8" fill="#fffdfa" style="stroke: none"/>
${[...boxes.map(drawBox), ...arrows.map(drawArrow)].join("\n")}
</svg>
`;

const COLUMN = 168;
const WIDTH = 140;
const HEIGHT = 76;
const column = (i: number): number => 20 + COLUMN * i;
const place = (x: number, y: number, width = WIDTH, height = HEIGHT): Pick<Box, "at" | "size"> => ({
  at: [x, y],
  size: [width, height],
});
const box = (where: Pick<Box, "at" | "size">, kind: Kind, title: string, ...lines: string[]): Box => ({
  ...where,
  kind,
  title,
  lines,
});
const right = (i: number): Arrow => ({
  path: [
    [column(i) + WIDTH, 58],
    [column(i + 1) - 2, 58],
  ],
});
const down = (i: number, dashed: boolean): Arrow => ({
  path: [
    [column(i) + WIDTH / 2, 96],
    [column(i) + WIDTH / 2, 138],
  ],
  dashed,
});

const top = (i: number) => place(column(i), 20);
const below = (i: number) => place(column(i), 140);

const request: Diagram = {
  title: "API request: guard, rate limit, route, service, store, response",
  size: [1020, 236],
  boxes: [
    box(top(0), "edge", "request", "Authorization:", "Bearer tsr_…"),
    box(top(1), "step", "guard", "key → workspace", "api/guard.ts"),
    box(top(2), "step", "window", "takes a place", "limits/"),
    box(top(3), "step", "route", "validates it", "*.routes.ts"),
    box(top(4), "step", "service", "the rules", "codes/, insights/"),
    box(top(5), "store", "store", "SQLite or", "PostgreSQL"),
    box(below(1), "refusal", "401", "missing, malformed", "or revoked"),
    box(below(2), "refusal", "429", "says when one", "more is admitted"),
    box(below(3), "refusal", "400", "lists every", "invalid field"),
    box(below(4), "refusal", "404", "missing, or of", "another workspace"),
    box(below(5), "edge", "response", "exact fields,", "rate headers, ETag"),
  ],
  arrows: [...[0, 1, 2, 3, 4].map(right), ...[1, 2, 3, 4].map((i) => down(i, true)), down(5, false)],
};

const scan: Diagram = {
  title: "Scan: known codes, visit, recorder, journal, response; then settler, store, analytics",
  size: [1020, 420],
  boxes: [
    box(top(0), "edge", "GET /r/<token>", "bare HTTP server", "sharing/scan.ts"),
    box(top(1), "step", "known codes", "token → code", "without a query"),
    box(top(2), "step", "visit", "device, location,", "and if it counts"),
    box(top(3), "step", "recorder", "assigns an id:", "a line of text"),
    box(
      place(column(4), 20, COLUMN + WIDTH),
      "store",
      "journal",
      "journal.db, in its own thread",
      "one synced commit for all waiting scans",
    ),
    box(below(1), "refusal", "404, 410", "unknown, paused,", "expired"),
    box(below(2), "edge", "response", "302 or a page,", "with Scan-Id"),
    box(
      place(column(4), 290, COLUMN + WIDTH),
      "step",
      "settler",
      "every 0.5 seconds,",
      "trims the journal after the commit",
    ),
    box(
      place(296, 270, 340, 124),
      "store",
      "store, one transaction",
      "scans: only new ids",
      "scan_visitors: visitors of a local day",
      "code_counters: count and expiry",
      "uncounted_daily: visits that do not count",
      "set_aside: lines that match no code",
    ),
    box(
      place(20, 290, 232),
      "step",
      "analytics, scan records",
      "wait up to half a second for",
      "scans acknowledged here",
    ),
  ],
  arrows: [
    ...[0, 1, 2, 3].map(right),
    down(1, true),
    {
      path: [
        [742, 96],
        [742, 178],
        [498, 178],
      ],
      label: { text: "once the line is on disk", at: [602, 170] },
    },
    {
      path: [
        [860, 96],
        [860, 288],
      ],
      label: { text: "moments later", at: [912, 200] },
    },
    {
      path: [
        [692, 328],
        [638, 328],
      ],
    },
    {
      path: [
        [296, 328],
        [254, 328],
      ],
    },
  ],
};

const folder = process.argv[2] ?? join(import.meta.dirname, "../docs/pictures");
for (const [name, diagram] of Object.entries({ request, scan })) {
  writeFileSync(join(folder, `${name}.svg`), draw(diagram));
}
