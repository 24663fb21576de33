import { inWords } from "../../parts/formats.ts";

export const words = {
  title: "Overview",
  region: "Insights",
  newCode: "New code",
  loading: "Loading the numbers",
  none: "–",
  scans: "Scans",
  visitors: "Visitors",
  visitorsHelp:
    "People with the same kind of phone on one network count as one, and a person who scans several codes, or on several days, counts for each. Visitors of part of a day are not known, so they are compared once the period has ended.",
  about: (count: number) => `About ${inWords.times(Number(count.toPrecision(3)), "person", "people")}`,
  noComparison: "No earlier period",
  today: "Today so far",
  weekBefore: (before: number, day: string) => `from ${inWords.number(before)} on ${day}`,
  weekBeforeHelp: "Compared with the same day of last week, up to the same time",
  active: "Active codes",
  activeInAll: "Active codes in total",
  states: (paused: number, expired: number) => `${inWords.number(paused)} paused, ${inWords.number(expired)} expired`,
  noScans: "No scans in this period.",
  exactFrom: (day: string) =>
    `Filters and days are exact from ${day} on: individual scans before that are no longer stored.`,
};

export const choice = {
  label: "Which codes",
  all: "All codes",
  tag: "Tag",
  anyTag: "Any tag",
  noTag: "Deleted tag",
  type: "Type",
  anyType: "All types",
  button: (chosen: string) => `Codes: ${chosen}`,
};

export const needs = {
  title: "Needs you",
  count: (count: number) => inWords.times(count, "item"),
  loading: "Loading what needs you",
  nothing: "Nothing needs you",
  nothingText: "No code is about to expire, hard to scan or quiet, and every webhook and domain works.",
  local: "Phones cannot open your codes",
  localText: "Set a public address first",
  failing: (since: string | null) => (since === null ? "Failing" : `Failing since ${since}`),
  off: "Turned off, because it failed",
  domainMissing: (since: string) => `Its DNS record has been missing since ${since}`,
  domainTaken: (when: string) => `Taken over by another workspace ${when}`,
  expires: (when: string) => `Expires ${when}`,
  moreExpire: (count: number, isMore: boolean) =>
    `${inWords.number(count)}${isMore ? "+" : ""} more ${count === 1 && !isMore ? "expires" : "expire"} soon`,
  within: "Within 14 days",
  hard: "Hard to scan, grade F",
  quiet: (count: number, isMore: boolean) =>
    isMore ? `${inWords.number(count)}+ quiet codes` : inWords.times(count, "quiet code"),
  quietText: "No scans in 30 days",
  fix: "Fix",
  open: "Open",
  show: "Show",
};

export const codes = {
  top: "Top codes",
  all: "All codes",
  rising: "Rising",
  against: (days: string) => `against ${days}`,
  risingNone: "No code has clearly more scans than before.",
  risingNothing: "There is no earlier period to compare with.",
  risingOff: "Choose a comparison with the period to see what rises.",
};

export const live = {
  title: "Live",
  on: "Connected",
  off: "Not connected",
  lately: (count: number, isMore: boolean) => `${inWords.number(count)}${isMore ? "+" : ""} in 5 minutes`,
  empty: "The next scan appears here.",
};

export const uncounted = {
  some: (count: number) => `${inWords.times(count, "visit")} not counted`,
};

export const firstDay = {
  region: "Your first code",
  waiting: "Waiting for your first scan",
  scanned: "Your first scan",
  show: "Show the numbers",
  toCode: "Go to the code",
  next: "Next steps",
  dismiss: (step: string) => `Dismiss: ${step}`,
  steps: {
    address: ["Let phones reach it", "Set an address that others can open"],
    print: ["Print it", "A label, a poster or a whole sheet"],
    brand: ["Add your brand", "Name, colour and logo on visitor pages"],
    people: ["Invite a colleague", "To this workspace and its codes"],
  },
} as const;
