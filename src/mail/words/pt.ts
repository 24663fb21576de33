import type { MailWords } from "./en.ts";

export const pt: MailWords = {
  resetSubject: "Escolha uma nova senha",
  resetText: (email, host) => `Foi solicitada uma nova senha para a conta ${email} em ${host}.`,
  resetAction: "Escolher uma nova senha",
  resetNote:
    "O link funciona uma única vez, durante uma hora. Se você não o solicitou, ignore esta mensagem: sua senha não muda.",

  accountSubject: (host) => `Sua conta em ${host}`,
  accountText: (email, host) => `Uma conta para ${email} foi criada em ${host}. Escolha uma senha para entrar.`,
  accountAction: "Escolher uma senha",
  accountNote: "O link funciona uma única vez, durante 24 horas.",

  invitationSubject: (workspace) => `Convite para o espaço de trabalho ${workspace}`,
  invitationText: (inviter, workspace, host) =>
    `${inviter} convida você para o espaço de trabalho ${workspace} em ${host}.`,
  invitationAction: "Entrar no espaço de trabalho",
  invitationNote:
    "O link funciona uma única vez, durante 7 dias. Se você não conhece o remetente, ignore esta mensagem.",

  deviceSubject: "Novo acesso à sua conta",
  deviceText: (email, device, time) =>
    `A conta ${email} foi usada para entrar em um novo dispositivo: ${device}, ${time}.`,
  deviceAction: "Abrir sua conta",
  deviceNote: "Se não foi você, mude sua senha. Isso encerra a sessão em todos os outros dispositivos.",

  testSubject: "Mensagem de teste",
  testText: (host) => `O e-mail de ${host} funciona.`,
};
