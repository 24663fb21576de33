import type { CodeType } from "../api/types.ts";
import { raw, text as textWords } from "./content-words.ts";
import type { ContentForm, Values } from "./form.ts";
import { social, url } from "./links.ts";
import { email, phone, sms, whatsapp } from "./messages.ts";
import { geo, wifi } from "./places.ts";
import { vcard } from "./vcard.ts";

const text: ContentForm = {
  fields: [
    {
      name: "text",
      ...textWords,
      kind: "long",
      required: true,
      means: "words",
    },
  ],
  empty: { text: "" },
  read: (content) => ({ text: content }),
  build: (values) => values.text!,
};

export const FORMS: Record<CodeType, ContentForm> = {
  url,
  text,
  wifi,
  vcard,
  email,
  phone,
  sms,
  whatsapp,
  geo,
  social,
};

/** For content that the type's form cannot parse. */
const RAW: ContentForm = {
  fields: [
    {
      name: "raw",
      ...raw,
      kind: "long",
      required: true,
    },
  ],
  empty: { raw: "" },
  read: (content) => ({ raw: content }),
  build: (values) => values.raw!,
};

/** Parses content into form values, or returns it raw. */
export const valuesOf = (type: CodeType, content: string): Values => FORMS[type].read(content) ?? { raw: content };

export const formOf = (type: CodeType, values: Values): ContentForm => (values.raw === undefined ? FORMS[type] : RAW);
