import type { ContactAction, ContactEntry } from "../../../codes/content/action.ts";
import { html, type Markup } from "../../server/html.ts";
import { ICONS } from "./icons.ts";
import { heading, primary, row, rows } from "./parts.ts";

function linked({ value, href }: ContactEntry): Markup {
  if (href === null) return html`${value}`;
  return html`<a href="${href}" rel="noopener noreferrer">${value}</a>`;
}

export function contactBody(card: ContactAction, name: string, vcfHref: string): Markup {
  return html`${heading(ICONS.contact, "Contact", card.name || name)}
${primary(vcfHref, "Save contact")}
${rows([
  row("Organisation", card.organization === card.name ? "" : card.organization),
  row("Title", card.title),
  ...card.phones.map((phone) => row("Telephone", linked(phone))),
  ...card.emails.map((email) => row("E-mail", linked(email))),
  ...card.urls.map((url) => row("Web", linked(url))),
  ...card.addresses.map((address) => row("Address", address)),
  row("Note", card.note),
])}`;
}
