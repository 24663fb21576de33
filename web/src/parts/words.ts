/** The texts that pages share: actions on a code, notices, what is wrong with a picture. */
import { inWords } from "./formats.ts";

export const words = {
  allCodes: "All codes",
  codeNotFound: "Code not found",
  codeNotFoundText: ["It may have been deleted: look in the ", "bin", ". Or it belongs to someone else."],
  pageControl: (control: string) => `${control} page`,
  page: (number: number) => `Page ${number}`,
  scheme: { light: "Light theme", dark: "Dark theme" },
  attribution: "IP geolocation by DB-IP",
  licence: ", CC BY 4.0",

  closeMessage: "Close this message",
  closeNotice: "Close this notice",
  tryIt: "Try it",
  undo: "Undo",
  undone: "Undone.",
  failed: "That did not work",
  failedText: "Please try again.",
  cancel: "Cancel",
  loading: "Loading",
  notLoaded: "This could not be loaded",
  tryAgain: "Try again",
  reload: "Reload",
  copied: "Copied",
  copySample: "Copy the sample",
  notCopied: "Your browser did not allow copying. Select the text and copy it yourself.",
  copyImage: "Copy image",
  imageCopied: "Image copied.",
  noImage: "The image could not be created. Please try again.",
  noImageOfSize: (problem: string) => `This size ${problem} pixels, or use SVG or PDF.`,
  brokenOff: "The download was interrupted. Please try again.",
};

export const dayField = {
  none: "Choose a day",
  clear: "Clear the day",
  previousMonth: "Previous month",
  nextMonth: "Next month",
};

export const tagWords = {
  label: "Tags",
  placeholder: "Choose or create tags",
  hint: "Type a name and press Enter to create a tag.",
  more: (count: number) => `+${count}`,
  of: (name: string) => `Tags of ${name}`,
  edit: "Edit tags",
  add: "Add tags",
  saved: "Tags saved.",
  cancel: "Cancel",
  save: "Save",
};

export const editors = {
  title: "Only for editors",
  text: "You are a viewer of this workspace: you can see and download everything, but not change it. An owner can make you an editor.",
  allCodes: "All codes",
};

export const menu = {
  more: (name: string) => `More for ${name}`,
  edit: "Edit",
  download: "Download…",
  print: "Print…",
  look: "Change look…",
  tags: "Tags…",
  text: "Text for visitors…",
  title: "Title for visitors…",
  resting: "When paused or expired…",
  duplicate: "Duplicate",
  move: "Move to another workspace…",
  onlyOwnersMove: "Only owners can: this workspace has a domain, which keeps serving the code’s links.",
  favourite: "Add to favourites",
  notFavourite: "Remove from favourites",
  pause: "Pause",
  resume: "Activate",
  renew: "Renew",
  renewAsking: "Renew…",
  delete: "Delete…",
};

export const actions = {
  paused: "Paused. Visitors cannot open it.",
  resumed: "Activated.",
  restored: (name: string) => `“${name}” was restored with all its scans.`,
  removed: (name: string) => `“${name}” was moved to the bin.`,
  renewed: "Renewed. Each scan extends it by a year.",
  favoured: "Added to favourites.",
  unfavoured: "Removed from favourites.",
  renewTitle: (name: string) => `Renew “${name}”?`,
  renewText: (day: string, isOver: boolean) =>
    `It ${isOver ? "expired on" : "is set to work until"} ${day}. Renewed, it works for a year from now, and each scan extends it.`,
  renewConfirm: "Renew",
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeScans: (count: number) => `Its ${inWords.times(count, "scan is", "scans are")} deleted with it.`,
  removeText:
    "Printed copies stop working at once. For 30 days you can restore it from the bin; after that it is deleted for good. To stop it for a while, pause it instead.",
  removeConfirm: "Delete",
};

export const states = { active: "Active", paused: "Paused", expired: "Expired" };

export const expiry = {
  noDay: "Choose the last day on which it should work.",
  over: "This day is over. Choose today or a later day.",
  expired: (day: string) => `Expired on ${day}`,
  until: (day: string) => `until ${day}`,
  extended: (day: string) => `until ${day}, extended by each scan`,
  works: (until: string) => `Works ${until}`,
  paused: "Visitors cannot open it, scans are not counted",
};

export const verdicts = {
  A: "Scans very well",
  B: "Scans well",
  C: "Scans with a steady hand",
  D: "Hard to scan",
  F: "Many phones cannot read it",
  unread: "No phone can read it",
  contrast: (ratio: number) => `Contrast ${ratio.toFixed(1)} to 1`,
  logo: (spent: number, correctable: number, left: number) =>
    `The logo covers ${inWords.times(spent, "block")} of the ${correctable} that error correction can restore; ${left} are left for dirt and scratches.`,
  badly: "Hard to scan",
};

export const colors = {
  wrong: "Enter a hex colour, such as #1a1410.",
  pick: (label: string) => `Pick the ${label.toLowerCase()} from the screen`,
  inverted: "Light squares on a dark background: many phones cannot read that.",
  similar: (ratio: number) =>
    `The two colours are too similar: their contrast is ${ratio.toFixed(1)} to 1, and should be at least 4 to 1.`,
  paleSecond: "The second colour is too similar to the background.",
  paleCorners: "The corner colour is too similar to the background.",
};

export const spark = {
  upToToday: (scans: number, days: number): string =>
    `${inWords.times(scans, "scan")} in the last ${days} days, including today so far`,
  upTo: (scans: number, days: number, last: string): string =>
    `${inWords.times(scans, "scan")} in the ${days} days up to ${last}`,
};

export const local = {
  title: "Phones cannot open your codes",
  how: "How to fix it",
  held: (host: string) => `Phones cannot open ${host}, the address in this image. Set another one before you print it.`,
  setAddress: "Set address",
  done: "Done",
  askAdmin:
    "Links of your codes open on the server’s own computer only. Ask your administrator to set a public address that phones can open.",
  invitation:
    "This link opens on this computer only: the public address of the service is one that others cannot reach.",
};

/** What a code leads to, line by line. */
export const details = {
  unnamed: { newEmail: "A new email", newMessage: "A new message", vcard: "A contact card" },
  network: "Network",
  security: "Security",
  securities: {
    WPA: "WPA/WPA2/WPA3",
    SAE: "WPA3 only",
    WEP: "WEP",
    "WPA2-EAP": "WPA2 Enterprise",
    nopass: "Open, no password",
  },
  userName: "User name",
  password: "Password",
  visibility: "Visibility",
  hidden: "Hidden",
  name: "Name",
  role: "Job title",
  organisation: "Organisation",
  phone: "Phone",
  email: "Email",
  website: "Website",
  address: "Address",
  note: "Note",
  to: "To",
  cc: "Cc",
  bcc: "Bcc",
  subject: "Subject",
  message: "Message",
  coordinates: "Coordinates",
};

export const maker = { by: (name: string) => `By ${name}`, former: "By a former member" };

export const shareNumbers = {
  button: "Share numbers",
  title: "Share the numbers",
  lead: "A page in your brand with the figures, chart, placements, map and devices of this code in any period, also as a PDF. Everyone who has the link can see it, without an account. It shows the names of the code and its placements, but no individual scans.",
  leadAll:
    "A page in your brand with the figures, chart, map and devices of all codes in any period, also as a PDF. Everyone who has the link can see it, without an account. It names no code.",
  loading: "Loading the links",
  copy: "Copy link",
  ended: "Ended",
  since: (created: string, ends: string | null) =>
    ends === null ? `Created on ${created}` : `Created on ${created}, until ${ends}`,
  embed: "Chart for another website:",
  alt: "Scans",
  until: "Works",
  ends: { "": "until it is revoked", 7: "for 7 days", 30: "for 30 days", 90: "for 90 days", 365: "for a year" },
  create: "Create link",
  revoke: "Revoke",
  revokeTitle: "Revoke this link?",
  revokeText: "Nobody can open it any more. A chart on another website is gone within a minute.",
};
