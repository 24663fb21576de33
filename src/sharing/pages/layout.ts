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

/** The whole document: header with the brand, card, action. */
export function layout({ title, head = html``, map = null, sheet, act = [] }: Layout, view: VisitorView): string {
  const { brand, language } = view;
  const words = WORDS[language];
  const actions = act.filter((one) => one !== null && one !== "");
  const { css, themes } = skinSheet(brand.color);
  const site = brand.name ?? (brand.showFooter ? "Tessera" : null);
  return html`<!doctype html>
<html lang="${tagOf(language)}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head>
<meta charset="utf-8">
<title>${withoutDirections(site === null ? title : `${title} · ${site}`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${themes.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themes.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="data:,">
${head}<style>${raw(css)}</style>
<style>${raw(STYLE)}</style>
</head>
<body>
<header class="brand">${TILES}${brand.logo !== null && html`<img src="${brand.logo}" alt="">`}${brand.name !== null && html`<b dir="auto">${brand.name}</b>`}</header>
<main>
${map}<div class="sheet">
${sheet}
</div>
${actions.length > 0 && html`<div class="act">${actions}</div>`}
<p class="unseen" role="status" data-copied="${words.copied}" data-failed="${words.notCopied}"></p>
</main>
${brand.showFooter && html`<footer class="by">${words.madeWith}</footer>`}
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.markup;
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
