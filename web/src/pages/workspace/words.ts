import { inWords } from "../../parts/formats.ts";

export const words = {
  more: "More of this workspace",
  places: {
    domains: { label: "Domains", text: "Your own host name in the links of codes" },
    tags: { label: "Tags", text: "Rename, recolour and merge" },
    keys: { label: "API keys", text: "For your programs" },
    webhooks: { label: "Webhooks", text: "Send scans and changes to your server" },
    audit: { label: "Audit log", text: "Who did what, and when" },
  },
  save: "Save",
  saved: "Saved.",
  cancel: "Cancel",

  general: "General",
  name: "Name",
  noName: "Enter a name.",
  zone: "Time zone",
  zoneHelp: "For days and times of charts, tables and emails. After a change, visitors of earlier days are not shown.",
  noZone: "No time zone matches.",
  onlyOwners: "Only owners can change this.",

  look: "Default look",
  lookHelp: "New codes get this look.",
  noLook: "None",
  lookSet: (name: string) => `New codes get the look “${name}”.`,
  lookUnset: "New codes get plain squares.",
  noLooks: "There are no saved looks yet. You can make one under Looks.",

  presets: "Campaign presets",
  noPresets: "There are no presets yet. You can save campaign parameters (UTM) as one while editing a code.",
  delete: "Delete",
  deletePreset: (name: string) => `Delete preset ${name}`,
  presetDeleted: (name: string) => `Preset “${name}” deleted.`,

  links: "Links",
  slugs: (taken: number, limit: number) => `Slugs: ${inWords.number(taken)} of ${inWords.number(limit)}`,
  placements: (taken: number, limit: number) => `Placements: ${inWords.number(taken)} of ${inWords.number(limit)}`,
  linksHelp:
    "All workspaces of the person who created this one count together, by that person's plan. Once that account is removed, this workspace counts alone, by its own plan. Deleted links count too, since they stay taken.",

  contact: "Contact",
  contactLabel: "Email address for visitors",
  contactHelp: "Optional. Shown to visitors of expired codes.",
  contactSet: "Visitors of expired codes now see this address.",
  contactUnset: "Visitors see no address.",

  brand: "Brand",
  brandLead: "Shown on every page your visitors see.",
  brandLoading: "Loading your brand",
  brandName: "Name for visitors",
  brandNameHelp: "Optional. Your company or project.",
  brandColor: "Colour",
  brandLogoGone: "This logo no longer exists. Choose another one, or none.",
  brandFooter: "Show “Made with Tessera”",
  brandSaved: "Saved. Visitors see it from now on.",
  preview: "Preview of a visitor page",
  sampleNumber: "+44 20 7946 0000",
  sampleAction: "Call",
  madeWith: "Made with Tessera",

  exportTitle: "Export everything",
  exportText:
    "A ZIP file with your codes, scans, history, looks, logos and pictures, and static files that keep printed codes working without this service. To restore it here or on another Tessera server, unpack it and run",
  exportCommand: (command: string) => `${command} import FOLDER --same`,
  exportProgress: "Progress of the export",
  exporting: (percent: number) => `Exporting, ${percent}%`,
  exportReady: "Your export is ready. You can download it for an hour, once.",
  exportLost: "The server no longer has your export, perhaps because it was restarted. Export again.",
  download: "Download",

  remove: "Delete workspace",
  removeLead:
    "Printed copies of its codes stop working at once, its API keys are refused, and its members lose access. For 30 days an owner can restore it with everything in it; then it is erased. If you own no other workspace, you get a new, empty one.",
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText: "Its codes stop working at once. For 30 days you can restore it on this page.",
  removeConfirm: "Delete workspace",

  deleted: "Deleted workspaces",
  keptUntil: (name: string, day: string) => `${name}, will be erased on ${day}`,
  restore: "Restore",
  restoreLabel: (name: string) => `Restore ${name}`,
};

export const resting = {
  title: "When codes are paused or expired",
  lead: "For all codes of this workspace. The menu of a code has the same setting for that code alone.",
  loading: "Loading",
  website: "Your website",
  websiteHelp: "Optional. A button on the page leads there.",
  otherwise: "The standard page",
  save: "Save",
  saved: "Saved. Visitors of paused and expired codes see it from now on.",
};
