import type { MailWords } from "./en.ts";

export const de: MailWords = {
  resetSubject: "Neues Passwort wählen",
  resetText: (email, host) => `Für das Konto ${email} bei ${host} wurde ein neues Passwort angefordert.`,
  resetAction: "Neues Passwort wählen",
  resetNote:
    "Der Link funktioniert einmal und eine Stunde lang. Wenn du ihn nicht angefordert hast, ignoriere diese Nachricht: Dein Passwort bleibt, wie es ist.",

  accountSubject: (host) => `Dein Konto bei ${host}`,
  accountText: (email, host) =>
    `Bei ${host} wurde ein Konto für ${email} angelegt. Wähle ein Passwort, um dich anzumelden.`,
  accountAction: "Passwort wählen",
  accountNote: "Der Link funktioniert einmal und 24 Stunden lang.",

  invitationSubject: (workspace) => `Einladung in den Arbeitsbereich ${workspace}`,
  invitationText: (inviter, workspace, host) =>
    `${inviter} lädt dich in den Arbeitsbereich ${workspace} bei ${host} ein.`,
  invitationAction: "Arbeitsbereich beitreten",
  invitationNote:
    "Der Link funktioniert einmal und 7 Tage lang. Wenn du den Absender nicht kennst, ignoriere diese Nachricht.",

  deviceSubject: "Neue Anmeldung in deinem Konto",
  deviceText: (email, device, time) => `Das Konto ${email} wurde auf einem neuen Gerät angemeldet: ${device}, ${time}.`,
  deviceAction: "Konto öffnen",
  deviceNote: "Wenn du das nicht warst, ändere dein Passwort. Dadurch werden alle anderen Geräte abgemeldet.",

  testSubject: "Testnachricht",
  testText: (host) => `E-Mails von ${host} kommen an.`,
};
