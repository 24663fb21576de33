import type { MailWords } from "./en.ts";

export const tr: MailWords = {
  resetSubject: "Yeni bir parola seçin",
  resetText: (email, host) => `${host} üzerindeki ${email} hesabı için yeni bir parola istendi.`,
  resetAction: "Yeni parola seç",
  resetNote:
    "Bağlantı bir kez ve bir saat boyunca çalışır. Siz istemediyseniz bu iletiyi dikkate almayın: parolanız değişmez.",

  accountSubject: (host) => `${host} hesabınız`,
  accountText: (email, host) =>
    `${host} üzerinde ${email} için bir hesap oluşturuldu. Giriş yapmak için bir parola seçin.`,
  accountAction: "Parola seç",
  accountNote: "Bağlantı bir kez ve 24 saat boyunca çalışır.",

  invitationSubject: (workspace) => `Davet: ${workspace} çalışma alanı`,
  invitationText: (inviter, workspace, host) =>
    `${inviter} sizi ${host} üzerindeki ${workspace} çalışma alanına davet ediyor.`,
  invitationAction: "Çalışma alanına katıl",
  invitationNote: "Bağlantı bir kez ve 7 gün boyunca çalışır. Göndereni tanımıyorsanız bu iletiyi dikkate almayın.",

  deviceSubject: "Hesabınızda yeni oturum",
  deviceText: (email, device, time) => `${email} hesabıyla yeni bir cihazda oturum açıldı: ${device}, ${time}.`,
  deviceAction: "Hesabınızı açın",
  deviceNote: "Bu siz değilseniz parolanızı değiştirin. Böylece diğer tüm cihazlarda oturum kapatılır.",

  testSubject: "Deneme iletisi",
  testText: (host) => `${host} e-posta gönderebiliyor.`,
};
