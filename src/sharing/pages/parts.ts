import { createBoundedMap } from "../../shared/bounded-map.ts";
import { html, type Markup, raw } from "../../shared/html.ts";
import { withLinks } from "./links.ts";
import { ICONS } from "./pictures.ts";

/** The page's main action. */
export function primary(href: string, label: string, icon: Markup | null = null): Markup {
  return html`<a class="b" href="${href}" rel="noopener noreferrer">${icon}<span>${label}</span></a>`;
}

export function secondary(href: string, label: string, icon: Markup | null = null): Markup {
  return html`<a class="b s" href="${href}" rel="noopener noreferrer">${icon}<span>${label}</span></a>`;
}

/** Marks the text for a copy button without a value. */
export const copied = (text: Markup | null): Markup => html`<div id="text">${text}</div>`;

/** Hidden until the script finds that copying works. "" copies the text in `copied`, so that the page has it once. */
export function copyButton(text: string, label: string, look: "b" | "b s" | "cp"): Markup {
  return html`<button type="button" class="${look}" hidden data-copy="${text}">${ICONS.copy}<span>${label}</span></button>`;
}

/** A row of a definition list; omitted if the value is empty. */
export function row(term: string, value: string | Markup): Markup | null {
  if (value === "") return null;
  return html`<div><dt>${term}</dt><dd>${typeof value === "string" ? html`<bdi>${value}</bdi>` : value}</dd></div>`;
}

export function rows(all: (Markup | null)[]): Markup | null {
  const shown = all.filter((one) => one !== null);
  return shown.length === 0 ? null : html`<dl class="card ls">${shown}</dl>`;
}

/** The size of the cache of linked texts, in characters. */
const CACHED_CHARACTERS = 1_000_000;
const linked = createBoundedMap<Markup>(CACHED_CHARACTERS, ({ markup }) => markup.length);

/** Each text is searched for links once, not with every scan. */
export function textBlock(text: string | null, look = ""): Markup | null {
  if (text === null || text === "") return null;
  const words = linked.get(text) ?? linked.set(text, html`${withLinks(text)}`);
  return html`<div class="words ${raw(look)}" dir="auto">${words}</div>`;
}
