/** What an agent reads of an answer: short, with ids to ask further. */

// biome-ignore lint/suspicious/noExplicitAny: answers of the interface, whose document has their shapes.
type Json = any;

export type Content = { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };

export const say = (text: string): Content[] => [{ type: "text", text }];
export const show = (value: object): Content[] => say(JSON.stringify(value));

const SHOWN_CONTENT = 120;
const SHOWN_GROUPS = 8;
const SHOWN_MADE = 100;

const cut = (text: string): string => (text.length > SHOWN_CONTENT ? `${text.slice(0, SHOWN_CONTENT)}…` : text);

/** A line of a list. */
export const brief = (code: Json) => ({
  id: code.id,
  name: code.name,
  type: code.type,
  content: cut(code.content),
  shareUrl: code.shareUrl,
  ...(code.category === null ? {} : { category: code.category }),
  ...(code.isPublic === false ? { paused: true } : {}),
  ...(code.scanCount === undefined ? {} : { scans: code.scanCount }),
});

export const pageOf = (key: string, each: (item: Json) => object) => (page: Json) =>
  show({
    [key]: page.data.map(each),
    ...(page.nextCursor === null ? {} : { more: `pass cursor: "${page.nextCursor}"` }),
  });

/** Of many codes the first hundred are named; the rest can be asked for. */
export const made = ({ data }: Json) =>
  show({
    made: data.length,
    codes: data.slice(0, SHOWN_MADE).map(({ id, name, shareUrl }: Json) => ({ id, name, shareUrl })),
    ...(data.length > SHOWN_MADE ? { more: "find_codes lists them all" } : {}),
  });

const most = (rows: Json[], name: string) =>
  Object.fromEntries(rows.slice(0, SHOWN_GROUPS).map((row) => [row[name], row.count]));

/** Days without a scan are left out, and of each list the longest few are shown. */
export const analytics = (summary: Json) =>
  show({
    totalScans: summary.totalScans,
    uniqueCountries: summary.uniqueCountries,
    uniqueCities: summary.uniqueCities,
    byDevice: most(summary.byDevice, "device"),
    byBrowser: most(summary.byBrowser, "browser"),
    byOs: most(summary.byOs, "os"),
    byCountry: most(summary.byCountry, "country"),
    days: `${summary.timeline.length}, from ${summary.timeline[0].date}; those not named had no scan`,
    scansByDay: Object.fromEntries(
      summary.timeline.filter((day: Json) => day.scans > 0).map((day: Json) => [day.date, day.scans]),
    ),
  });

export const scan = ({ id, scannedAt, country, city, device, browser, os }: Json) => ({
  id,
  at: scannedAt,
  country,
  city,
  device,
  browser,
  os,
});

export const version = ({ content, ...rest }: Json) => ({ ...rest, content: cut(content) });

export const verdict = (json: Json) =>
  show({
    grade: json.grade,
    passes: json.passes,
    readsAsDrawn: json.readsAsDrawn,
    ...(json.margin === undefined ? {} : { margin: json.margin, readBy: json.readBy }),
    smallestPrintMillimetres: json.smallestPrintMillimetres,
    advice: json.advice,
    trials: json.trials.map(({ name, grade, sentence }: Json) => `${name} ${grade}: ${sentence}`),
  });
