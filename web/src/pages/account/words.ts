import type { Me } from "../../api/types.ts";
import { inWords } from "../../parts/formats.ts";

const of = ({ taken, limit }: { taken: number; limit: number }) =>
  `${inWords.number(taken)} of ${inWords.number(limit)}`;

export const words = {
  signedInAs: "Signed in as",
  admin: "Administrator",
  plan: (plan: string) => `${plan} plan`,
  limits: ({ workspaces, slugs, placements }: Me["limits"]) =>
    `You own or have created ${of(workspaces)} workspaces. In those that you created, ${of(slugs)} slugs and ${of(placements)} placements are taken.`,

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

  thisDevice: "This device",
  unknownDevice: "Unknown device",
  since: (time: string) => `since ${time}`,
  signOut: "Sign out",

  confirmText: "Your other devices will be signed out.",
  continue: "Continue",
  done: "Done",
  factor: "Second factor",
  factorOff:
    "Ask for a code from an authenticator app after the password or the identity provider, so that neither is enough alone.",
  factorOn: (codes: number) => `On. ${codes} of 10 recovery codes are left.`,
  factorNeedsPassword: "A second factor protects a password. Set a password first.",
  factorStart: "Turn on",
  factorStartTitle: "Turn on the second factor",
  factorRemove: "Turn off",
  factorRemoveTitle: "Turn off the second factor",
  factorRemoveText: "The password alone will be enough to sign in. Your other devices will be signed out.",
  factorRemoved: "The second factor is off.",
  scanWithApp: "Scan this with your authenticator app, then enter the code that it shows.",
  scanAlt: "QR code for your authenticator app",
  orEnter: "Or enter this key:",
  codeLabel: "Code",
  noCode: "Enter the code.",
  newCodes: "New recovery codes",
  newCodesText: "The recovery codes that you have now stop working. Your other devices will be signed out.",
  codesTitle: "Recovery codes",
  codesText:
    "Keep these codes where you can find them without your phone. Each works once, instead of a code from your app. You will not see them again.",
  copyCodes: "Copy codes",

  passkeys: "Passkeys",
  passkeysLead: "Sign in with your fingerprint, your face or a PIN instead of a password.",
  noPasskeys: "This browser does not support passkeys here. They need https and a host name.",
  passkey: "Passkey",
  addPasskey: "Add a passkey",
  passkeyName: "Name",
  passkeyAdded: "Passkey added. Your other devices are signed out.",
  passkeyCancelled: "No passkey was added.",
  passkeyThere: "This device already has a passkey for your account.",
  addedOn: (day: string) => `added ${day}`,
  removeShort: "Remove…",
  removePasskey: (name: string) => `Remove ${name}`,
  removePasskeyText: "It can no longer be used to sign in. Your other devices will be signed out.",
  removePasskeyConfirm: "Remove",

  remove: "Delete account",
  removeLead:
    "Deletes your account and the workspaces that nobody else is in, with their codes, scans, API keys and webhooks. Printed copies of these codes stop working at once. To keep your data, export everything first.",
  removeTitle: "Delete your account?",
  removeText: "Your codes stop working, and your keys, webhooks and links to numbers end. You cannot undo this.",
  removeEnter: "Your password",
  removeConfirm: "Delete account",
  removed: "Your account is deleted.",
  cancel: "Cancel",

  save: "Save",

  password: "Change password",
  setPassword: "Set a password",
  passwordSet: "Password set. Your other devices are signed out.",
  current: "Current password",
  next: "New password",
  nextHelp: "At least 8 characters. A short sentence works well.",
  passwordChanged: "Password changed. Your other devices are signed out.",
};
