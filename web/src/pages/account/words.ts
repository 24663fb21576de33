export const words = {
  title: "Account",
  signedInAs: "Signed in as",
  admin: "Administrator",
  plan: (plan: string) => `${plan} plan`,

  profile: "Profile",
  name: "Your name",
  noName: "Enter your name.",
  nameSaved: "Name saved.",

  sessions: "Signed-in devices",
  sessionsLoading: "Loading the devices",
  signedInOn: (count: number) =>
    count === 1 ? "You are signed in on this device only." : `You are signed in on ${count} devices.`,
  endOthers: "Sign out other devices",
  othersEnded: "Your other devices are signed out.",

  remove: "Delete account",
  removeLead:
    "Deletes your account with all its codes, scans, API keys and webhooks. Printed copies of your codes stop working at once. To keep your data, export everything first.",
  removeTitle: "Delete your account?",
  removeText: "Your codes stop working and your keys are revoked. You cannot undo this.",
  removeEnter: "Your password",
  removeConfirm: "Delete account",
  cancel: "Cancel",

  contact: "Contact",
  contactLabel: "Email address for visitors",
  contactHelp: "Optional. Shown to visitors of expired codes.",
  contactSet: "Visitors of expired codes now see this address.",
  contactUnset: "Visitors see no address.",
  save: "Save",

  brand: "Brand",
  brandLead: "Shown on every page your visitors see.",
  brandLoading: "Loading your brand",
  brandName: "Name",
  brandNameHelp: "Optional. Your company or project.",
  brandColor: "Colour",
  brandLogoGone: "This logo no longer exists. Choose another one, or none.",
  brandFooter: "Show “Made with Tessera”",
  brandSaved: "Saved. Visitors will see it.",
  preview: "Preview of a visitor page",
  sampleNumber: "+44 20 7946 0000",
  sampleAction: "Call",
  madeWith: "Made with Tessera",

  password: "Change password",
  current: "Current password",
  next: "New password",
  nextHelp: "Use at least 8 characters. A short sentence works well.",
  passwordChanged: "Password changed. Your other devices are signed out.",

  exportTitle: "Export everything",
  exportText:
    "A ZIP file with your codes, scans, history, looks, logos and pictures, and static files that keep printed codes working without this service. To restore it here or on another Tessera server, unpack it and run",
  exportCommand: "tessera import FOLDER",
  exportProgress: "Progress of the export",
  exporting: (percent: number) => `Exporting, ${percent}%`,
  exportReady: "Your export is ready. You can download it for an hour, once.",
  exportLost: "The server no longer has your export, perhaps because it was restarted. Export again.",
  download: "Download",
};
