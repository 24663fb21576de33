import { inWords } from "../parts/formats.ts";

/** The texts around every page. */
export const words = {
  skip: "Skip to content",
  pages: "Pages",
  openMenu: "Open the menu",
  closeMenu: "Close the menu",
  search: "Search or go to",
  newCode: "New code",
  views: "Saved views",
  viewsHeading: "Views",
  /** Said before the name of the person. */
  menuFor: "Menu for ",
  reference: "API reference",
  help: "Help",
  shortcuts: "Keyboard shortcuts",
  workspaces: "Workspaces",
  newWorkspace: "New workspace…",
  viewer: "Viewer",
  viewerText: "You can see and download everything here, but not change it. An owner can make you an editor.",
  account: "Your account",
  /** Said before the name of the open workspace. */
  workspaceOpen: "Workspace ",
  signOut: "Sign out",
  signOutTitle: "Sign out and delete your drafts?",
  signOutText: "This browser keeps drafts of codes that you have not saved. Signing out deletes them.",
  schemes: { auto: "System theme", light: "Light theme", dark: "Dark theme" },
  goTo: "Go to",
  goToWhat: "A page, a code or an action",
  pagesAndActions: "Pages and actions",
  codes: "Codes",
  actions: "Actions",
  download: (name: string) => `Download ${name}`,
  print: (name: string) => `Print ${name}`,
  pause: (name: string) => `Pause ${name}`,
  activate: (name: string) => `Activate ${name}`,
  renew: (name: string) => `Renew ${name}`,
  edit: (name: string) => `Edit ${name}`,
  searching: "Searching…",
  searchFailed: "Search is not available right now.",
  didYouMean: (query: string) => `Did you mean “${query}”?`,
  nothingFound: (query: string) => `Nothing matches “${query}”.`,

  offline: "You are offline.",
  unreachable: "The service cannot be reached.",
  readAt: (time: string) => ` Showing data from ${time}.`,
  failingWebhooks: (count: number) => inWords.times(count, "webhook is failing", "webhooks are failing"),

  noMember: (workspace: string) => `You are no longer a member of ${workspace}.`,

  noPage: "Page not found",
  onlyOwners: "Only owners of this workspace can open this page.",
  onlyAdmins: "Only administrators of this service can open this page.",
  noRight: "You cannot open this page",
  noPageText: "The address may be mistyped, or the page has moved.",
  allCodes: "All codes",
  signedOut: "You were signed out",
  askAdmin: (why: string) => `${why} Ask your administrator.`,
};

/** Pages and commands of the palette; `words` are others that people look for them by. */
export const commands = {
  overview: { label: "Overview", words: "home insights statistics numbers dashboard" },
  codes: "Codes",
  tags: { label: "Tags", words: "groups colours merge" },
  looks: { label: "Looks", words: "style logo colours preset" },
  people: { label: "People", words: "members users workspace team colleagues invite roles" },
  settings: { label: "Settings", words: "workspace general name time zone default look presets links export delete" },
  brand: { label: "Brand", words: "settings logo colour visitors contact workspace" },
  you: { label: "Your account", words: "settings profile password name sessions devices passkeys second factor" },
  server: { label: "Server", words: "settings administrator mail smtp sign-up public address version health" },
  accounts: { label: "Accounts", words: "users settings server administrator plans" },
  domains: { label: "Domains", words: "settings workspace host name dns custom link address" },
  keys: { label: "API keys", words: "settings integrations programs" },
  webhooks: { label: "Webhooks", words: "settings events deliveries integrations" },
  audit: { label: "Audit log", words: "settings history security who did sign-ins" },
  editCode: "Edit this code",
  duplicateCode: "Duplicate this code",
  import: { label: "Import codes", words: "csv table upload" },
  favourites: "Favourite codes",
  bin: { label: "Bin", words: "trash deleted restore" },
  select: { label: "Select codes to print or download", words: "labels sheet zip images pdf png svg" },
  export: { label: "Export everything", words: "csv zip backup archive" },
  openWorkspace: (name: string) => `Open workspace ${name}`,
};

/** The sections of the settings. */
export const settings = {
  title: "Settings",
  sections: "Sections of the settings",
  workspace: "Workspace",
  brand: "Brand",
  you: "You",
  server: "Server",
};

export const newWorkspace = {
  title: "New workspace",
  name: "Name",
  noName: "Enter a name.",
  create: "Create",
  cancel: "Cancel",
};

/** The list that `?` shows. */
export const shortcuts = {
  palette: "Go to any page, code or action",
  search: "Search codes",
  newCode: "New code",
  next: "Next code in the list",
  previous: "Previous code in the list",
  select: "Select the focused code",
  selectTo: "Extend the selection",
  open: "Open the focused code",
  clear: "Clear the selection",
  undo: "Undo a look change",
  redo: "Redo a look change",
  help: "Show this list",
  hint: "Shortcuts are off while you type.",
  counting: "How scans are counted",
  countingText: [
    "Each visit to a code’s link by a person is a scan, also the second one by the same phone. Visitors are counted once a day for each code, without cookies.",
    "Crawlers, link previews and prefetches are not counted. Each code says how many there were, and why, under its numbers.",
    "Wi-Fi codes are read without internet, so joining is not counted: only visits to their link are.",
  ],
};

export const signInAgain = {
  text: "Sign in to continue. Nothing you typed is lost.",
  otherText: (email: string) => `If you sign in as someone else, unsaved changes by ${email} will be lost.`,
  account: "Account",
  signIn: "Sign in",
  same: (email: string) => `Sign in as ${email}`,
  other: "Sign in as someone else",
};

/** Why part of the dashboard could not be loaded. */
export const missing = {
  away: "The service cannot be reached. Try again when it is back.",
  updated: "The service was updated. Reload the page.",
  missing: "Part of this page could not be loaded. Reload the page.",
};

export const trouble = {
  updated: {
    title: "The service was updated",
    text: "This page is from the previous version. Reload it to continue.",
    button: "Reload",
  },
  missing: {
    title: "This page could not be loaded",
    text: "Part of it could not be fetched. If reloading does not help, contact the administrator.",
    button: "Reload",
  },
  away: {
    title: "This page could not be loaded",
    text: "You are offline, or the service cannot be reached. This page will open when the connection is back.",
    button: "Try again",
  },
  broken: {
    title: "Something went wrong on this page",
    text: "This page cannot be shown. Everything you saved is safe.",
    button: "Reload",
  },
};
