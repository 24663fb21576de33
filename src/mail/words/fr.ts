import type { MailWords } from "./en.ts";

export const fr: MailWords = {
  resetSubject: "Choisissez un nouveau mot de passe",
  resetText: (email, host) => `Un nouveau mot de passe a été demandé pour le compte ${email} sur ${host}.`,
  resetAction: "Choisir un nouveau mot de passe",
  resetNote:
    "Le lien fonctionne une seule fois, pendant une heure. Si vous ne l’avez pas demandé, ignorez ce message : votre mot de passe ne change pas.",

  accountSubject: (host) => `Votre compte sur ${host}`,
  accountText: (email, host) =>
    `Un compte a été créé pour ${email} sur ${host}. Choisissez un mot de passe pour vous connecter.`,
  accountAction: "Choisir un mot de passe",
  accountNote: "Le lien fonctionne une seule fois, pendant 24 heures.",

  invitationSubject: (workspace) => `Invitation à l’espace de travail ${workspace}`,
  invitationText: (inviter, workspace, host) =>
    `${inviter} vous invite dans l’espace de travail ${workspace} sur ${host}.`,
  invitationAction: "Rejoindre l’espace de travail",
  invitationNote:
    "Le lien fonctionne une seule fois, pendant 7 jours. Si vous ne connaissez pas l’expéditeur, ignorez ce message.",

  deviceSubject: "Nouvelle connexion à votre compte",
  deviceText: (email, device, time) =>
    `Le compte ${email} a été utilisé pour se connecter sur un nouvel appareil : ${device}, ${time}.`,
  deviceAction: "Ouvrir votre compte",
  deviceNote: "Si ce n’était pas vous, changez votre mot de passe. Tous les autres appareils seront alors déconnectés.",

  testSubject: "Message de test",
  testText: (host) => `L’envoi d’e-mails depuis ${host} fonctionne.`,
};
