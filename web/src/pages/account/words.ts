export const words = {
  title: "Account",
  signedInAs: "Signed in as",
  admin: "Administrator",
  plan: (plan: string) => `${plan} plan`,

  contact: "Contact",
  contactLabel: "E-mail address for visitors",
  contactHelp: "We show it when someone scans one of your expired codes. Leave it empty to show none.",
  contactSet: "Visitors of expired codes now see this address.",
  contactUnset: "Visitors see no address.",
  save: "Save",

  password: "Change password",
  current: "Current password",
  next: "New password",
  nextHelp: "Use at least 8 characters. A short sentence works well.",
  passwordChanged: "Password changed. Your other devices are signed out.",

  exportTitle: "Export everything",
  exportText:
    "A ZIP file with your codes, scans, history, looks, logos and pictures, and plain files that keep every printed code working without this service. To restore it here or in another Tessera, run",
  exportCommand: "tessera import",
  exportProgress: "Progress of the export",
  exporting: (percent: number) => `Exporting, ${percent}%`,
  exportLost: "The server no longer has your export, perhaps because it was restarted. Export again.",
  download: "Download",
};
