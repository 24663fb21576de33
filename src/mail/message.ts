import { html, type Markup } from "../shared/html.ts";
import { type Language, tagOf } from "../shared/languages.ts";
import { isolated } from "../shared/text.ts";
import { WORDS } from "./words/index.ts";

/** What a mail says. Names come from users. */
export type MailContent =
  | { kind: "reset"; link: string }
  | { kind: "account"; link: string }
  | { kind: "invitation"; link: string; inviter: string; address: string; workspace: string }
  | { kind: "device"; device: string; at: number; zone: string }
  | { kind: "test" };

export interface Message {
  subject: string;
  text: string;
  html: string;
}

interface Parts {
  subject: string;
  text: string;
  action?: { label: string; link: string };
  note?: string;
}

export interface Reader {
  email: string;
  language: Language;
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const LINK = /:\/|www\.|[\p{L}\p{M}\p{N}-][.\u3002]\p{L}|\d\.\d+\.\d+\.\d/iu;

/** Whether a mail program may make a link of a name. Anybody can invite anybody, and mails come from the operator. */
const looksLikeLink = (name: string): boolean => LINK.test(name.replaceAll(INVISIBLE, "").normalize("NFKC"));

function partsOf(content: MailContent, { email, language }: Reader, baseUrl: string): Parts {
  const words = WORDS[language];
  const { host } = new URL(baseUrl);
  switch (content.kind) {
    case "reset":
      return {
        subject: words.resetSubject,
        text: words.resetText(email, host),
        action: { label: words.resetAction, link: content.link },
        note: words.resetNote,
      };
    case "account":
      return {
        subject: words.accountSubject(host),
        text: words.accountText(email, host),
        action: { label: words.accountAction, link: content.link },
        note: words.accountNote,
      };
    case "invitation": {
      const [inviter, workspace] = [content.inviter, content.workspace].map((name) =>
        isolated(looksLikeLink(name) ? content.address : name),
      ) as [string, string];
      return {
        subject: words.invitationSubject(workspace),
        text: words.invitationText(inviter, workspace, host),
        action: { label: words.invitationAction, link: content.link },
        note: words.invitationNote,
      };
    }
    case "device":
      return {
        subject: words.deviceSubject,
        text: words.deviceText(email, content.device, timeOf(content, language)),
        action: { label: words.deviceAction, link: `${baseUrl}/app/settings/you` },
        note: words.deviceNote,
      };
    case "test":
      return { subject: words.testSubject, text: words.testText(host) };
  }
}

const timeOf = ({ at, zone }: { at: number; zone: string }, language: Language): string =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : tagOf(language), {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: zone,
  }).format(at);

/** The mail in the reader's language, as plain text and as HTML. */
export function composeMessage(content: MailContent, reader: Reader, baseUrl: string): Message {
  const parts = partsOf(content, reader, baseUrl);
  const { subject, text, action, note } = parts;
  const lines = [text, action && `${action.label}:\n${action.link}`, note].filter(Boolean);
  return { subject, text: `${lines.join("\n\n")}\n`, html: page(parts, reader.language).markup };
}

/** Mail programs ignore style sheets, so every element has its own style. */
function page({ subject, text, action, note }: Parts, language: Language): Markup {
  const direction = language === "ar" ? "rtl" : "ltr";
  return html`<!doctype html>
<html lang="${tagOf(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/24px -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div dir="${direction}" style="max-width:560px;margin:0 auto">
<p style="font-size:20px;line-height:28px;font-weight:600">${subject}</p>
<p>${text}</p>
${action ? button(action) : null}${note ? html`<p style="font-size:14px;line-height:20px">${note}</p>` : null}
</div>
</body>
</html>
`;
}

const button = ({ label, link }: { label: string; link: string }): Markup => html`<p style="margin:24px 0">
<a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0e5a54;color:#fffefc;font-weight:600;text-decoration:none">${label}</a></p>
<p style="font-size:14px;line-height:20px;word-break:break-all"><a href="${link}">${link}</a></p>
`;
