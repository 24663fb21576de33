import type { MailWords } from "./en.ts";

export const ja: MailWords = {
  resetSubject: "新しいパスワードの設定",
  resetText: (email, host) => `${host} のアカウント ${email} に新しいパスワードがリクエストされました。`,
  resetAction: "新しいパスワードを設定",
  resetNote:
    "このリンクは 1 回だけ、1 時間有効です。お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。",

  accountSubject: (host) => `${host} のアカウント`,
  accountText: (email, host) =>
    `${host} に ${email} のアカウントが作成されました。パスワードを設定してサインインしてください。`,
  accountAction: "パスワードを設定",
  accountNote: "このリンクは 1 回だけ、24 時間有効です。",

  invitationSubject: (workspace) => `ワークスペース ${workspace} への招待`,
  invitationText: (inviter, workspace, host) =>
    `${inviter} さんが ${host} のワークスペース ${workspace} に招待しています。`,
  invitationAction: "ワークスペースに参加",
  invitationNote: "このリンクは 1 回だけ、7 日間有効です。送信者に心当たりがない場合は、このメールを無視してください。",

  deviceSubject: "アカウントへの新しいサインイン",
  deviceText: (email, device, time) =>
    `アカウント ${email} に新しいデバイスからサインインがありました：${device}、${time}。`,
  deviceAction: "アカウントを開く",
  deviceNote: "お心当たりがない場合は、パスワードを変更してください。ほかのすべてのデバイスからサインアウトされます。",

  testSubject: "テストメール",
  testText: (host) => `${host} からのメールは正常に届いています。`,
};
