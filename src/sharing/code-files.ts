import { type LogoPicture, type ShownBrand, showBrand } from "../brands/known-brands.ts";
import type { CodeFiles } from "../bundle/export.ts";
import { createPictures, type PicturesParts } from "../bundle/pictures.ts";
import type { CodeRecord } from "../bundle/record-schemas.ts";
import { drawPatiently } from "../codes/images.ts";
import { writePage } from "../codes/page.ts";
import { NO_BRAND } from "../looks/look.ts";
import { TextTooLong } from "../rendering/errors.ts";
import { renderImage } from "../rendering/image.ts";
import { html } from "../shared/html.ts";
import { landingPage } from "./pages/landing.ts";
import { layout } from "./pages/layout.ts";
import { expiredPage, notFoundPage, pausedPage } from "./pages/notices.ts";
import { primary } from "./pages/parts.ts";
import { viewOf } from "./pages/view.ts";
import { WORDS } from "./pages/words/index.ts";

export interface CodeFilesParts extends PicturesParts {
  /** As on the Wi-Fi page. */
  drawJoin: (text: string) => string;
  pictureOf: LogoPicture;
}

/** The responses for a code as files, for bundles. */
export function createCodeFiles({ images, drawJoin, pictureOf, busy }: CodeFilesParts): CodeFiles {
  // Files have no Accept-Language.
  const plain = viewOf(null, undefined);
  const viewWith = ({ page }: CodeRecord, brand: ShownBrand) =>
    viewOf({ page: page && writePage(page) }, undefined, brand);
  return {
    brandOf: ({ id, brand }, signal) =>
      drawPatiently(() => showBrand(id, brand ?? NO_BRAND, pictureOf), { ...busy, signal }),
    draw: createPictures({ images, busy }),
    pages: {
      landing: (code, action, vcfHref, brand) =>
        landingPage(
          {
            action,
            vcfHref,
            os: "",
            joinPicture: action.kind === "wifi" ? drawJoin(action.join) : "",
          },
          viewWith(code, brand),
        ),
      expired: (code, ownerEmail, rest, brand) =>
        expiredPage(
          { token: code.shareToken, expiredOn: new Date(code.expiresAt), ownerEmail },
          viewWith(code, brand),
          rest,
        ),
      paused: (code, rest, brand) => pausedPage(viewWith(code, brand), rest),
      notFound: () => notFoundPage(plain),
      forward: (location) =>
        layout(
          {
            title: WORDS[plain.language].goOn,
            head: html`<meta http-equiv="refresh" content="${`0; url=${location}`}">\n`,
            sheet: html``,
            act: [primary(location, WORDS[plain.language].goOn)],
          },
          plain,
        ),
    },
  };
}

/** The QR code of a Wi-Fi page as a data: URL: phones offer to join when an image is long-pressed. */
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
