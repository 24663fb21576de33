import type { MailWords } from "./en.ts";

export const hi: MailWords = {
  resetSubject: "नया पासवर्ड चुनें",
  resetText: (email, host) => `${host} पर खाते ${email} के लिए नया पासवर्ड माँगा गया है।`,
  resetAction: "नया पासवर्ड चुनें",
  resetNote: "यह लिंक एक बार और एक घंटे तक काम करता है। अगर आपने इसे नहीं माँगा, तो इस संदेश को अनदेखा करें: आपका पासवर्ड नहीं बदलेगा।",

  accountSubject: (host) => `${host} पर आपका खाता`,
  accountText: (email, host) => `${host} पर ${email} के लिए खाता बनाया गया है। साइन इन करने के लिए पासवर्ड चुनें।`,
  accountAction: "पासवर्ड चुनें",
  accountNote: "यह लिंक एक बार और 24 घंटे तक काम करता है।",

  invitationSubject: (workspace) => `कार्यक्षेत्र ${workspace} के लिए निमंत्रण`,
  invitationText: (inviter, workspace, host) => `${inviter} ने आपको ${host} पर कार्यक्षेत्र ${workspace} में आमंत्रित किया है।`,
  invitationAction: "कार्यक्षेत्र से जुड़ें",
  invitationNote: "यह लिंक एक बार और 7 दिन तक काम करता है। अगर आप भेजने वाले को नहीं जानते, तो इस संदेश को अनदेखा करें।",

  deviceSubject: "आपके खाते में नया साइन-इन",
  deviceText: (email, device, time) => `खाते ${email} से एक नए डिवाइस पर साइन इन किया गया: ${device}, ${time}।`,
  deviceAction: "अपना खाता खोलें",
  deviceNote: "अगर यह आप नहीं थे, तो अपना पासवर्ड बदलें। इससे बाकी सभी डिवाइस साइन आउट हो जाएँगे।",

  testSubject: "परीक्षण संदेश",
  testText: (host) => `${host} से मेल काम कर रहा है।`,
};
