import type {
  CallAction,
  ContactAction,
  ContactEntry,
  LandingAction,
  MapAction,
  WifiAction,
  WifiSecurity,
} from "../../codes/content/action.ts";
import { html, type Markup } from "../../shared/html.ts";
import { isolated, withoutDirections } from "../../shared/text.ts";
import { type Layout, layout } from "./layout.ts";
import { mapOf } from "./map.ts";
import { copied, copyButton, primary, row, rows, secondary, textBlock } from "./parts.ts";
import { ICONS } from "./pictures.ts";
import type { VisitorView } from "./view.ts";
import { WORDS, type Words } from "./words/index.ts";

export interface Landing {
  action: LandingAction;
  /** The URL of the .vcf file; contacts only. */
  vcfHref: string;
  /** The URL of the image that joins the network, or ""; Wi-Fi only. */
  joinPicture: string;
  /** The visitor's operating system, if known: it decides which map link comes first. */
  os: string;
}

/** The landing page of a code that is not a web address: shows its content and offers the native action. */
export function landingPage(landing: Landing, view: VisitorView): string {
  const words = WORDS[view.language];
  const title = view.title ?? thingOf(landing.action, words);
  return layout({ title, ...bodyOf(landing, view, words) }, view);
}

/** The content as a title. Never the code's name, which is private. */
function thingOf(action: LandingAction, words: Words): string {
  switch (action.kind) {
    case "call":
      return action.number;
    case "mail":
      return action.to || words.newEmail;
    case "message":
      return action.number || words.newMessage;
    case "map":
      return action.label || coordinatesOf(action);
    case "contact":
      return action.name || action.organization || words.vcard;
    case "wifi":
      return action.ssid;
    case "text":
      return words.text;
  }
}

type Body = Omit<Layout, "title" | "head">;

function bodyOf({ action, vcfHref, joinPicture, os }: Landing, view: VisitorView, words: Words): Body {
  const thing = thingOf(action, words);
  switch (action.kind) {
    case "call":
      return callBody(action, view, words);
    case "mail":
      return {
        sheet: html`${bigThing(ICONS.mail, words.email, thing, view, action.to && copyButton(action.to, words.copyEmail, "cp"))}
${rows([row(words.cc, action.cc), row(words.bcc, action.bcc), row(words.subject, action.subject)])}
${textBlock(action.body, "card")}`,
        act: [primary(action.href, words.writeEmail, ICONS.mail)],
      };
    case "message":
      return {
        sheet: html`${bigThing(ICONS.message, words.sms, thing, view, action.number && copyButton(action.number, words.copyNumber, "cp"))}
${textBlock(action.text, "card")}`,
        act: [primary(action.href, words.writeMessage, ICONS.message)],
      };
    case "map":
      return mapBody(action, thing, os, view, words);
    case "contact":
      return contactBody(action, thing, vcfHref, os, view, words);
    case "wifi":
      return wifiBody(action, joinPicture, os, view, words);
    case "text":
      return {
        sheet: html`<div class="read"><h1 class="${view.title === null ? "unseen" : ""}"><bdi>${view.title ?? thing}</bdi></h1>
${textBlock(view.text, "say")}
${copied(textBlock(action.text))}</div>
<div class="push">${copyButton("", words.copyText, "cp")}</div>`,
      };
  }
}

/** An icon, a label and the content in large type, centred, with the owner's text below. */
function bigThing(icon: Markup, kind: string, thing: string, view: VisitorView, copy: Markup | "" = ""): Markup {
  return html`<div class="mid ctr"><span class="bigi">${icon}</span>
${heading(kind, thing, view)}
${copy !== "" && copy}</div>`;
}

/** The owner's title or the type, then the content, then the owner's text. */
function heading(kind: string, thing: string, { title, text }: VisitorView): Markup {
  const over = title ?? (kind === thing ? "" : kind);
  return html`${over !== "" && html`<p class="k"><bdi>${over}</bdi></p>`}
<h1><bdi>${thing}</bdi></h1>
${textBlock(text, "say")}`;
}

/** Short numbers and those with * or a pause can only be called. */
const TAKES_MESSAGES = /^tel:(\+?\d{7,})$/;

function callBody({ number, href }: CallAction, view: VisitorView, words: Words): Body {
  const messages = TAKES_MESSAGES.exec(href)?.[1];
  return {
    sheet: bigThing(ICONS.call, words.phone, number, view, copyButton(number, words.copyNumber, "cp")),
    act: [
      primary(href, words.call, ICONS.call),
      messages === undefined ? null : secondary(`sms:${messages}`, words.sendMessage, ICONS.message),
    ],
  };
}

/** Apple's systems do not open `geo:`, and desktops seldom do. The best link comes first. */
function mapLinks(place: MapAction, os: string, words: Words): { href: string; label: string; best: string }[] {
  const app = { href: place.href, label: words.mapsApp, best: words.openMaps };
  const inApp = (href: string, name: string) => ({ href, label: words.openIn(name), best: words.openIn(name) });
  const apple = inApp(place.appleHref, "Apple Maps");
  const web = inApp(place.webHref, "OpenStreetMap");
  if (/ios|ipad|mac/i.test(os)) return [apple, web];
  if (/android|harmony/i.test(os)) return [app, web];
  return /windows|linux|ubuntu|chrom/i.test(os) ? [web, app] : [app, apple, web];
}

const coordinatesOf = ({ latitude, longitude }: MapAction): string => `${latitude}, ${longitude}`;

/** Required by DB-IP's licence where names of towns are shown; the same in every language. */
const TOWNS_CREDIT = html`<p class="src"><a href="https://db-ip.com" rel="noopener noreferrer"><bdi>© DB-IP, CC BY 4.0</bdi></a></p>`;

function mapBody(place: MapAction, thing: string, os: string, view: VisitorView, words: Words): Body {
  const [first, ...others] = mapLinks(place, os, words);
  const at = coordinatesOf(place);
  // An address without coordinates has 0, 0.
  const isKnown = place.latitude !== 0 || place.longitude !== 0;
  const drawn = isKnown ? mapOf(place.latitude, place.longitude, words.mapOf(isolated(thing))) : null;
  return {
    map: drawn?.map ?? null,
    sheet: html`${heading(words.geo, thing, view)}
${place.address !== "" && html`<p class="say" dir="auto">${place.address}</p>`}
${isKnown && thing !== at && html`<p class="co"><bdi class="all">${at}</bdi></p>`}
<p class="alt push">${others.map(({ href, label }) => html`<a href="${href}" rel="noopener noreferrer">${label}</a> `)}</p>
${drawn?.hasTowns ? TOWNS_CREDIT : ""}`,
    act: [primary(first!.href, first!.best, ICONS.map), isKnown ? copyButton(at, words.copyCoordinates, "b s") : null],
  };
}

function linked({ value, href }: ContactEntry): Markup {
  const shown = html`<bdi>${value}</bdi>`;
  return href === null ? shown : html`<a href="${href}" rel="noopener noreferrer">${shown}</a>`;
}

function contactBody(
  card: ContactAction,
  thing: string,
  vcfHref: string,
  os: string,
  view: VisitorView,
  words: Words,
): Body {
  const role = [card.title, card.organization === thing ? "" : card.organization].filter((part) => part !== "");
  const addresses = card.addresses.map(({ value, place }) => ({ value, href: mapLinks(place, os, words)[0]!.href }));
  return {
    sheet: html`<div class="who ctr"><span class="av" aria-hidden="true">${initialsOf(thing)}</span>
${view.title !== null && html`<p class="k"><bdi>${view.title}</bdi></p>`}
<h1><bdi>${thing}</bdi></h1>
${role.length > 0 && html`<p class="say"><bdi>${role.join(", ")}</bdi></p>`}
${textBlock(view.text, "say")}</div>
${roundActions(card, addresses[0], words)}
${rows([
  ...card.phones.map((phone) => row(words[phone.use ?? "telephone"], linked(phone))),
  ...card.emails.map((email) => row(words.email, linked(email))),
  ...card.urls.map((url) => row(words.url, linked(url))),
  ...addresses.map((address) => row(words.address, linked(address))),
  row(words.note, card.note),
])}`,
    act: [primary(vcfHref, words.saveContact, ICONS.add)],
  };
}

function roundActions({ phones, emails }: ContactAction, address: ContactEntry | undefined, words: Words) {
  const numbers = phones.filter(({ href, use }) => href !== null && use !== "fax");
  const phone = numbers.find(({ use }) => use === "mobile") ?? numbers[0];
  const messages = TAKES_MESSAGES.exec(phone?.href ?? "")?.[1];
  const round = (href: string | null | undefined, icon: Markup, label: string): Markup | null =>
    href ? html`<li><a href="${href}" rel="noopener noreferrer"><span>${icon}</span>${label}</a></li>` : null;
  const all = [
    round(phone?.href, ICONS.call, words.call),
    round(messages && `sms:${messages}`, ICONS.message, words.message),
    round(emails.find(({ href }) => href !== null)?.href, ICONS.mail, words.email),
    round(address?.href, ICONS.map, words.map),
  ].filter((one) => one !== null);
  return all.length > 0 && html`<ul class="round">${all}</ul>`;
}

function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  return [letters[0], letters.length > 1 ? letters.at(-1) : ""].join("").toUpperCase();
}

const SECURITY: Record<WifiSecurity, string> = {
  WPA: "WPA/WPA2/WPA3",
  SAE: "WPA3",
  WEP: "WEP",
  "WPA2-EAP": "WPA2 Enterprise",
  nopass: "",
};

/** A page cannot join a network, so it shows everything that the phone's settings ask for. */
function wifiBody(network: WifiAction, joinPicture: string, os: string, view: VisitorView, words: Words): Body {
  const { ssid, password, identity, hidden, security } = network;
  // Only needed when adding a network by hand.
  const asksSecurity = hidden || security === "WPA2-EAP";
  return {
    sheet: html`${heading(words.wifi, ssid, view)}
<div class="card pw">${
      password === ""
        ? html`<p>${words.noPassword}</p>`
        : html`<p class="k">${words.password}</p><p class="v"><bdi class="all">${withoutDirections(password)}</bdi></p>`
    }</div>
${rows([
  row(words.userName, identity && html`<bdi class="all">${identity}</bdi>`),
  row(words.security, asksSecurity ? SECURITY[security] : ""),
])}
<div class="or">${joinPicture && html`<img src="${joinPicture}" width="232" height="232" alt="${words.joinCode(isolated(ssid))}">`}
${howToJoin(network, joinPicture !== "", os, words).map((line) => html`<p>${line}</p>`)}</div>`,
    act: [
      password && copyButton(password, words.copyPassword, "b"),
      hidden || identity ? copyButton(ssid, words.copyNetwork, password ? "b s" : "b") : null,
    ],
  };
}

function howToJoin({ ssid, hidden, password }: WifiAction, hasPicture: boolean, os: string, words: Words): string[] {
  const byHand = hidden
    ? password === ""
      ? words.hidden
      : words.hiddenAndEnter
    : password === ""
      ? words.choose(isolated(ssid))
      : words.chooseAndEnter(isolated(ssid));
  if (!hasPicture) return [byHand];
  return /ios|ipad/i.test(os) ? [words.holdToJoin, words.otherPhone] : [byHand, words.otherPhone];
}
