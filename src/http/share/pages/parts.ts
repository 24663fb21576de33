import { createBoundedMap } from "../../../shared/bounded-map.ts";
import { html, type Markup, raw } from "../../server/html.ts";
import { withLinks } from "./links.ts";

/** The head of a card: a badge, what kind of thing this is, and its name. */
export function heading(icon: Markup, kind: string, name: string): Markup {
  return html`<div class="badge">${icon}</div>
<p class="kind">${kind}</p>
<h1 dir="auto">${name}</h1>`;
}

/** The one thing to do here. */
export function primary(href: string, label: string): Markup {
  return html`<a class="go" href="${href}" rel="noopener noreferrer">${label}</a>`;
}

export function secondary(href: string, label: string): Markup {
  return html`<a class="more" href="${href}" rel="noopener noreferrer">${label}</a>`;
}

/** Hidden until the script has shown that it can copy. */
export function copyButton(text: string, label: string, spoken = label): Markup {
  return html`<button type="button" hidden data-copy="${text}" aria-label="${spoken}">${label}</button>`;
}

/** A row of a list of facts, left out when there is nothing to say. */
export function row(term: string, value: string | Markup): Markup | null {
  if (value === "") return null;
  return html`<div><dt>${term}</dt><dd dir="auto">${value}</dd></div>`;
}

/** A row whose value can be copied. */
export function copyRow(term: string, value: string, look = ""): Markup | null {
  if (value === "") return null;
  const button = copyButton(value, "Copy", `Copy ${term.toLowerCase()}`);
  return html`<div class="copies"><dt>${term}</dt><dd><bdi class="${look}">${value}</bdi>${button}</dd></div>`;
}

export function rows(all: (Markup | null)[]): Markup | null {
  const shown = all.filter((one) => one !== null);
  return shown.length === 0 ? null : html`<dl>${shown}</dl>`;
}

/** In letters of markup: the texts that are scanned most. */
const LETTERS_KEPT = 1_000_000;
const blocks = createBoundedMap<Markup>(LETTERS_KEPT, ({ markup }) => markup.length);

/** Each text is looked through once, not with every scan. */
export function textBlock(text: string): Markup | null {
  if (text === "") return null;
  const known = blocks.get(text);
  return known ?? blocks.set(text, html`<div class="words" dir="auto">${withLinks(text)}</div>`);
}

function line(path: string): Markup {
  return raw(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`,
  );
}

export const ICONS = {
  call: line("M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z"),
  mail: line("M3 6h18v12H3zM3 7l9 6 9-6"),
  message: line("M4 5h16v11h-9l-5 4v-4H4z"),
  whatsapp: line(
    "M4 20l1.3-4A8 8 0 1 1 8 18.8zM9 9.5c0 3 2.5 5.5 5.5 5.5l1-1.5-2-1-1 .8c-.8-.4-1.4-1-1.8-1.8l.8-1-1-2z",
  ),
  map: line("M12 21c-4-4-7-7-7-11a7 7 0 0 1 14 0c0 4-3 7-7 11zM9.5 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0"),
  contact: line("M8 8a4 4 0 1 0 8 0 4 4 0 0 0-8 0M4 21c0-4 3.5-6 8-6s8 2 8 6"),
  wifi: line("M2.5 9.5a14 14 0 0 1 19 0M5.5 13a9.5 9.5 0 0 1 13 0M8.5 16.3a5 5 0 0 1 7 0M12 20h.01"),
  text: line("M5 6h14M5 10h14M5 14h14M5 18h8"),
  missing: line("M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM15 15l4.5 4.5M19.5 15L15 19.5"),
  clock: line("M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0M12 7v5l3.5 2"),
  pause: line("M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0M10 9v6M14 9v6"),
};

/** Four tiles, one of them the token. */
export const MARK = raw(
  '<svg viewBox="0 0 12 12" fill="currentColor" aria-hidden="true"><path d="M0 0h5v5H0zM7 0h5v5H7zM0 7h5v5H0zM8.5 8.5h2v2h-2z"/></svg>',
);
