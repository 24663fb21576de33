import { html, type Markup, raw } from "../../shared/html.ts";
import { tagOf } from "../../shared/languages.ts";
import { withoutDirections } from "../../shared/text.ts";
import { TILES } from "./pictures.ts";
import { SCRIPT } from "./script.ts";
import { skinSheet, sourceOf } from "./skin.ts";
import { STYLE } from "./style.ts";
import type { VisitorView } from "./view.ts";
import { WORDS } from "./words/index.ts";

export interface Layout {
  title: string;
  /** More tags for the head. */
  head?: Markup;
  /** Above the card. */
  map?: Markup | null;
  sheet: Markup;
  /** The main action, at the bottom within reach of the thumb; omitted if empty. */
  act?: (Markup | null | "")[];
}

/** A document with the header of the brand; `robots` says what search engines may do. */
export interface Frame {
  title: string;
  robots: string;
  head?: Markup;
  style: string;
  content: Markup;
}

export function frame({ title, robots, head = html``, style, content }: Frame, view: FrameView): string {
  const { brand, language } = view;
  const { css, themes } = skinSheet(brand.color);
  const site = brand.name ?? (brand.showFooter ? "Tessera" : null);
  return html`<!doctype html>
<html lang="${tagOf(language)}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head>
<meta charset="utf-8">
<title>${withoutDirections(site === null ? title : `${title} · ${site}`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="${robots}">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${themes.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themes.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="data:,">
${head}<style>${raw(css)}</style>
<style>${raw(style)}</style>
</head>
<body>
${content}
</body>
</html>
`.markup;
}

type FrameView = Pick<VisitorView, "brand" | "language">;

export const brandHeader = ({ logo, name }: VisitorView["brand"]): Markup =>
  html`<header class="brand">${TILES}${logo !== null && html`<img src="${logo}" alt="">`}${name !== null && html`<b dir="auto">${name}</b>`}</header>`;

export const madeWith = ({ brand, language }: FrameView): Markup | false =>
  brand.showFooter && html`<footer class="by">${WORDS[language].madeWith}</footer>`;

/** The whole document: header with the brand, card, action. */
export function layout({ title, head, map = null, sheet, act = [] }: Layout, view: VisitorView): string {
  const words = WORDS[view.language];
  const actions = act.filter((one) => one !== null && one !== "");
  const content = html`${brandHeader(view.brand)}
<main>
${map}<div class="sheet">
${sheet}
</div>
${actions.length > 0 && html`<div class="act">${actions}</div>`}
<p class="unseen" role="status" data-copied="${words.copied}" data-failed="${words.notCopied}"></p>
</main>
${madeWith(view)}
<script>${raw(SCRIPT)}</script>`;
  return frame({ title, robots: "noindex", ...(head && { head }), style: STYLE, content }, view);
}

const STYLE_SOURCE = sourceOf(STYLE);
const SCRIPT_SOURCE = sourceOf(SCRIPT);

/** The page's Content-Security-Policy: allows only our own style and script, by hash. */
export function policyOf({ brand }: VisitorView): string {
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE} ${skinSheet(brand.color).source}`,
    `script-src ${SCRIPT_SOURCE}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
