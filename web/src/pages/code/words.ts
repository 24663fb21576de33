/** Every text of a code's pages: the moment after Create, the head, Insights, Scans and History. */
import type { Code, CodeVersion, Verdict } from "../../api/types.ts";
import { inWords } from "../../parts/formats.ts";
import { isUnread, verdictText } from "../../parts/verdict.tsx";

/** "Scans very well (A), print 25 mm or larger"; in short "Print 25 mm or larger". */
export function printText(verdict: Verdict, isShort = false): string {
  const { smallestPrintMillimetres: least } = verdict;
  if (isUnread(verdict) || least === null || verdict.grade === "F") return verdictText(verdict);
  return isShort ? `Print ${least} mm or larger` : `${verdictText(verdict)}, print ${least} mm or larger`;
}

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
  externalId: "Your own ID",
  ownId: (id: string) => `ID ${id}`,
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
  doubtTitle: "Save it anyway?",
  doubtSave: "Save anyway",
  goBack: "Go back",
  keepsNetwork: "Printed codes keep the network they were printed with.",
  saved: "Destination changed. Printed codes now lead there.",
  networkSaved: "Network changed. Printed codes keep the previous one.",
  printNew: "Print new ones",
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

export const resting = {
  title: "When paused or expired",
  lead: "What visitors see while this code, or the placement they scan, is paused, and after it has expired.",
  loading: "Loading",
  otherwise: "As in the brand settings",
  saved: "Saved. Visitors see it from now on.",
};

export const tabs = {
  insights: "Insights",
  placements: "Placements",
  scans: "Scans",
  history: "History",
  label: "About this code",
};

const copies = (count: number) => inWords.times(count, "placement");
const blanks = (count: number) => inWords.times(count, "blank copy", "blank copies");

export const placements = {
  region: "Placements",
  loading: "Loading the placements",
  empty: "One code, many places",
  emptyText:
    "Give each printed copy its own link: they all lead to the same destination, and you see which place works best.",
  add: "Add placements",
  find: "Find a placement",
  noMatch: (q: string) => `No placements match “${q}”`,
  noMatchText: "Search finds any part of a name or link.",
  sort: "Order",
  sorts: { name: "By name", scans: "Most scans", newest: "Newest first" },
  print: "Print",
  printChosen: (count: number) => `Print ${inWords.number(count)}`,
  sheet: "Labels, tents, posters (PDF)…",
  zip: "Images (ZIP)…",
  chosen: (count: number) => `${inWords.number(count)} selected`,
  clear: "Clear selection",
  chooseAll: "Select all on this page",
  chooseOne: (name: string) => `Select ${name}`,
  columns: { name: "Placement", link: "Link", spark: "30 days", scans: "Scans", actions: "Actions" },
  isPaused: "Paused",
  blankCopy: (token: string) => `Blank copy ${token}`,
  copy: (name: string) => `Copy link of ${name}`,
  more: (name: string) => `Actions for ${name}`,
  insights: "Show its scans",
  download: "Download PNG",
  rename: "Rename…",
  nameIt: "Name the place…",
  pause: "Pause",
  activate: "Activate",
  move: "Move to another code…",
  delete: "Delete",
  deleteOne: (name: string) => `Delete “${name}”?`,
  deleteMany: (count: number) => `Delete ${copies(count)}?`,
  deleteText: (count: number) =>
    `Printed copies with ${count === 1 ? "this link" : "these links"} stop working. This cannot be undone. Scans so far still count for the code.`,
  paused: (count: number) => `Paused ${copies(count)}.`,
  activated: (count: number) => `Activated ${copies(count)}.`,
  deleted: (count: number) => `Deleted ${copies(count)}.`,
};

export const addPlacements = {
  title: "Add placements",
  named: "With names",
  blank: "Blank copies",
  names: "Names",
  namesHelp: "One per line. “Table 1-40” adds forty.",
  example: "Table 1-40\nBar\nWindow poster",
  expand: "“1-40” means all numbers from 1 to 40",
  csv: "Choose a CSV file",
  fromFile: (count: number, file: string) => `${copies(count)} in ${file}`,
  removeFile: "Remove file",
  blankHelp:
    "Print blank copies first and put them up. Then scan one with your phone while you are signed in there, and enter its place.",
  howMany: "How many",
  preview: (names: string[], rest: number) =>
    rest > 0 ? `${names.join(", ")} and ${inWords.number(rest)} more` : names.join(", "),
  tooMany: (most: number) => `A code can have ${inWords.number(most)} placements.`,
  progress: "Progress",
  cancel: "Cancel",
  create: (count: number) => (count === 0 ? "Add" : `Add ${copies(count)}`),
  created: (count: number) => `Added ${copies(count)}.`,
  createBlank: (count: number) => (count === 0 ? "Add" : `Add ${blanks(count)}`),
  createdBlank: (count: number) => `Added ${blanks(count)}. Print them, put them up, and scan them.`,
  createdBefore: (count: number) => `Added ${copies(count)}; these are still left.`,
  refused: (name: string, field: string, why: string, others: number) =>
    `“${name}”: the ${field} ${why}.${others > 0 ? ` ${inWords.times(others, "other")} cannot be added either.` : ""}`,
};

export const placementDialogs = {
  nameTitle: "Name the place",
  renameTitle: "Rename placement",
  name: "Name",
  noName: "Enter a name.",
  save: "Save",
  cancel: "Cancel",
  renamed: "Saved.",
  moveTitle: (name: string) => `Move “${name}”`,
  to: "To code",
  findCode: "Find a code",
  nothingFound: "No codes match.",
  noCode: "Choose a code.",
  moveText:
    "Printed copies lead to the other code’s destination from now on. Scans move too, except old ones of which only totals are kept. On days with moved scans, visitors are not counted.",
  move: "Move",
  /** `stayed` is undefined if it is not known. */
  moved(name: string, code: string, stayed: number | undefined): string {
    const moved = `“${name}” was moved to ${code}.`;
    if (stayed === undefined) return `${moved} Some of its scans could not be moved and stay with this code.`;
    if (stayed === 0) return moved;
    return `${moved} ${stayed.toLocaleString("en")} older ${stayed === 1 ? "scan stays" : "scans stay"} with this code.`;
  },
};

export const placementCard = {
  title: "Placements",
  lead: "Equal ranks are too close to call.",
  all: "All placements",
  columns: {
    rank: "Rank",
    placement: "Placement",
    scans: "Scans",
    share: "Share",
    interval: "90% interval",
    drawing: "Interval",
    trend: "Trend",
  },
  rank: (best: number, worst: number) => (best === worst ? String(best) : `${best}–${worst}`),
  interval: (low: number, high: number) => `${inWords.number(Math.round(low))}–${inWords.number(Math.round(high))}`,
  blank: "Blank copy",
  /** Scans through deleted placements stay with the code. */
  own: "The code’s own link, and deleted placements",
  only: "Show only this",
  remove: "Remove filter",
  more: (count: number) => `Show all ${inWords.number(count)}`,
  fewer: "Show fewer",
};

export const insights = {
  region: "Insights",
  loading: "Loading the scans",
  live: "Live",
  latest: (where: string) => `${where}, just now`,
  exactFrom: (day: string) =>
    `Single scans before ${day} are no longer kept: with a filter, and at the edges of days, they are missing.`,
  empty: "No scans yet",
  emptyHint: "Point a phone’s camera at the code. The scan appears here within a second.",
  emptyNetwork: "Joining is not counted",
  emptyNetworkHint: "Phones read the network from the code without internet. Only visits to its link are counted.",
  tryNetwork: "Try it now",
  emptyInactive: { paused: "It is paused: scans are not counted.", expired: "It has expired: scans are not counted." },
  scanIt: "Scan it now",
  scans: "Scans",
  ofAll: (count: number) => `${inWords.number(count)} in total`,
  visitors: "Visitors",
  visitorsBelow: "Counted once per day",
  visitorsHelp:
    "Different visitors on each day, added up. People with the same kind of phone on one network count once; a person who changes network counts twice. They are compared if the period has ended: visitors of part of a day are not known.",
  countries: "Countries",
  busiest: "Busiest hour",
  most: (name: string, share: string) => `${name} ${share}`,
  none: "–",
  countedBefore: (total: number, source: string) =>
    `${inWords.times(total, "visit")} before the import, counted by ${source}`,
  inAll: (count: number) => `${inWords.times(count, "scan")} in total`,
};

export const scans = {
  region: "Scans",
  columns: ["Time", "Place", "Device", "Browser", "Operating system"],
  loading: "Loading the scans",
  empty: "No scans yet",
  emptyHint: "Each scan is listed here with its time, place and device. IP addresses are never stored.",
  noneMatch: "No scans match",
  showAll: "Show all scans",
  notKept: "Single scans of this code are no longer kept. The figures still include them.",
  incomplete: "Some scans of this code could not be read and may be missing here, and in the CSV file.",
  zone: (zone: string) => `Times are in ${zone}.`,
  position: (first: number, last: number, page: number) =>
    `Page ${page}, scans ${inWords.number(first)} to ${inWords.number(last)}`,
  newer: "Newer",
  older: "Older",
  csv: "CSV of these scans",
};

export const history = {
  label: "Destinations, newest first",
  loading: "Loading the history",
  restore: "Restore",
  restoreUntil: (until: string) => `Restore the destination used until ${until}`,
  restored: "Restored. Printed codes now lead there.",
  networkRestored: "Restored. Printed codes keep the network they were printed with.",
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
  if (name === null) return "a former member";
  return name === email ? "you" : name;
}
