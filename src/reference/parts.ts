import { html, type Markup } from "../http/server/html.ts";
import type { Field } from "./fields.ts";

/** A table that a narrow screen shows as a list; the roles keep it a table for a screen reader. */
export function table(heads: readonly string[], rows: readonly (readonly Markup[])[]): Markup {
  const cells = (row: readonly Markup[]) =>
    row.map((cell, i) => html`<td role="cell" data-head="${heads[i]!}">${cell}</td>`);
  return html`<table role="table"><thead role="rowgroup"><tr role="row">${heads.map(
    (head) => html`<th role="columnheader" scope="col">${head}</th>`,
  )}</tr></thead><tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${cells(row)}</tr>`)}</tbody></table>`;
}

export const code = (text: string): Markup => html`<code>${text}</code>`;

/** What a caller may send. */
export function inputTable(fields: readonly Field[]): Markup {
  const defaults = fields.some(({ fallback }) => fallback !== undefined);
  return table(
    ["Field", "Type", ...(defaults ? ["Default"] : []), "Rules"],
    fields.map((field) => [
      html`${nameOf(field)}${field.required && html` <span class="must">required</span>`}`,
      html`${field.type}`,
      ...(defaults ? [field.fallback === undefined ? html`` : code(field.fallback)] : []),
      rulesOf(field),
    ]),
  );
}

/** What a caller gets. */
export function outputTable(fields: readonly Field[]): Markup {
  return table(
    ["Field", "Type", "Meaning"],
    fields.map((field) => [
      html`${nameOf(field)}${!field.required && html` <span class="may">may be absent</span>`}`,
      html`${field.type}`,
      rulesOf(field),
    ]),
  );
}

const nameOf = ({ path, name }: Field): Markup =>
  html`<code class="name">${path !== "" && html`<span class="in">${path}</span>`}${name}</code>`;

function rulesOf({ rules, words }: Field): Markup {
  const list = words.map((word, i) => html`${i > 0 && ", "}${code(word)}`);
  return html`${rules}${words.length > 0 && html` One of ${list}.`}`;
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d[\d.eE+-]*)\b/g;

/** JSON with its names and values told apart. */
export function json(value: unknown): Markup {
  const text = JSON.stringify(value, null, 2);
  const parts: Markup[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon, word] = match;
    parts.push(html`${text.slice(end, match.index)}`);
    if (word !== undefined) parts.push(html`<span class="num">${word}</span>`);
    else if (colon === undefined) parts.push(html`<span class="str">${string!}</span>`);
    else parts.push(html`<span class="key">${string!}</span>${colon}`);
    end = match.index + whole.length;
  }
  return sample(html`${parts}${text.slice(end)}`, "json");
}

/** Where the reader's key belongs in an example; the page's script puts it there. */
const KEY_PLACE = /\$TESSERA_KEY|tsr_…/;

export function shell(text: string): Markup {
  const [place] = KEY_PLACE.exec(text) ?? [];
  if (place === undefined) return sample(html`${text}`, "all");
  const [before = "", after = ""] = text.split(place);
  return sample(html`${before}<span data-key>${place}</span>${after}`, "all");
}

/** The button is hidden until the script has shown that it can copy. */
const sample = (content: Markup, look: string): Markup =>
  html`<div class="sample"><pre class="${look}"><code>${content}</code></pre><button type="button" hidden data-copies>Copy</button></div>`;
