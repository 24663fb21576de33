/** The texts of dialogs that several pages open, and of the fields in them. Loaded with the first of them. */
import { inWords } from "./formats.ts";

const codes = (count: number) => inWords.times(count, "code");

export const download = {
  title: (name: string) => `Download “${name}”`,
  picture: (name: string) => `QR code of ${name}`,
  format: "Format",
  formats: {
    png: "For screens, documents and messages.",
    svg: "Sharp at any size. For designers.",
    pdf: "Sharp at any size, as a page of the printed width. For print shops.",
  },
  plain: "Plain squares, without the look",
  plainHint: "For a stamp or an engraving, or where every millimetre counts.",
  action: (format: string) => `Download ${format.toUpperCase()}`,
};

export const move = {
  title: (name: string) => `Move “${name}”`,
  to: "To workspace",
  text: "The code goes with its link, scans, history and look. Printed copies keep working. Members of this workspace no longer see it.",
  staysOnDomain:
    "Your domains go on serving its link. The other workspace then decides where it leads. You can stop this on the Domains page.",
  action: "Move",
  moved: (name: string, workspace: string) => `“${name}” was moved to ${workspace}.`,
};

export const holds = {
  one: "The code contains",
  many: "The codes contain",
  best: [
    "Automatic",
    "Wi-Fi codes contain the network itself, for guests who are not online yet. All others contain the share link.",
  ],
  share: [
    "Share link",
    "Scans are counted, and you can change the destination later. Needs an internet connection and this service.",
  ],
  content: [
    "Content itself",
    "Works without this service and without internet. It cannot be changed once printed, and scans are not counted.",
  ],
  forGuests: " Best for guests, who are not online yet.",
} as const;

export const printSize = {
  width: "Printed width",
  pixels: "Width in pixels",
  tooSmall: (millimetres: number) => `Under ${millimetres} mm this code is hard to read at arm’s length.`,
  soft: "The print will look blurry at this resolution. Use more pixels, SVG or PDF.",
  range: (least: number, most: number, unit: string) => `from ${least} to ${inWords.number(most)} ${unit}`,
  dpi: (dpi: number) => `${inWords.number(dpi)} dpi`,
  sharp: "Sharp at any resolution",
};

export const applyLook = {
  title: (count: number) => `Change the look of ${codes(count)}`,
  progress: "Codes done",
  soFar: (done: number, all: number) =>
    `${inWords.number(done)} of ${codes(all)} done. Each code is checked before it is saved.`,
  changed: (count: number) => `Look changed for ${codes(count)}.`,
  refused: (changed: number, refused: number) =>
    `Look changed for ${codes(changed)}; ${codes(refused)} ${refused === 1 ? "keeps its look" : "keep their looks"}`,
  reason: (count: number, message: string) => (count === 1 ? message : `${codes(count)}: ${message}`),
  label: "Look",
  hint: "Colours, size and content of the codes stay as they are.",
  plain: "Plain squares",
  noneSaved: "You have no saved looks yet.",
  readyMade: "To use a ready-made look here, choose it while you edit a code, then choose “Save this look…”.",
  close: "Close",
  cancel: "Cancel",
  apply: (count: number) => `Apply to ${codes(count)}`,
};

export const saveLook = {
  title: "Save this look",
  renameTitle: "Rename look",
  name: "Look name",
  noName: "Enter a name.",
  replaces: "You already have a look with this name. This one replaces it.",
  includes:
    "It includes shapes, gradient, corners, logo and frame. Each code keeps its own two colours; the second colour of a gradient belongs to the look.",
  isDefault: "Use for new codes",
  isDefaultHint: "Also for codes created by programs. Existing codes stay as they are.",
  cancel: "Cancel",
  save: "Save",
  replace: "Replace",
  saved: "Look saved.",
  savedAsDefault: (name: string) => `Look saved. New codes use “${name}”.`,
};

export const logos = {
  label: "Logo",
  none: "None",
  noLogo: "No logo",
  position: (at: number, of: number) => `Logo ${at} of ${of}`,
  file: "Logo file",
  add: "Add a logo",
  drop: "Drop or paste an image, or click to choose one",
  dropHint: "PNG, JPEG, WebP or SVG. Large images are scaled down.",
  removeTitle: "Delete this logo?",
  removeText: "You cannot undo this. A logo that a code, a saved look or your brand still uses is not deleted.",
  removeConfirm: "Delete logo",
  removed: "Logo deleted.",
};

export const ink = {
  label: "Black ink only",
  help: "For print shops: black is 100 % K, and nothing has another colour.",
};
