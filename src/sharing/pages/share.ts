import { html, type Markup } from "../../shared/html.ts";
import { isolated } from "../../shared/text.ts";
import type { CodeType } from "../../shared/vocabulary.ts";
import { layout } from "./layout.ts";
import { copyButton, primary, textBlock } from "./parts.ts";
import type { VisitorView } from "./view.ts";
import { WORDS, type Words } from "./words/index.ts";

export interface Share {
  name: string;
  type: CodeType;
  shareUrl: string;
  /** The image on the page. */
  imageUrl: string;
  /** What the code leads to; see `leadsTo` in the content rules. */
  leadsTo: string;
  downloads: { label: string; href: string }[];
  /** The absolute URL of a PNG, for link previews (Open Graph). */
  openGraphImageUrl: string;
  /** Wi-Fi only: what the images hold, and the URL of the page with the other ones. */
  network: { encode: "share" | "content"; otherHref: string } | null;
}

function networkNote({ encode, otherHref }: NonNullable<Share["network"]>, words: Words): Markup {
  return encode === "content"
    ? html`<p class="note">${words.joins} <a href="${otherHref}">${words.useLink}</a></p>`
    : html`<p class="note">${words.opensLink} <a href="${otherHref}">${words.useNetwork}</a></p>`;
}

/** The share page: the image, where it leads, and downloads. */
export function sharePage(share: Share, view: VisitorView): string {
  const { shareUrl, imageUrl, openGraphImageUrl } = share;
  const words = WORDS[view.language];
  const name = view.title ?? share.name;
  const summary = [...new Set([words[share.type], share.leadsTo])].join(" · ");
  return layout(
    {
      title: name,
      head: html`<meta name="description" content="${summary}">
<meta property="og:site_name" content="${view.brand.name ?? "Tessera"}">
<meta property="og:type" content="website">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${shareUrl}">
<meta property="og:image" content="${openGraphImageUrl}">
<meta property="og:image:alt" content="${words.codeOf(isolated(name))}">
<meta name="twitter:card" content="summary">
<meta name="twitter:title" content="${name}">
<meta name="twitter:description" content="${summary}">
<meta name="twitter:image" content="${openGraphImageUrl}">
`,
      sheet: html`<p class="pic card"><img src="${imageUrl}" width="512" height="512" alt="${words.codeOf(isolated(name))}"></p>
${share.network && networkNote(share.network, words)}
<div class="hd ctr"><h1><bdi>${name}</bdi></h1>
<p class="say"><bdi>${share.leadsTo}</bdi></p>
${textBlock(view.text, "say")}</div>
<div class="dl"><span class="k">${words.saveCode}</span>${share.downloads.map(({ href, label }) => html`<a class="cp" href="${href}">${label}</a>`)}</div>`,
      act: [primary(shareUrl, words.open), copyButton(shareUrl, words.copyLink, "b s")],
    },
    view,
  );
}
