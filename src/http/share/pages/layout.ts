import { createHash } from "node:crypto";
import { html, type Markup, raw } from "../../server/html.ts";
import { tagOf } from "./languages.ts";
import { MARK } from "./parts.ts";
import { SCRIPT } from "./script.ts";
import { STYLE, THEME } from "./style.ts";
import type { VisitorView } from "./view.ts";

export interface Layout {
  title: string;
  /** More tags for the head. */
  head?: Markup;
  body: Markup;
}

/** The whole document around a card. */
export function layout({ title, head = html``, body }: Layout, view: VisitorView): string {
  return html`<!doctype html>
<html lang="${tagOf(view.language)}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${THEME.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${THEME.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="data:,">
${head}<style>${raw(STYLE)}</style>
</head>
<body>
<main>
${body}
<p class="unseen" role="status"></p>
</main>
<footer>${MARK}Tessera</footer>
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.markup;
}

function source(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Only our own style and script, by their hashes. */
export function policyOf(_view: VisitorView): string {
  return CONTENT_SECURITY_POLICY;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${source(STYLE)}`,
  `script-src ${source(SCRIPT)}`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
