import type { Action, MapAction } from "../../../codes/content/action.ts";
import { readableNumber } from "../../../codes/content/readable-number.ts";
import { html, type Markup } from "../../server/html.ts";
import { contactBody } from "./contact.ts";
import { ICONS } from "./icons.ts";
import { layout } from "./layout.ts";
import { copyButton, heading, primary, row, rows, secondary, textBlock } from "./parts.ts";
import { wifiBody } from "./wifi.ts";

export interface Landing {
  /** Of a code that does not redirect. */
  action: Exclude<Action, { kind: "redirect" }>;
  /** The code's name. */
  name: string;
  /** Where the contact's file is; used by contacts only. */
  vcfHref: string;
  /** Our own drawing of a code that joins the network; used by networks only. */
  joinSvg: string;
  /** The visitor's system, as far as known: it decides which map link comes first. */
  os: string;
}

/** The page behind a code that is not a web address: shows what it holds and offers the native act. */
export function landingPage(landing: Landing): string {
  return layout({ title: `${landing.name} · Tessera`, body: bodyOf(landing) });
}

function bodyOf({ action, name, vcfHref, joinSvg, os }: Landing): Markup {
  switch (action.kind) {
    case "call":
      return html`${heading(ICONS.call, "Telephone", name)}
<p class="value"><bdi>${readableNumber(action.number)}</bdi></p>
${primary(action.href, "Call")}
${copyButton(action.number, "Copy number")}`;
    case "mail":
      return html`${heading(ICONS.mail, "E-mail", name)}
${rows([row("To", action.to), row("Cc", action.cc), row("Bcc", action.bcc), row("Subject", action.subject)])}
${textBlock(action.body)}
${primary(action.href, "Write e-mail")}
${action.to && copyButton(action.to, "Copy address")}`;
    case "message":
      return html`${heading(ICONS.message, "Text message", name)}
${rows([row("To", action.number.split(", ").map(readableNumber).join(", "))])}
${textBlock(action.text)}
${primary(action.href, "Write message")}
${action.number && copyButton(action.number, "Copy number")}`;
    case "whatsapp":
      return html`${heading(ICONS.whatsapp, "WhatsApp", name)}
${rows([row("To", action.number && readableNumber(`+${action.number}`))])}
${textBlock(action.text)}
${primary(action.href, "Open WhatsApp")}`;
    case "map":
      return mapBody(action, name, os);
    case "contact":
      return contactBody(action, name, vcfHref);
    case "wifi":
      return wifiBody(action, name, joinSvg);
    case "text":
      return html`${heading(ICONS.text, "Text", name)}
${textBlock(action.text)}
${copyButton(action.text, "Copy text")}`;
  }
}

/** Apple's systems do not open `geo:`, and a desktop seldom does: the best link comes first. */
function mapLinks(place: MapAction, os: string): { href: string; label: string }[] {
  const app = { href: place.href, label: "Maps app" };
  const apple = { href: place.appleHref, label: "Apple Maps" };
  const web = { href: place.webHref, label: "OpenStreetMap" };
  if (/ios|ipad|mac/i.test(os)) return [apple, web];
  if (/android|harmony/i.test(os)) return [app, web];
  return /windows|linux|ubuntu|chrom/i.test(os) ? [web, app] : [app, apple, web];
}

function mapBody(place: MapAction, name: string, os: string): Markup {
  const [first, ...others] = mapLinks(place, os);
  const at = `${place.latitude}, ${place.longitude}`;
  // An address without coordinates stands at 0, 0.
  const known = place.latitude !== 0 || place.longitude !== 0;
  return html`${heading(ICONS.map, "Place", name)}
${rows([row("Name", place.label === name ? "" : place.label), known ? row("Latitude, longitude", at) : null])}
${primary(first!.href, "Open in maps")}
${others.map(({ href, label }) => secondary(href, label))}
${known && copyButton(at, "Copy coordinates")}`;
}
