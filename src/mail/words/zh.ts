import type { MailWords } from "./en.ts";

export const zh: MailWords = {
  resetSubject: "设置新密码",
  resetText: (email, host) => `有人为 ${host} 上的帐户 ${email} 申请了新密码。`,
  resetAction: "设置新密码",
  resetNote: "此链接只能使用一次，一小时内有效。如果不是您申请的，请忽略此邮件：您的密码不会改变。",

  accountSubject: (host) => `您在 ${host} 的帐户`,
  accountText: (email, host) => `已在 ${host} 为 ${email} 创建帐户。请设置密码以登录。`,
  accountAction: "设置密码",
  accountNote: "此链接只能使用一次，24 小时内有效。",

  invitationSubject: (workspace) => `邀请您加入工作区 ${workspace}`,
  invitationText: (inviter, workspace, host) => `${inviter} 邀请您加入 ${host} 上的工作区 ${workspace}。`,
  invitationAction: "加入工作区",
  invitationNote: "此链接只能使用一次，7 天内有效。如果您不认识发件人，请忽略此邮件。",

  deviceSubject: "您的帐户有新的登录",
  deviceText: (email, device, time) => `帐户 ${email} 在一台新设备上登录：${device}，${time}。`,
  deviceAction: "打开您的帐户",
  deviceNote: "如果不是您本人，请更改密码。所有其他设备将随之退出登录。",

  testSubject: "测试邮件",
  testText: (host) => `${host} 的邮件发送正常。`,
};
