import type { MailWords } from "./en.ts";

export const ar: MailWords = {
  resetSubject: "اختر كلمة مرور جديدة",
  resetText: (email, host) => `طُلبت كلمة مرور جديدة للحساب ${email} على ${host}.`,
  resetAction: "اختيار كلمة مرور جديدة",
  resetNote: "يعمل الرابط مرة واحدة ولمدة ساعة. إذا لم تطلبه فتجاهل هذه الرسالة: لن تتغير كلمة مرورك.",

  accountSubject: (host) => `حسابك على ${host}`,
  accountText: (email, host) => `أُنشئ حساب لـ ${email} على ${host}. اختر كلمة مرور لتسجيل الدخول.`,
  accountAction: "اختيار كلمة مرور",
  accountNote: "يعمل الرابط مرة واحدة ولمدة 24 ساعة.",

  invitationSubject: (workspace) => `دعوة إلى مساحة العمل ${workspace}`,
  invitationText: (inviter, workspace, host) => `يدعوك ${inviter} إلى مساحة العمل ${workspace} على ${host}.`,
  invitationAction: "الانضمام إلى مساحة العمل",
  invitationNote: "يعمل الرابط مرة واحدة ولمدة 7 أيام. إذا كنت لا تعرف المرسل فتجاهل هذه الرسالة.",

  deviceSubject: "تسجيل دخول جديد إلى حسابك",
  deviceText: (email, device, time) => `سُجّل الدخول إلى الحساب ${email} من جهاز جديد: ${device}، ${time}.`,
  deviceAction: "فتح حسابك",
  deviceNote: "إذا لم تكن أنت، فغيّر كلمة مرورك. سيؤدي ذلك إلى تسجيل الخروج من جميع الأجهزة الأخرى.",

  testSubject: "رسالة تجريبية",
  testText: (host) => `البريد من ${host} يعمل.`,
};
