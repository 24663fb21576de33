import {
  buildMail,
  buildPhone,
  buildSms,
  buildWhatsapp,
} from "../../../src/codes/content/build.ts";
import { readMail } from "../../../src/codes/content/mail.ts";
import { readSms, readWhatsapp } from "../../../src/codes/content/message.ts";
import { readPhone } from "../../../src/codes/content/phone.ts";
import type { ContentForm, Field } from "./form.ts";

const number: Field = {
  name: "number",
  label: "Phone number",
  kind: "tel",
  placeholder: "+44 20 7946 0000",
  description: "With the country code, so that it works abroad.",
  required: true,
};
const words: Field = {
  name: "text",
  label: "Message",
  kind: "long",
  description: "Ready to be sent; may be left empty.",
};

export const phone: ContentForm = {
  fields: [number],
  empty: { number: "" },
  read(content) {
    const call = readPhone(content);
    return call && { number: call.number };
  },
  build: ({ number = "" }) => (number.trim() === "" ? "" : buildPhone(number.trim())),
};

export const sms: ContentForm = {
  fields: [number, words],
  empty: { number: "", text: "" },
  read(content) {
    const message = readSms(content);
    return message && { number: message.number, text: message.text };
  },
  build: ({ number = "", text = "" }) =>
    number.trim() === "" ? "" : buildSms({ number: number.trim(), text }),
};

export const whatsapp: ContentForm = {
  fields: [number, words],
  empty: { number: "", text: "" },
  read(content) {
    const chat = readWhatsapp(content);
    // Invitations and business links have no number.
    return chat && chat.number !== "" ? { number: `+${chat.number}`, text: chat.text } : null;
  },
  build: ({ number = "", text = "" }) =>
    number.trim() === "" ? "" : buildWhatsapp({ number, text }),
};

export const email: ContentForm = {
  fields: [
    {
      name: "to",
      label: "To",
      kind: "email",
      placeholder: "ada@example.com",
      required: true,
    },
    { name: "subject", label: "Subject" },
    { name: "body", label: "Message", kind: "long" },
  ],
  empty: { to: "", subject: "", body: "" },
  read(content) {
    const mail = readMail(content);
    if (mail?.cc !== "" || mail.bcc !== "") return null;
    return { to: mail.to, subject: mail.subject, body: mail.body };
  },
  build: ({ to = "", subject = "", body = "" }) =>
    to.trim() === "" ? "" : buildMail({ to: to.trim(), subject, body }),
};
