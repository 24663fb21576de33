import type { MailWords } from "./en.ts";

export const pl: MailWords = {
  resetSubject: "Ustaw nowe hasło",
  resetText: (email, host) => `Poproszono o nowe hasło do konta ${email} w serwisie ${host}.`,
  resetAction: "Ustaw nowe hasło",
  resetNote:
    "Link działa jeden raz, przez godzinę. Jeśli to nie była Twoja prośba, zignoruj tę wiadomość: Twoje hasło się nie zmieni.",

  accountSubject: (host) => `Twoje konto w serwisie ${host}`,
  accountText: (email, host) => `W serwisie ${host} utworzono konto dla ${email}. Ustaw hasło, aby się zalogować.`,
  accountAction: "Ustaw hasło",
  accountNote: "Link działa jeden raz, przez 24 godziny.",

  invitationSubject: (workspace) => `Zaproszenie do przestrzeni roboczej ${workspace}`,
  invitationText: (inviter, workspace, host) =>
    `${inviter} zaprasza Cię do przestrzeni roboczej ${workspace} w serwisie ${host}.`,
  invitationAction: "Dołącz do przestrzeni roboczej",
  invitationNote: "Link działa jeden raz, przez 7 dni. Jeśli nie znasz nadawcy, zignoruj tę wiadomość.",

  deviceSubject: "Nowe logowanie na Twoje konto",
  deviceText: (email, device, time) => `Na konto ${email} zalogowano się z nowego urządzenia: ${device}, ${time}.`,
  deviceAction: "Otwórz swoje konto",
  deviceNote: "Jeśli to nie Ty, zmień hasło. Spowoduje to wylogowanie wszystkich innych urządzeń.",

  testSubject: "Wiadomość testowa",
  testText: (host) => `Poczta z serwisu ${host} działa.`,
};
