import { contentProblem } from "../../../src/codes/content/index.ts";
import type { CodeType } from "../api/types.ts";
import { capital } from "../parts/words.ts";
import type { ContentForm } from "./form.ts";
import { social, url } from "./links.ts";
import { email, phone, sms, whatsapp } from "./messages.ts";
import { geo, wifi } from "./places.ts";
import { vcard } from "./vcard.ts";

const text: ContentForm = {
  fields: [{ name: "text", label: "Text", kind: "long", required: true }],
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

/** For a content that the form cannot take apart. */
export const RAW: ContentForm = {
  fields: [
    {
      name: "raw",
      label: "Content as it is",
      kind: "long",
      required: true,
      description: "It holds more than the form can show, so it is edited as written.",
    },
  ],
  empty: { raw: "" },
  read: (content) => ({ raw: content }),
  build: (values) => values.raw!,
};

/** What is wrong with a content, for the person who filled the form in. */
export function problemOf(type: CodeType, content: string): string | null {
  const missing = type === "vcard" ? "Give at least a name or an organisation." : "Fill this in.";
  if (content.trim() === "") return missing;
  const problem = contentProblem(type, content);
  return problem && capital(problem.replace(/^Content of type \w+ /, ""));
}
