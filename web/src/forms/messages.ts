import { buildMail, buildPhone, buildSms, buildWhatsapp } from "../../../src/codes/content/build.ts";
import { isAddress, readMail } from "../../../src/codes/content/mail.ts";
import { readSms, readWhatsapp } from "../../../src/codes/content/message.ts";
import { dialable, readPhone } from "../../../src/codes/content/phone.ts";
import type { ContentForm, Field } from "./form.ts";

const number: Field = {
  name: "number",
  label: "Phone number",
  kind: "tel",
  placeholder: "+44 20 7946 0000",
  description: "With the country code, so that it works abroad.",
  required: true,
  missing: "Enter the number.",
  means: "number",
};
const SUCH_AS = "such as +44 20 7946 0000";

/** For a contact too. */
export const numberProblem = (value: string): string | null =>
  readPhone(value) ? null : `Enter a phone number ${SUCH_AS}.`;

export const mailProblem = (value: string): string | null =>
  isAddress(value.trim()) ? null : "Enter an e-mail address such as ada@example.com.";

const words: Field = {
  name: "text",
  label: "Message",
  kind: "long",
  description: "Optional. Ready for the visitor to send.",
  means: "words",
};

export const phone: ContentForm = {
  fields: [{ ...number, check: numberProblem }],
  empty: { number: "" },
  read(content) {
    const call = readPhone(content);
    return call && { number: call.number };
  },
  build: ({ number = "" }) => (number.trim() === "" ? "" : buildPhone(number.trim())),
};

export const sms: ContentForm = {
  fields: [
    {
      ...number,
      check: (value) => (readSms(value) ? null : `Enter a phone number ${SUCH_AS}, or several separated by commas.`),
    },
    words,
  ],
  empty: { number: "", text: "" },
  read(content) {
    const message = readSms(content);
    return message && { number: message.number, text: message.text };
  },
  build: ({ number = "", text = "" }) => (number.trim() === "" ? "" : buildSms({ number: number.trim(), text })),
};

/** WhatsApp knows numbers by their digits alone, country first: no country's code begins with 0. */
function chatProblem(value: string): string | null {
  const digits = dialable(value.trim())?.replace(/^(?:\+|00)/, "") ?? "";
  return /^[1-9]\d{4,19}$/.test(digits) ? null : `Enter a number with its country code, ${SUCH_AS}.`;
}

export const whatsapp: ContentForm = {
  fields: [{ ...number, check: chatProblem }, words],
  empty: { number: "", text: "" },
  read(content) {
    const chat = readWhatsapp(content);
    // Invitations and business links have no number.
    return chat && chat.number !== "" ? { number: chat.number, text: chat.text } : null;
  },
  build: ({ number = "", text = "" }) => (number.trim() === "" ? "" : buildWhatsapp({ number, text })),
};

export const email: ContentForm = {
  fields: [
    {
      name: "to",
      label: "To",
      kind: "email",
      placeholder: "ada@example.com",
      required: true,
      missing: "Enter the address that the e-mail goes to.",
      check: (value) => value.split(",").map(mailProblem).find(Boolean) ?? null,
      means: "email",
    },
    { name: "subject", label: "Subject" },
    { name: "body", label: "Message", kind: "long", means: "words" },
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
