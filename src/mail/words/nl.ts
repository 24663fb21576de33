import type { MailWords } from "./en.ts";

export const nl: MailWords = {
  resetSubject: "Kies een nieuw wachtwoord",
  resetText: (email, host) => `Er is een nieuw wachtwoord aangevraagd voor het account ${email} bij ${host}.`,
  resetAction: "Nieuw wachtwoord kiezen",
  resetNote:
    "De link werkt één keer, een uur lang. Heb je dit niet aangevraagd, negeer dan dit bericht: je wachtwoord blijft hetzelfde.",

  accountSubject: (host) => `Je account bij ${host}`,
  accountText: (email, host) =>
    `Er is een account voor ${email} aangemaakt bij ${host}. Kies een wachtwoord om in te loggen.`,
  accountAction: "Wachtwoord kiezen",
  accountNote: "De link werkt één keer, 24 uur lang.",

  invitationSubject: (workspace) => `Uitnodiging voor de werkruimte ${workspace}`,
  invitationText: (inviter, workspace, host) => `${inviter} nodigt je uit voor de werkruimte ${workspace} bij ${host}.`,
  invitationAction: "Deelnemen aan de werkruimte",
  invitationNote: "De link werkt één keer, 7 dagen lang. Ken je de afzender niet, negeer dan dit bericht.",

  deviceSubject: "Nieuwe aanmelding bij je account",
  deviceText: (email, device, time) =>
    `Met het account ${email} is ingelogd op een nieuw apparaat: ${device}, ${time}.`,
  deviceAction: "Je account openen",
  deviceNote: "Was jij dit niet, wijzig dan je wachtwoord. Alle andere apparaten worden dan uitgelogd.",

  testSubject: "Testbericht",
  testText: (host) => `E-mail van ${host} werkt.`,
};
