import type {
  Action,
  ContactAction,
  ContactEntry,
  MapAction,
  WifiAction,
  WifiSecurity,
} from "../../../codes/content/action.ts";
import { html, type Markup, raw } from "../../server/html.ts";
import { layout } from "./layout.ts";
import { copyButton, copyRow, heading, ICONS, primary, row, rows, secondary, textBlock } from "./parts.ts";

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
<p class="value"><bdi>${action.number}</bdi></p>
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
${rows([row("To", action.number)])}
${textBlock(action.text)}
${primary(action.href, "Write message")}
${action.number && copyButton(action.number, "Copy number")}`;
    case "whatsapp":
      return html`${heading(ICONS.whatsapp, "WhatsApp", name)}
${rows([row("To", action.number)])}
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

function linked({ value, href }: ContactEntry): Markup {
  if (href === null) return html`${value}`;
  return html`<a href="${href}" rel="noopener noreferrer">${value}</a>`;
}

function contactBody(card: ContactAction, name: string, vcfHref: string): Markup {
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

const SECURITY: Record<WifiSecurity, string> = {
  WPA: "WPA / WPA2",
  SAE: "WPA3",
  WEP: "WEP",
  "WPA2-EAP": "WPA2 Enterprise",
  nopass: "None: an open network",
};

/** No page can join a network by itself, so it gives all that the phone's settings ask for. */
function wifiBody(network: WifiAction, name: string, joinSvg: string): Markup {
  const asks = network.password === "" ? "" : " and enter the password";
  return html`${heading(ICONS.wifi, "Wi-Fi network", name)}
${rows([
  copyRow("Network", network.ssid),
  copyRow("User name", network.identity),
  copyRow("Password", network.password, "secret"),
  row("Security", SECURITY[network.security]),
  network.hidden ? row("Visibility", "Hidden: enter the network name by hand") : null,
])}
<p>On this device, open the Wi-Fi settings, choose this network${asks}.</p>
${
  joinSvg &&
  html`<h2>Join with a camera</h2>
<p class="code" role="img" aria-label="A code that joins the network">${raw(joinSvg)}</p>
<p class="quiet">Point another phone’s camera at this code to join at once.</p>`
}`;
}
