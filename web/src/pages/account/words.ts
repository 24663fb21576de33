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

  save: "Save",

  password: "Change password",
  current: "Current password",
  next: "New password",
  nextHelp: "Use at least 8 characters. A short sentence works well.",
  passwordChanged: "Password changed. Your other devices are signed out.",
};
