import type { CodeType } from "../../api/types.ts";

/** All words of the pages New code and Edit code. */
export const WORDS = {
  newTitle: "New code",
  editTitle: (name: string) => `Edit ${name}`,
  editFailed: "Edit code",
  editLead: (kind: string) => `${kind}. Printed codes keep working and lead to the new content.`,
  editNetworkLead:
    "Wi-Fi. Printed codes contain the network itself, so they keep the name and password they were printed with.",
  networkChanges: (name: string) =>
    `Printed codes still join “${name}” with the password they were printed with. Print new ones after saving.`,
  create: "Create code",
  createVerb: "Create",
  save: "Save",
  cancel: "Cancel",
  saved: "Saved.",
  /** The code exists, but the request for its look failed. */
  lookNotSaved: (why: string) => `The code was created, but its look is not saved yet. ${why} Save again.`,
  onlyLookNotSaved: (why: string) => `Everything but the look is saved. ${why}`,

  steps: { label: "Steps", content: "Content", look: "Look" },
  chooseLook: "Choose a look",
  draftOnDevice: "Draft saved in this browser.",
  draftReplaced: "Another tab changed this draft. What you see here is not saved.",
  draftKept: "Draft kept.",
  discard: "Discard",
  draftFound: "Draft restored.",
  draftWithoutPassword: "Draft restored without the Wi-Fi password, which is not stored. Enter it again.",
  startOver: "Start over",

  kind: "What should it do?",
  name: "Name",
  nameHint: "Optional. Also shown on the share page.",
  tagsHint: "Optional. A code can have several; press Enter to create one.",
  tagsNotSaved: (problem: string) => `The code was saved, but not its tags: ${problem}`,
  externalId: "Your own ID",
  thisId: "This ID",
  externalIdHint: "Optional. The number of the code in your own system. No two codes of a workspace can have the same.",
  advanced: "Advanced",
  endHint: ({ fixed, until }: { fixed: boolean; until: string }) =>
    fixed ? `End date: ${until || "a day you choose"}` : "No fixed end date",
  until: "Works until",
  endsNow: (day: string) => `Now: until ${day}.`,
  sliding: "As long as it is scanned",
  slidingHint: "It expires a year after its last scan, so a code in use never expires.",
  fixed: "A day I choose",
  fixedHint: "For a campaign or an event. After that day, visitors see that the code has expired.",
  lastDay: "Last day",

  preview: "Preview",
  showPreview: "Show the preview",
  sample: "Sample",
  drawing: "Drawing",
  of: (what: string, name: string) => `${what} of ${name || "the code"}`,
  sampleLink: "A sample: its pattern changes when the code gets its link. The look stays.",
  sampleContent: "A sample. It already contains the content, so you can try it with your phone.",
  lookRow: "Look",
  ownLook: "Custom",
  checking: "Checking…",
  print: (millimetres: number) => `Print ${millimetres} mm or larger`,
  halfColor: "A colour is incomplete",
  halfColorHint: "Enter six hex digits, such as #1a1410. Until then, the previous picture is shown.",
  refused: "This code cannot be drawn",
  refusedHint: "Correct the fields marked in red. Until then, the previous picture is shown.",
  missed: "Could not be checked",
  missedHint: "It is checked again when you save.",
  logoWrong: (problem: string) => `The logo ${problem}.`,
  logoGone: "This logo no longer exists. Choose another one, or none.",

  makeItScan: "Make it scan",
  poorTitle: (verb: string) => `${verb} it anyway?`,
  poorText: "Many phones cannot read it.",
  poorSave: (verb: string) => `${verb} anyway`,
  unreadTitle: "This look cannot be saved",
  unreadText: "Two QR decoders could not read it, so phones will probably not either.",
  makeItScanHint: "“Make it scan” changes the look as little as possible. You see it before you save, and can undo it.",
  goBack: "Go back",
  scansAlready: "It already scans.",
  changed: (what: string) => `Changed: ${what}.`,
} as const;

/** The words of the page of one look. */
export const LOOK_PAGE = {
  newTitle: "New look",
  newLead: "Shapes, logo and frame to use on any code. Each code keeps its own two colours.",
  editTitle: (name: string) => `Edit look ${name}`,
  editLead: "Codes that use it stay as they are. Apply it to them again if they should change too.",
  editFailed: "Edit look",
  gone: "This look no longer exists.",
  back: { to: "/looks", label: "Looks" },
  save: "Save look",
  replace: "Replace look",
} as const;

/** The words of the end of the link. */
export const SLUG = {
  label: "Link",
  placeholder: "such as summer-menu",
  subject: "This link",
  hint: "Optional. It cannot be changed later. Without it, the link is random and short.",
  wrong: "use 3 to 40 letters from a to z, digits and hyphens, without a hyphen at the ends",
  checking: "Checking…",
  free: (modules: number) =>
    modules > 0
      ? `Available. The code gets denser: ${modules} more squares on each side than with a random link.`
      : modules < 0
        ? `Available. The code gets coarser: ${-modules} fewer squares on each side than with a random link.`
        : "Available. The code stays as small as with a random link.",
} as const;

/** The words of the campaign parameters. */
export const UTM = {
  title: "Campaign parameters (UTM)",
  none: "None",
  addressFirst: "Enter the web address first.",
  fields: { source: "Source", medium: "Medium", campaign: "Campaign", term: "Term", content: "Content" },
  examples: { source: "poster", medium: "print", campaign: "autumn-menu", term: "", content: "{placement}" },
  contentHint: "{placement} becomes the name of the scanned placement.",
  use: "Use a preset",
  manage: "Manage presets",
  savePreset: "Save as preset…",
  saveTitle: "Save as preset",
  presetName: "Name of the preset",
  noName: "Enter a name.",
  replaces: "There is a preset with this name. It will be replaced.",
  save: "Save",
  replace: "Replace",
  cancel: "Cancel",
  saved: (name: string) => `Preset “${name}” saved.`,
} as const;

/** What a scan does, before what it leads to. */
export const DOES: Record<CodeType, string> = {
  url: "Opens",
  social: "Opens",
  text: "Shows",
  geo: "Shows",
  wifi: "Joins",
  vcard: "Saves",
  phone: "Calls",
  email: "Writes to",
  sms: "Writes to",
  whatsapp: "Writes to",
};

/** The words of the step Look. */
export const LOOK = {
  undo: "Undo look change",
  redo: "Redo look change",
  saveLook: "Save this look…",
  ownLooks: "Your looks",
  ready: "Ready-made",
  color: "Colour",
  background: "Background",
  dots: "Dots",
  corners: "Corners",
  none: "None",
  logoSize: (percent: number) => `Logo size: ${percent}%`,
  logoSizeLabel: "Logo size as a percentage of the code",
  deleteLogo: "Delete this logo…",
  frame: "Frame",
  frameText: "Text in the frame",
  frameColor: "Frame colour",

  advancedHint: (level: string | null, margin: number, isTransparent: boolean) =>
    `Gradient, corner details${level === null ? "" : ` · Error correction: ${level}`} · Margin: ${margin} · ${isTransparent ? "Transparent" : "Opaque"}`,
  gradient: "Gradient",
  oneColor: "One colour",
  linear: "Linear",
  radial: "Radial",
  secondColor: "Second colour",
  direction: (angle: number) => `Direction: ${angle}°`,
  directionLabel: "Direction of the gradient in degrees",
  centres: "Corner centres",
  ownCornerColor: "Corners in their own colour",
  cornerColor: "Corner colour",
  margin: (modules: number) => `Margin: ${modules} modules`,
  marginLabel: "Margin in modules",
  marginHint: "Cameras need at least four.",
  transparent: "Transparent background",
  transparentHint: "For printing on a light, even surface. The code is checked against the background colour above.",
  level: "Error correction",
  automatic: "Automatic",
  automaticHint: (level: string) =>
    `Currently ${level}: the strongest level that does not make the code denser. With a logo, the strongest that fits.`,
  size: (pixels: number) => `Size: ${pixels} pixels`,
  sizeLabel: "Size in pixels",
  sizeHint: (pixels: number) =>
    `For PNG files. ${pixels} pixels print sharply up to ${Math.round((pixels / 300) * 2.54)} cm; SVG and PDF are sharp at any size.`,
} as const;
