import type { CodeFiles } from "../../bundle/export.ts";
import { createPictures, type PicturesParts } from "../../bundle/pictures.ts";
import { TextTooLong } from "../../rendering/errors.ts";
import { renderImage } from "../../rendering/image.ts";
import { html } from "../server/html.ts";
import { landingPage } from "./pages/landing.ts";
import { layout } from "./pages/layout.ts";
import { expiredPage, notFoundPage, restingPage } from "./pages/notices.ts";
import { primary } from "./pages/parts.ts";
import { viewOf } from "./pages/view.ts";
import { WORDS } from "./pages/words/index.ts";

export interface CodeFilesParts extends PicturesParts {
  /** As of the Wi-Fi page. */
  drawJoin: (text: string) => string;
}

/** What the service answers for a code, as files: for bundles that work without it. */
export function createCodeFiles({ images, drawJoin, busy }: CodeFilesParts): CodeFiles {
  // Files know neither the visitor's language nor, so far, the owner's words.
  const view = viewOf(null, undefined);
  return {
    draw: createPictures({ images, busy }),
    pages: {
      landing: (_code, action, vcfHref) =>
        landingPage(
          {
            action,
            vcfHref,
            os: "",
            joinPicture: action.kind === "wifi" ? drawJoin(action.join) : "",
          },
          view,
        ),
      expired: ({ shareToken: token, expiresAt }, contact) =>
        expiredPage({ token, expiredOn: new Date(expiresAt), ownerEmail: contact }, view),
      resting: () => restingPage(view),
      notFound: () => notFoundPage(view),
      forward: (location) =>
        layout(
          {
            title: WORDS[view.language].goOn,
            head: html`<meta http-equiv="refresh" content="${`0; url=${location}`}">\n`,
            sheet: html``,
            act: [primary(location, WORDS[view.language].goOn)],
          },
          view,
        ),
    },
  };
}

/** The code on a Wi-Fi page, as an address for an <img>: a phone offers to join when one holds a picture. */
export function drawJoinPicture(text: string): string {
  const look = { format: "png", size: 480, foreground: "#000000", background: "#ffffff" } as const;
  for (const level of ["M", "L"] as const) {
    try {
      return `data:image/png;base64,${Buffer.from(renderImage({ text, level, ...look })).toString("base64")}`;
    } catch (error) {
      if (!(error instanceof TextTooLong)) throw error;
    }
  }
  return "";
}
