import type { MailWords } from "./en.ts";

export const es: MailWords = {
  resetSubject: "Elige una contraseña nueva",
  resetText: (email, host) => `Se ha solicitado una contraseña nueva para la cuenta ${email} en ${host}.`,
  resetAction: "Elegir una contraseña nueva",
  resetNote:
    "El enlace funciona una sola vez, durante una hora. Si no lo has solicitado, ignora este mensaje: tu contraseña no cambia.",

  accountSubject: (host) => `Tu cuenta en ${host}`,
  accountText: (email, host) =>
    `Se ha creado una cuenta para ${email} en ${host}. Elige una contraseña para iniciar sesión.`,
  accountAction: "Elegir una contraseña",
  accountNote: "El enlace funciona una sola vez, durante 24 horas.",

  invitationSubject: (workspace) => `Invitación al espacio de trabajo ${workspace}`,
  invitationText: (inviter, workspace, host) => `${inviter} te invita al espacio de trabajo ${workspace} en ${host}.`,
  invitationAction: "Unirse al espacio de trabajo",
  invitationNote: "El enlace funciona una sola vez, durante 7 días. Si no conoces al remitente, ignora este mensaje.",

  deviceSubject: "Nuevo inicio de sesión en tu cuenta",
  deviceText: (email, device, time) =>
    `Se ha iniciado sesión con la cuenta ${email} en un dispositivo nuevo: ${device}, ${time}.`,
  deviceAction: "Abrir tu cuenta",
  deviceNote: "Si no has sido tú, cambia tu contraseña. Así se cierra la sesión en los demás dispositivos.",

  testSubject: "Mensaje de prueba",
  testText: (host) => `El correo de ${host} funciona.`,
};
