import type { CodeType } from "../../../shared/vocabulary.ts";
import { html, type Markup } from "../../server/html.ts";
import { layout } from "./layout.ts";
import { copyButton, primary, secondary } from "./parts.ts";
import type { VisitorView } from "./view.ts";

export interface Share {
  name: string;
  type: CodeType;
  shareUrl: string;
  /** The picture on the page. */
  imageUrl: string;
  /** What one finds behind the code; see `leadsTo` of the rules of content. */
  leadsTo: string;
  downloads: { label: string; href: string }[];
  /** The absolute address of a PNG, for previews in other places. */
  openGraphImageUrl: string;
  /** Of a Wi-Fi code: what the pictures hold, and the page with the other pictures. */
  network: { encode: "share" | "content"; otherHref: string } | null;
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

function networkNote({ encode, otherHref }: NonNullable<Share["network"]>): Markup {
  return encode === "content"
    ? html`<p class="note">Scan it to join the network. Works without internet. <a href="${otherHref}">Use the share link instead</a></p>`
    : html`<p class="note">This code opens the share link, which needs internet. <a href="${otherHref}">Use the network itself instead</a></p>`;
}

/** The page about a code: its picture, where it leads before one goes there, and its files. */
export function sharePage(share: Share, view: VisitorView): string {
  const { name, shareUrl, imageUrl, openGraphImageUrl } = share;
  const kind = KINDS[share.type];
  const summary = `${kind}: ${share.leadsTo}`;
  return layout(
    {
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
${share.network && networkNote(share.network)}
<p class="kind">${kind}</p>
<h1 dir="auto">${name}</h1>
<p class="leads"><span class="kind">Leads to</span><br><bdi>${share.leadsTo}</bdi></p>
${primary(shareUrl, "Open")}
${copyButton(shareUrl, "Copy link")}
<h2>Download</h2>
<ul>${share.downloads.map(({ href, label }) => html`<li>${secondary(href, label)}</li>`)}</ul>`,
    },
    view,
  );
}
