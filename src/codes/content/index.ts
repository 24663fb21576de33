/** Rules for each type's content and the visitor's action, from one parser per type. */
import type { CodeType } from "../../shared/vocabulary.ts";
import type { Action } from "./action.ts";
import { contactProblem } from "./contact-problem.ts";
import { readGeo } from "./geo.ts";
import { readMail } from "./mail.ts";
import { readSms, readWhatsapp } from "./message.ts";
import { readPhone } from "./phone.ts";
import { placementProblem } from "./placement.ts";
import { readUrl } from "./url.ts";
import { readVcard } from "./vcard.ts";
import { readWifi } from "./wifi.ts";

export type { Action } from "./action.ts";

interface Rule {
  read: (content: string) => Action | null;
  accepted: string;
}

const web: Rule = {
  read: readUrl,
  accepted: "must be a web address, such as https://example.com/menu, without spaces, a user name or a password",
};

const RULES: Record<CodeType, Rule> = {
  url: web,
  social: web,
  text: { read: (text) => ({ kind: "text", text }), accepted: "may be any text" },
  email: {
    read: readMail,
    accepted:
      "must be an email address such as ada@example.com, mailto:ada@example.com?subject=Hello or MATMSG:TO:ada@example.com;SUB:Hello;;",
  },
  phone: { read: readPhone, accepted: "must be a telephone number such as +44 20 7946 0000, or tel:+442079460000" },
  sms: {
    read: readSms,
    accepted:
      "must be a telephone number such as +44 20 7946 0000, sms:+442079460000?body=Hello or SMSTO:+442079460000:Hello",
  },
  whatsapp: {
    read: readWhatsapp,
    accepted:
      "must be an international telephone number such as +44 20 7946 0000, https://wa.me/442079460000 or https://api.whatsapp.com/send?phone=442079460000",
  },
  geo: {
    read: readGeo,
    accepted:
      "must be a latitude from -90 to 90 and a longitude from -180 to 180, such as 52.5163,13.3777 or geo:52.5163,13.3777",
  },
  wifi: {
    read: readWifi,
    accepted:
      "must be a network such as WIFI:T:WPA;S:Guest network;P:password;; with T one of WPA, WPA2, WPA3, SAE, WEP or nopass, and a password P unless T is nopass",
  },
  vcard: {
    read: readVcard,
    accepted:
      "must be a contact card that starts with BEGIN:VCARD, has a line such as FN:Ada Lovelace and ends with END:VCARD, or MECARD:N:Lovelace,Ada;TEL:+442079460000;;",
  },
};

/** Null if the content is valid for its type, else a message that shows the accepted forms. */
export function contentProblem(type: CodeType, content: string): string | null {
  const { read, accepted } = RULES[type];
  const action = read(content);
  if (action?.kind === "contact") return contactProblem(action);
  if (action?.kind === "redirect") return placementProblem(action.location);
  return action ? null : accepted;
}

/** The visitor's action. Invalid content is only ever shown as text. */
export function actionOf(type: CodeType, content: string): Action {
  return RULES[type].read(content) ?? { kind: "text", text: content };
}
