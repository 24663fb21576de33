import { buildMail, buildPhone, buildSms, buildWhatsapp } from "../../../src/codes/content/build.ts";
import { isAddress, readMail } from "../../../src/codes/content/mail.ts";
import { readSms, readWhatsapp } from "../../../src/codes/content/message.ts";
import { dialable, readPhone } from "../../../src/codes/content/phone.ts";
import * as words from "./content-words.ts";
import type { ContentForm, Field } from "./form.ts";

const number: Field = {
  name: "number",
  label: words.phone.label,
  kind: "tel",
  placeholder: words.phone.placeholder,
  description: words.phone.description,
  required: true,
  missing: words.phone.missing,
  means: "number",
};

export const numberProblem = (value: string): string | null => (readPhone(value) ? null : words.phone.wrong);

export const mailProblem = (value: string): string | null => (isAddress(value.trim()) ? null : words.email.wrong);

const message: Field = {
  name: "text",
  ...words.message,
  kind: "long",
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
      check: (value) => (readSms(value) ? null : words.phone.wrongSms),
    },
    message,
  ],
  empty: { number: "", text: "" },
  read(content) {
    const sms = readSms(content);
    return sms && { number: sms.number, text: sms.text };
  },
  build: ({ number = "", text = "" }) => (number.trim() === "" ? "" : buildSms({ number: number.trim(), text })),
};

/** WhatsApp numbers start with the country code, which never starts with 0. */
function chatProblem(value: string): string | null {
  const digits = dialable(value.trim())?.replace(/^(?:\+|00)/, "") ?? "";
  return /^[1-9]\d{4,19}$/.test(digits) ? null : words.phone.wrongWhatsapp;
}

export const whatsapp: ContentForm = {
  fields: [{ ...number, check: chatProblem }, message],
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
      label: words.email.to,
      kind: "email",
      placeholder: words.email.placeholder,
      required: true,
      missing: words.email.missing,
      check: (value) => value.split(",").map(mailProblem).find(Boolean) ?? null,
      means: "email",
    },
    { name: "subject", label: words.email.subject, description: words.email.subjectHint },
    { name: "body", ...words.message, kind: "long", means: "words" },
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
