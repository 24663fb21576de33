import type { MailWords } from "./en.ts";

export const it: MailWords = {
  resetSubject: "Scegli una nuova password",
  resetText: (email, host) => `È stata richiesta una nuova password per l’account ${email} su ${host}.`,
  resetAction: "Scegli una nuova password",
  resetNote:
    "Il link funziona una sola volta, per un’ora. Se non l’hai richiesto, ignora questo messaggio: la tua password non cambia.",

  accountSubject: (host) => `Il tuo account su ${host}`,
  accountText: (email, host) => `È stato creato un account per ${email} su ${host}. Scegli una password per accedere.`,
  accountAction: "Scegli una password",
  accountNote: "Il link funziona una sola volta, per 24 ore.",

  invitationSubject: (workspace) => `Invito all’area di lavoro ${workspace}`,
  invitationText: (inviter, workspace, host) => `${inviter} ti invita nell’area di lavoro ${workspace} su ${host}.`,
  invitationAction: "Entra nell’area di lavoro",
  invitationNote: "Il link funziona una sola volta, per 7 giorni. Se non conosci il mittente, ignora questo messaggio.",

  deviceSubject: "Nuovo accesso al tuo account",
  deviceText: (email, device, time) =>
    `È stato effettuato l’accesso all’account ${email} da un nuovo dispositivo: ${device}, ${time}.`,
  deviceAction: "Apri il tuo account",
  deviceNote: "Se non eri tu, cambia la password. Tutti gli altri dispositivi verranno disconnessi.",

  testSubject: "Messaggio di prova",
  testText: (host) => `La posta di ${host} funziona.`,
};
