import type {
  Action,
  ContactAction,
  ContactEntry,
  MapAction,
  WifiAction,
  WifiSecurity,
} from "../../../codes/content/action.ts";
import { html, type Markup } from "../../server/html.ts";
import { layout } from "./layout.ts";
import { copyButton, copyRow, heading, ICONS, primary, row, rows, secondary, textBlock } from "./parts.ts";
import type { VisitorView } from "./view.ts";

export interface Landing {
  /** Of a code that does not redirect. */
  action: Exclude<Action, { kind: "redirect" }>;
  /** Where the contact's file is; used by contacts only. */
  vcfHref: string;
  /** The address of our own picture of a code that joins the network, or ""; used by networks only. */
  joinPicture: string;
  /** The visitor's system, as far as known: it decides which map link comes first. */
  os: string;
}

/** The page behind a code that is not a web address: shows what it holds and offers the native act. */
export function landingPage(landing: Landing, view: VisitorView): string {
  return layout({ title: `${titleOf(landing.action)} · Tessera`, body: bodyOf(landing) }, view);
}

/** The thing itself. A code's name is its owner's alone. */
function titleOf(action: Landing["action"]): string {
  switch (action.kind) {
    case "call":
      return action.number;
    case "mail":
      return action.to || "Write an e-mail";
    case "message":
      return action.number || "Write a text message";
    case "whatsapp":
      return action.number || "Open WhatsApp";
    case "map":
      return action.label || `${action.latitude}, ${action.longitude}`;
    case "contact":
      return action.name || action.organization || "Contact";
    case "wifi":
      return action.ssid;
    case "text":
      return "Message";
  }
}

function bodyOf({ action, vcfHref, joinPicture, os }: Landing): Markup {
  const title = titleOf(action);
  switch (action.kind) {
    case "call":
      return html`${heading(ICONS.call, "Telephone", title)}
${primary(action.href, "Call")}
${copyButton(action.number, "Copy number")}`;
    case "mail":
      return html`${heading(ICONS.mail, "E-mail", title)}
${rows([row("Cc", action.cc), row("Bcc", action.bcc), row("Subject", action.subject)])}
${textBlock(action.body)}
${primary(action.href, "Write e-mail")}
${action.to && copyButton(action.to, "Copy address")}`;
    case "message":
      return html`${heading(ICONS.message, "Text message", title)}
${textBlock(action.text)}
${primary(action.href, "Write message")}
${action.number && copyButton(action.number, "Copy number")}`;
    case "whatsapp":
      return html`${heading(ICONS.whatsapp, "WhatsApp", title)}
${textBlock(action.text)}
${primary(action.href, "Open WhatsApp")}`;
    case "map":
      return mapBody(action, title, os);
    case "contact":
      return contactBody(action, title, vcfHref);
    case "wifi":
      return wifiBody(action, joinPicture, os);
    case "text":
      return html`${heading(ICONS.text, "Text", title)}
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

function mapBody(place: MapAction, title: string, os: string): Markup {
  const [first, ...others] = mapLinks(place, os);
  const at = `${place.latitude}, ${place.longitude}`;
  // An address without coordinates stands at 0, 0.
  const known = place.latitude !== 0 || place.longitude !== 0;
  return html`${heading(ICONS.map, "Place", title)}
${rows([known && title !== at ? row("Latitude, longitude", at) : null])}
${primary(first!.href, "Open in maps")}
${others.map(({ href, label }) => secondary(href, label))}
${known && copyButton(at, "Copy coordinates")}`;
}

function linked({ value, href }: ContactEntry): Markup {
  if (href === null) return html`${value}`;
  return html`<a href="${href}" rel="noopener noreferrer">${value}</a>`;
}

function contactBody(card: ContactAction, title: string, vcfHref: string): Markup {
  return html`${heading(ICONS.contact, "Contact", title)}
${primary(vcfHref, "Save contact")}
${rows([
  row("Organisation", card.organization === title ? "" : card.organization),
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
function wifiBody(network: WifiAction, joinPicture: string, os: string): Markup {
  return html`${heading(ICONS.wifi, "Wi-Fi network", network.ssid)}
${rows([
  copyRow("Network", network.ssid),
  copyRow("User name", network.identity),
  copyRow("Password", network.password, "secret"),
  row("Security", SECURITY[network.security]),
])}
<p>${howToJoin(network)}</p>
${
  joinPicture &&
  html`<h2>Join with this picture</h2>
<p class="code"><img src="${joinPicture}" width="240" height="240" alt="A QR code that joins the network"></p>
<p class="quiet">${howToUsePicture(os)}</p>`
}`;
}

function howToJoin({ hidden, password }: WifiAction): string {
  if (!hidden) {
    return `On this device, open the Wi-Fi settings, choose this network${password === "" ? "" : " and enter the password"}.`;
  }
  const asks = password === "" ? "its name" : "its name and the password";
  return `This network is hidden, so it is not in the list. Open the Wi-Fi settings, choose “Other” or “Add network”, and enter ${asks}.`;
}

function howToUsePicture(os: string): string {
  const another = "To join with another phone, point its camera at the picture.";
  return /ios|ipad/i.test(os) ? `Touch and hold the picture, then choose to join. ${another}` : another;
}
