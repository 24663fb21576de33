import { domainToUnicode } from "node:url";
import { buildMail } from "../../codes/content/build.ts";
import { NO_REST, type Rest } from "../../routing/afterwards.ts";
import { html, type Markup } from "../../shared/html.ts";
import { type Language, tagOf } from "../../shared/languages.ts";
import { isolated } from "../../shared/text.ts";
import { layout } from "./layout.ts";
import { primary, secondary, textBlock } from "./parts.ts";
import { MOSAICS } from "./pictures.ts";
import type { VisitorView } from "./view.ts";
import { WORDS } from "./words/index.ts";

/** `own`: the owner's words, instead of ours. */
export function notice(picture: Markup, title: string, text: string, own: string | null = null) {
  return {
    title,
    sheet: html`<div class="mid ctr">${picture}
<h1>${title}</h1>
${own === null ? html`<p class="say">${text}</p>` : textBlock(own, "say")}</div>`,
  };
}

/** A button to the owner's website. */
function wayOn({ website }: Rest, view: VisitorView): Markup | null {
  if (website === null) return null;
  const host = domainToUnicode(new URL(website).hostname).replace(/^www\./, "");
  return primary(website, WORDS[view.language].visit(isolated(host)));
}

/** 404: an unknown or deleted code; the page does not say which. */
export function notFoundPage(view: VisitorView): string {
  const words = WORDS[view.language];
  return layout(notice(MOSAICS.missing, words.missing, words.missingText), view);
}

/** 404: the code is paused, or its owner suspended; the page does not say which. */
export function pausedPage(view: VisitorView, rest: Rest = NO_REST): string {
  const words = WORDS[view.language];
  const shown = notice(MOSAICS.paused, words.paused, words.pausedText, rest.message);
  return layout({ ...shown, act: [wayOn(rest, view)] }, view);
}

/** 404: the code leads nowhere before a time. */
export function earlyPage(startsAt: number, zone: string, view: VisitorView, rest: Rest = NO_REST): string {
  const words = WORDS[view.language];
  const time = new Intl.DateTimeFormat(localeOf(view.language), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: zone,
  }).format(startsAt);
  const shown = notice(MOSAICS.paused, words.early, words.earlyText(time));
  return layout({ ...shown, act: [wayOn(rest, view)] }, view);
}

export interface Expired {
  /** Identifies the code to its owner; the name is private. */
  token: string;
  expiredOn: Date;
  /** Shown only with the owner's consent. */
  ownerEmail?: string | null;
}

/** 410. */
export function expiredPage(
  { token, expiredOn, ownerEmail }: Expired,
  view: VisitorView,
  rest: Rest = NO_REST,
): string {
  const words = WORDS[view.language];
  const subject = words.expiredSubject(`/r/${token}`);
  const shown = notice(
    MOSAICS.expired,
    words.expired,
    words.expiredText(dayIn(view.language, expiredOn)),
    rest.message,
  );
  const button = rest.website === null ? primary : secondary;
  const tell = ownerEmail ? button(buildMail({ to: ownerEmail, subject }), words.tellWorkspace) : null;
  return layout({ ...shown, act: [wayOn(rest, view), tell] }, view);
}

const localeOf = (language: Language): string => (language === "en" ? "en-GB" : tagOf(language));

const formats = new Map<Language, Intl.DateTimeFormat>();

function dayIn(language: Language, date: Date): string {
  const format =
    formats.get(language) ?? new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" });
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
