import { buildMail } from "../../codes/content/build.ts";
import { html, type Markup } from "../../shared/html.ts";
import { type Language, tagOf } from "../../shared/languages.ts";
import { layout } from "./layout.ts";
import { primary, secondary } from "./parts.ts";
import { MOSAICS } from "./pictures.ts";
import type { VisitorView } from "./view.ts";
import { WORDS } from "./words/index.ts";

function notice(picture: Markup, title: string, text: string | Markup): { title: string; sheet: Markup } {
  return {
    title,
    sheet: html`<div class="mid ctr">${picture}
<h1>${title}</h1>
<p class="say">${text}</p></div>`,
  };
}

/** 404: an unknown or deleted code; the page does not say which. */
export function notFoundPage(view: VisitorView): string {
  const words = WORDS[view.language];
  return layout(notice(MOSAICS.missing, words.missing, words.missingText), view);
}

/** 404: the code is paused, or its owner suspended; the page does not say which. */
export function pausedPage(view: VisitorView): string {
  const words = WORDS[view.language];
  return layout(notice(MOSAICS.paused, words.paused, words.pausedText), view);
}

export interface Expired {
  /** Identifies the code to its owner; the name is private. */
  token: string;
  expiredOn: Date;
  /** Shown only with the owner's consent. */
  ownerEmail?: string | null;
}

/** 410. */
export function expiredPage({ token, expiredOn, ownerEmail }: Expired, view: VisitorView): string {
  const words = WORDS[view.language];
  const subject = words.expiredSubject(`/r/${token}`);
  return layout(
    {
      ...notice(MOSAICS.expired, words.expired, words.expiredText(dayIn(view.language, expiredOn))),
      act: [ownerEmail ? primary(buildMail({ to: ownerEmail, subject }), words.tellWorkspace) : null],
    },
    view,
  );
}

const formats = new Map<Language, Intl.DateTimeFormat>();

function dayIn(language: Language, date: Date): string {
  const locale = language === "en" ? "en-GB" : tagOf(language);
  const format = formats.get(language) ?? new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  formats.set(language, format);
  return format.format(date);
}

/** 503. */
export function unavailablePage(view: VisitorView): string {
  const words = WORDS[view.language];
  return layout(
    {
      ...notice(MOSAICS.unavailable, words.unavailable, words.unavailableText),
      act: [primary("", words.tryAgain)],
    },
    view,
  );
}

/** 404 for a browser, outside /r. */
export function unknownPage(basePath: string, view: VisitorView): string {
  const words = WORDS[view.language];
  return layout(
    {
      ...notice(MOSAICS.missing, words.unknown, words.unknownText),
      act: [primary(`${basePath}/app/`, words.dashboard), secondary(`${basePath}/docs`, words.reference)],
    },
    view,
  );
}
