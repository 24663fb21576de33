import type { Action } from "../../../codes/content/action.ts";
import type { CodeType } from "../../../shared/vocabulary.ts";
import { html } from "../../server/html.ts";
import { layout } from "./layout.ts";
import { copyButton, primary, secondary } from "./parts.ts";

export interface Share {
  name: string;
  type: CodeType;
  shareUrl: string;
  /** The picture on the page. */
  imageUrl: string;
  /** What one finds behind the code; see `leadsTo`. */
  leadsTo: string;
  downloads: { label: string; href: string }[];
  /** The absolute address of a PNG, for previews in other places. */
  openGraphImageUrl: string;
}

const KINDS: Record<CodeType, string> = {
  url: "Web address",
  social: "Social profile",
  text: "Text",
  wifi: "Wi-Fi network",
  vcard: "Contact",
  email: "E-mail",
  phone: "Telephone",
  sms: "Text message",
  whatsapp: "WhatsApp",
  geo: "Place",
};

/** The page about a code: its picture, where it leads before one goes there, and its files. */
export function sharePage(share: Share): string {
  const { name, shareUrl, imageUrl, openGraphImageUrl } = share;
  const kind = KINDS[share.type];
  const summary = `${kind}: ${share.leadsTo}`;
  return layout({
    title: `${name} · Tessera`,
    head: html`<meta name="description" content="${summary}">
<meta property="og:site_name" content="Tessera">
<meta property="og:type" content="website">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${shareUrl}">
<meta property="og:image" content="${openGraphImageUrl}">
<meta property="og:image:alt" content="QR code of ${name}">
<meta name="twitter:card" content="summary">
<meta name="twitter:title" content="${name}">
<meta name="twitter:description" content="${summary}">
<meta name="twitter:image" content="${openGraphImageUrl}">
`,
    body: html`<p class="code"><img src="${imageUrl}" width="512" height="512" alt="QR code of ${name}"></p>
<p class="kind">${kind}</p>
<h1 dir="auto">${name}</h1>
<p class="leads"><span class="kind">Leads to</span><br><bdi>${share.leadsTo}</bdi></p>
${primary(shareUrl, "Open")}
${copyButton(shareUrl, "Copy link")}
<h2>Download</h2>
<ul>${share.downloads.map(({ href, label }) => html`<li>${secondary(href, label)}</li>`)}</ul>`,
  });
}

/** One line about what a code holds. A network's password is for those who scan it. */
export function leadsTo(action: Action): string {
  switch (action.kind) {
    case "redirect":
      return action.location;
    case "call":
      return action.number;
    case "mail":
      return action.to || action.subject || "A new e-mail";
    case "message":
      return action.number || "A new message";
    case "whatsapp":
      return action.number === "" ? action.href : `+${action.number}`;
    case "map":
      return action.label || `${action.latitude}, ${action.longitude}`;
    case "contact":
      return action.name || "A contact card";
    case "wifi":
      return action.ssid;
    case "text":
      return shortened(action.text);
  }
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 140 ? `${characters.slice(0, 139).join("")}…` : text;
}
