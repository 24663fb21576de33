/** The texts of mail. `host` is the service's, such as qr.example.com. */
export interface MailWords {
  resetSubject: string;
  resetText: (email: string, host: string) => string;
  resetAction: string;
  resetNote: string;

  accountSubject: (host: string) => string;
  accountText: (email: string, host: string) => string;
  accountAction: string;
  accountNote: string;

  invitationSubject: (workspace: string) => string;
  invitationText: (inviter: string, workspace: string, host: string) => string;
  invitationAction: string;
  invitationNote: string;

  deviceSubject: string;
  deviceText: (email: string, device: string, time: string) => string;
  deviceAction: string;
  deviceNote: string;

  testSubject: string;
  testText: (host: string) => string;
}

export const en: MailWords = {
  resetSubject: "Choose a new password",
  resetText: (email, host) => `Somebody asked for a new password for the account ${email} at ${host}.`,
  resetAction: "Choose a new password",
  resetNote:
    "The link works once, for one hour. If you did not ask for it, ignore this message: your password stays as it is.",

  accountSubject: (host) => `Your account at ${host}`,
  accountText: (email, host) => `An account for ${email} was created at ${host}. Choose a password to sign in.`,
  accountAction: "Choose a password",
  accountNote: "The link works once, for 24 hours.",

  invitationSubject: (workspace) => `Invitation to the workspace ${workspace}`,
  invitationText: (inviter, workspace, host) => `${inviter} invites you to the workspace ${workspace} at ${host}.`,
  invitationAction: "Join the workspace",
  invitationNote: "The link works once, for 7 days. If you do not know the sender, ignore this message.",

  deviceSubject: "New sign-in to your account",
  deviceText: (email, device, time) => `The account ${email} was used to sign in on a new device: ${device}, ${time}.`,
  deviceAction: "Open your account",
  deviceNote: "If this was not you, change your password. This signs out all other devices.",

  testSubject: "Test message",
  testText: (host) => `Mail from ${host} works.`,
};
