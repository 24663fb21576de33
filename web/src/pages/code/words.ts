/** Every text of a code's pages: the moment after Create, the head, Insights, Scans and History. */
import type { Code, CodeVersion, Scan, Verdict } from "../../api/types.ts";
import { inWords, ownZone } from "../../parts/formats.ts";
import { isUnread, verdictText } from "../../parts/verdict.tsx";

export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");

/** In UTC like the chart, so that both name the same day. */
const utcDayOf = (at: string): string => inWords.utcDayOfYear(at.slice(0, 10));

/** "Scans very well (A), print 25 mm or larger"; in short "Print 25 mm or larger". */
export function printText(verdict: Verdict, isShort = false): string {
  const { smallestPrintMillimetres: least } = verdict;
  if (isUnread(verdict) || least === null) return verdictText(verdict);
  return isShort ? `Print ${least} mm or larger` : `${verdictText(verdict)}, print ${least} mm or larger`;
}

const UNKNOWN = "Unknown";

export const placeOf = (scan: Scan): string =>
  scan.city === null ? inWords.country(scan.country) : `${scan.city}, ${inWords.country(scan.country)}`;

export const isPlaceKnown = (scan: Scan): boolean => scan.country !== UNKNOWN;

/** "Safari on iOS", or as much of it as is known. */
export const agentOf = ({ browser, os }: Scan): string =>
  [browser, os].filter((word) => word !== UNKNOWN).join(" on ") || UNKNOWN;

export const created = {
  page: "New code",
  title: (name: string | null) => `${name ?? "Your code"} is ready`,
  picture: (name: string) => `QR code of ${name}`,
  /** Before the destination. */
  does: {
    url: "It leads to",
    social: "It leads to",
    text: "It shows",
    geo: "It shows",
    wifi: "It contains the network",
    vcard: "It shows the contact details of",
    phone: "It calls",
    email: "It starts an email to",
    sms: "It starts a message to",
    whatsapp: "It starts a WhatsApp message to",
  } satisfies Record<Code["type"], string>,
  changeable: "You can change that at any time; printed codes keep working.",
  fixed: "Phones read it without internet, so a printed copy cannot be changed later.",
  download: "Download",
  print: "Print",
  format: (pixels: number) => `PNG, ${pixels} px.`,
  otherFormats: "SVG or PDF for print shops",
  scanIt: "Scan it now",
  pointCamera: "Point your phone’s camera at the code. Your first scan appears here.",
  tryNetwork: "Point your phone’s camera at the code to join the network. Joining is not counted as a scan.",
  notReachableTitle: "Phones cannot scan it yet",
  notReachable: (host: string) => `Its link is on ${host}, which only this computer can open.`,
  scanned: (place: string | null) => (place === null ? "Scanned just now" : `Scanned from ${place}, just now`),
  scannedBefore: (count: number) => `${inWords.times(count, "scan")} so far`,
  works: (agent: string | null) => (agent === null ? "Your code works." : `${agent}. Your code works.`),
  link: "Link",
  copy: "Copy link",
  printSize: "Print size",
  checking: "Checking…",
  another: "Create another",
  toCode: "Go to the code",
};

export const head = {
  code: "Code",
  region: "The code",
  codes: "Codes",
  allCodes: "All codes",
  picture: (name: string) => `QR code of ${name}`,
  favourite: "Add to favourites",
  notFavourite: "Remove from favourites",
  copy: "Copy link",
  destination: "Leads to",
  change: "Change destination",
  open: "Open destination",
  details: "Show details",
  hideDetails: "Hide details",
  showAll: "Show all",
  showLess: "Show less",
  show: "Show",
  hide: "Hide",
  states: { active: "Active", paused: "Paused" },
  checking: "Checking…",
  editLook: "Edit look",
  edit: "Edit",
  download: "Download",
  renew: "Renew",
  makeActive: "Activate",
  share: "Share",
  sharePage: "Open share page",
  noSharePage: (state: Code["state"]) =>
    `Only active codes have a share page. This one ${state === "paused" ? "is paused" : "has expired"}.`,
  copied: "Copied",
  shareWith: "Share with an app…",
  save: "Save",
  cancel: "Cancel",
  keepsWorking: "Printed codes keep working.",
  saved: "Destination changed. Printed codes now lead there.",
  undone: "Undone. The previous destination is back.",
  changedSince: "The destination has changed since then, so nothing was undone.",
};

export const visitorText = {
  title: "Text for visitors",
  titleOfRedirect: "Title for visitors",
  lead: "Shown on the page people see when they scan this code.",
  leadOfRedirect:
    "Scans of this code open its destination directly. Only its share page shows the title, instead of the code’s name.",
  loading: "Loading the text",
  titleLabel: "Title for visitors",
  titleHelp: "Optional. The share page shows it too, instead of the code’s name.",
  titleHelpOfRedirect: "Optional.",
  textLabel: "Text for visitors",
  textHelp: "Optional. For example opening hours, or what to do next.",
  save: "Save",
  cancel: "Cancel",
  saved: "Saved. Visitors see it from now on.",
  changedSince:
    "This code has been changed elsewhere since you opened this dialog, so nothing was saved. Copy your text, close the dialog and open it again.",
};

export const tabs = { insights: "Insights", scans: "Scans", history: "History", label: "About this code" };

export const insights = {
  region: "Insights",
  period: "Period",
  days: (days: number) => `${days} days`,
  loadingDays: (days: number) => `Loading ${days} days`,
  loading: "Loading the scans",
  live: "Live",
  latest: (where: string) => `${where}, just now`,
  empty: "No scans yet",
  emptyHint: "Point a phone’s camera at the code. The scan appears here within a second.",
  emptyInactive: { paused: "It is paused: scans are not counted.", expired: "It has expired: scans are not counted." },
  scanIt: "Scan it now",
  scans: "Scans",
  allSince: (at: string) => `since ${utcDayOf(at)}`,
  ofAll: (count: number) => `${inWords.number(count)} in total`,
  today: "Today",
  utcDays: "Days are in UTC.",
  yesterday: (count: number | undefined) => (count === undefined ? "so far" : `${inWords.number(count)} yesterday`),
  countries: "Countries",
  cities: "Cities",
  most: (name: string, share: string) => `${name} ${share}`,
  noCities: (scans: number) => (scans === 0 ? "No scans in this period." : "No city is known for these scans."),
  noCountries: (scans: number) =>
    scans === 0 ? "No scans in this period." : "Scans from your own network have no location.",
  none: "–",
  devices: "Devices",
  browsers: "Browsers",
  systems: "Operating systems",
  countedBefore: (total: number, source: string) =>
    `${inWords.times(total, "visit")} before the import, counted by ${source}`,
  inAll: (count: number) => `${inWords.times(count, "scan")} in total`,
};

export const chart = {
  label: "Scans per day",
  utc: (start: number | null) =>
    start === null ? "Days are in UTC." : `Days are in UTC: each starts at ${inWords.time(start)} your time.`,
  day: (date: string, scans: number, isToday: boolean) =>
    `${inWords.utcWeekday(date)}: ${inWords.times(scans, "scan")}${isToday ? " so far" : ""}`,
  today: "Today",
  perDay: "Scans per day",
  soFar: (scans: number) => `Today so far, ${inWords.times(scans, "scan")}`,
  sinceCreated: (date: string) => `Created on ${inWords.utcDayOfYear(date)}`,
  changed: "Destination changed",
  changedTo: (line: string) => `Changed to ${line}`,
  flag: (from: number, to: number) => (from === to ? `v${from}` : `v${from}–v${to}`),
  flagLabel: (flag: string, days: string[], lines: string[]) =>
    `${flag}: destination changed on ${days.map(inWords.utcDay).join(", ")} to ${lines.join(", ")}. Open the history.`,
};

export const map = {
  label: "World map of scans by country. The list of countries has the same numbers.",
  country: (name: string, count: number) => `${name}: ${inWords.times(count, "scan")}`,
};

export const uncounted = {
  region: "Not counted",
  why: "Why?",
  less: "Hide",
  none: (days: number) => `No visits in ${days} days`,
  all: (counted: number) =>
    counted === 1 ? "The only visit was counted" : `All ${inWords.number(counted)} visits were counted`,
  some: (missed: number, visits: number) =>
    `${inWords.number(missed)} of ${inWords.times(visits, "visit")} ${missed === 1 ? "was" : "were"} not counted`,
  reasons: {
    head: ["Link checks", "A program only checked whether the page exists (HEAD)."],
    prefetch: ["Prefetched", "A browser loaded the page in advance, in case someone opened it."],
    crawler: ["Crawlers", "A search engine or another crawler visited."],
    preview: ["Link previews", "A messenger or social network made a preview of the link."],
    paused: ["While paused", "Someone scanned the code while it was paused."],
    expired: ["After expiry", "Someone scanned the code after it had expired."],
  } as Record<string, [name: string, means: string]>,
};

export const scans = {
  region: "Scans",
  columns: ["Time", "Place", "Device", "Browser", "Operating system"],
  loading: "Loading the scans",
  empty: "No scans yet",
  emptyHint: "Each scan is listed here with its time, place and device. IP addresses are never stored.",
  zone: () => `Times are in your time zone, ${ownZone()}.`,
  position: (first: number, last: number, page: number) =>
    `Page ${page}, scans ${inWords.number(first)} to ${inWords.number(last)}`,
  newer: "Newer",
  older: "Older",
  csv: "Download CSV",
};

export const history = {
  label: "Destinations, newest first",
  loading: "Loading the history",
  restore: "Restore",
  restoreUntil: (until: string) => `Restore the destination used until ${inWords.dateTime(until)}`,
  restored: "Restored. Printed codes now lead there.",
  undone: "Undone.",
  onlyOne: "When you change the destination, the earlier one is kept here and can be restored.",
  older: "Show older",
  now: "Now",
  since: (version: number) => (version === 1 ? "Created" : "Set"),
  example: "Example code,",
  until: "until",
  by: (by: NonNullable<CodeVersion["by"]>, email: string | undefined) => ` by ${actor(by, email)}`,
};

function actor({ kind, name }: NonNullable<CodeVersion["by"]>, email: string | undefined): string {
  if (kind === "key") return `key “${name}”`;
  if (kind === "command") return `tessera ${name}`;
  if (name === null) return "a deleted account";
  return name === email ? "you" : name;
}
