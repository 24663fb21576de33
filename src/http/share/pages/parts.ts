import { createBoundedMap } from "../../../shared/bounded-map.ts";
import { html, type Markup } from "../../server/html.ts";
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
