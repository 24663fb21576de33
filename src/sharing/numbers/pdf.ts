import { rankedPlacements } from "../../insights/chart/placements.ts";
import { pairsOf } from "../../insights/chart/points.ts";
import { type Trend, trendOf } from "../../insights/chart/trend.ts";
import { HEIGHT, WIDTH } from "../../insights/chart/world.ts";
import { OWN_COLOR } from "../../rendering/colors.ts";
import { type Language, tagOf } from "../../shared/languages.ts";
import { skinOf } from "../pages/skin.ts";
import { WORDS } from "../pages/words/index.ts";
import { figuresOf } from "./figures.ts";
import { changeInWords } from "./formats.ts";
import { intervalInWords, type List, listsOf, rankInWords, shadesOf } from "./lists.ts";
import { createPaper, PAPER, type Paper } from "./paper.ts";
import { COLORS, DIM, drawChart, GAP, INNER, LEFT, RIGHT } from "./pdf-chart.ts";
import { daysInWords, type NumbersView } from "./view.ts";
import { loadWorld } from "./world.ts";

/** Those whose letters the font has. Others get the PDF in English. */
const LANGUAGES: readonly Language[] = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr"];
export const pdfLanguage = (language: Language): Language => (LANGUAGES.includes(language) ? language : "en");

const BAND = 54;
const ROW = 15;

/** One page of A4: brand, figures, chart, placements, countries, cities and devices. */
export function numbersPdf(view: NumbersView): Uint8Array {
  const paper = createPaper();
  const { title, words, say, brand, language, numbers } = view;
  const { brand: ground, on } = skinOf(brand.color ?? OWN_COLOR).light;
  paper.rect(0, 0, PAPER.width, BAND, ground);
  const site = brand.name ?? (brand.showFooter ? "Tessera" : "");
  paper.block("P", () => paper.text(site, LEFT, 33, { size: 14, isBold: true, color: on, width: INNER }));
  paper.block("H1", () => paper.text(title, LEFT, 88, { size: 22, isBold: true, width: INNER }));
  const days = `${daysInWords(numbers, view)} · ${numbers.timezone}`;
  paper.block("P", () => paper.text(days, LEFT, 105, { size: 10, color: DIM }));
  drawFigures(paper, view, 132);
  drawChart(paper, view, 190);
  let top = drawPlacements(paper, view, 388);
  const lists = listsOf(view);
  const fitting = Math.floor((PAPER.height - 40 - top - 2 * (GAP + 8) - 14) / ROW / 2);
  const rows = Math.max(4, Math.min(10, fitting));
  heading(paper, lists.countries.title, LEFT, top);
  const mapWidth = 0.54 * INNER;
  const scale = Math.min(mapWidth / WIDTH, ((rows + 0.5) * ROW) / HEIGHT);
  const down = top + 8 + Math.max(0, (rows * ROW - HEIGHT * scale) / 2);
  paper.block("Figure", () => drawMap(paper, view, down, scale), words.map);
  drawRows(paper, lists.countries, view, { x: LEFT + mapWidth + GAP, top, width: INNER - mapWidth - GAP, rows });
  top += rows * ROW + GAP + 12;
  let x = LEFT;
  for (const [list, share] of [
    [lists.cities, 0.4],
    [lists.devices, 0.28],
    [lists.systems, 0.32],
  ] as const) {
    const width = share * (INNER - 2 * GAP);
    heading(paper, list.title, x, top);
    drawRows(paper, list, view, { x, top, width, rows });
    x += width + GAP;
  }
  const made = say.utcDayOfYear(view.today);
  const foot = brand.showFooter ? `${made} · ${WORDS[language].madeWith}` : made;
  paper.block("P", () => paper.text(foot, LEFT, PAPER.height - 22, { size: 8, color: DIM }));
  return paper.save([title, site].filter(Boolean).join(" · "), tagOf(language));
}

const heading = (paper: Paper, text: string, x: number, top: number) =>
  paper.block("H2", () => paper.text(text, x, top, { size: 10.5, isBold: true }));

/** "+31%": a triangle could not be copied. */
function drawTrend(
  paper: Paper,
  trend: Trend,
  view: NumbersView,
  x: number,
  baseline: number,
  isRight = false,
): number {
  const { direction, change, isCertain } = trend;
  const sign = change === null ? "" : { up: "+", down: "−", same: "" }[direction];
  const text = `${sign}${changeInWords(trend, view.say, view.words)}`;
  const color =
    change === null || !isCertain ? COLORS["--text-3"] : direction === "down" ? COLORS["--down"] : COLORS["--up"];
  const look = { size: 8.5, isBold: isCertain };
  paper.text(text, x, baseline, { ...look, color, align: isRight ? "right" : "left" });
  return paper.widthOf(text, look);
}

function drawFigures(paper: Paper, view: NumbersView, top: number): void {
  // The first two are compared, which takes more words.
  const widths = [0.3, 0.3, 0.2, 0.2].map((share) => share * INNER);
  let x = LEFT;
  for (const [i, { label, value, trend, below }] of figuresOf(view).entries()) {
    const width = widths[i]!;
    paper.block("P", () => {
      paper.text(label, x, top, { size: 9, color: DIM });
      paper.text(value, x, top + 21, { size: 19, isBold: true });
      const taken = trend ? drawTrend(paper, trend, view, x, top + 35) + 4 : 0;
      paper.text(below, x + taken, top + 35, { size: 7.5, color: DIM, width: width - taken - 6 });
    });
    x += width;
  }
}

const MOST_PLACEMENTS = 8;

/** Returns where the next part begins. */
function drawPlacements(paper: Paper, view: NumbersView, top: number): number {
  const { numbers, words, say, now } = view;
  if (numbers.byPlacement.length === 0 || numbers.scans === 0) return top;
  const { rows, widest } = rankedPlacements(numbers, pairsOf(numbers, now));
  heading(paper, words.placements, LEFT, top);
  paper.block("P", () =>
    paper.text(words.tie, RIGHT, top, { size: 8, color: DIM, align: "right", width: 0.7 * INNER }),
  );
  const [scansAt, shareAt, intervalAt, drawnAt, drawnWidth] = [270, 315, 390, 405, 95];
  for (const [i, row] of rows.slice(0, MOST_PLACEMENTS).entries()) {
    const baseline = top + (i + 1) * ROW + 2;
    const at = (count: number) => drawnAt + (count / widest) * drawnWidth;
    paper.block("P", () => {
      paper.text(rankInWords(row.best, row.worst, view), LEFT, baseline, { size: 9, color: DIM });
      paper.text(row.name ?? words.blank, LEFT + 40, baseline, { size: 9, width: 145 });
      paper.text(say.number(row.scans), scansAt, baseline, { size: 9, isBold: true, align: "right" });
      paper.text(say.share(row.scans, numbers.scans), shareAt, baseline, { size: 8.5, color: DIM, align: "right" });
      paper.text(intervalInWords(row.low, row.high, view), intervalAt, baseline, {
        size: 8.5,
        color: DIM,
        align: "right",
      });
      paper.rect(at(row.low), baseline - 5, at(row.high) - at(row.low), 4, COLORS["--chart-soft"]);
      paper.dot(at(row.scans), baseline - 3, COLORS["--chart"]);
      if (row.previousScans !== null)
        drawTrend(paper, trendOf(row.scans, row.previousScans), view, RIGHT, baseline, true);
    });
  }
  const shown = Math.min(rows.length, MOST_PLACEMENTS);
  const bottom = top + shown * ROW + 2;
  if (rows.length === shown) return bottom + GAP + 8;
  const more = words.more(say.number(rows.length - shown));
  paper.block("P", () => paper.text(more, LEFT + 40, bottom + ROW, { size: 8.5, color: DIM }));
  return bottom + ROW + GAP + 8;
}

function drawMap(paper: Paper, view: NumbersView, top: number, scale: number): void {
  const heats = [1, 2, 3, 4, 5].map((step) => COLORS[`--heat-${step}` as "--heat-1"]);
  for (const { path, shade } of shadesOf(loadWorld(), view)) {
    paper.outline(path, LEFT, top, scale, shade === 0 ? COLORS["--land"] : heats[shade - 1]!, "#ffffff");
  }
}

interface RowBox {
  x: number;
  top: number;
  width: number;
  rows: number;
}

function drawRows(paper: Paper, { rows }: List, view: NumbersView, { x, top, width, rows: most }: RowBox): void {
  const { words, say, numbers } = view;
  if (rows.length === 0)
    paper.block("P", () => paper.text(words.nothing, x, top + ROW + 2, { size: 8.5, color: DIM, width }));
  const largest = Math.max(1, ...rows.filter(({ isUnknown }) => !isUnknown).map(({ scans }) => scans));
  const isCut = rows.length > most;
  const shown = isCut ? rows.slice(0, most - 1) : rows;
  for (const [i, { name, scans, isUnknown }] of shown.entries()) {
    const baseline = top + (i + 1) * ROW + 2;
    paper.block("P", () => {
      if (!isUnknown)
        paper.rect(x - 4, baseline - 9.5, Math.max(2, (width * scans) / largest), 13, COLORS["--chart-soft"]);
      paper.text(name, x, baseline, { size: 8.5, width: width - 66 });
      paper.text(say.number(scans), x + width - 32, baseline, { size: 8.5, isBold: true, align: "right" });
      paper.text(say.share(scans, numbers.scans), x + width - 4, baseline, { size: 8, color: DIM, align: "right" });
    });
  }
  if (!isCut) return;
  const more = words.more(say.number(rows.length - shown.length));
  paper.block("P", () => paper.text(more, x, top + most * ROW + 2, { size: 8.5, color: DIM }));
}
