import type { CodeFiles } from "../../bundle/export.ts";
import { createPictures, type PicturesParts } from "../../bundle/pictures.ts";
import { TextTooLong } from "../../rendering/errors.ts";
import { renderImage } from "../../rendering/image.ts";
import { html } from "../server/html.ts";
import { landingPage } from "./pages/landing.ts";
import { layout } from "./pages/layout.ts";
import { expiredPage, notFoundPage, restingPage } from "./pages/notices.ts";
import { primary } from "./pages/parts.ts";

export interface CodeFilesParts extends PicturesParts {
  /** As of the Wi-Fi page. */
  drawSvg: (text: string) => string;
}

/** What the service answers for a code, as files: for bundles that work without it. */
export function createCodeFiles({ images, drawSvg, busy }: CodeFilesParts): CodeFiles {
  return {
    draw: createPictures({ images, busy }),
    pages: {
      landing: (code, action, vcfHref) =>
        landingPage({
          action,
          name: code.name,
          vcfHref,
          os: "",
          joinSvg: action.kind === "wifi" ? drawSvg(action.join) : "",
        }),
      expired: ({ name, expiresAt }, contact) =>
        expiredPage({ name, expiredOn: new Date(expiresAt), ownerEmail: contact }),
      resting: restingPage,
      notFound: notFoundPage,
      forward: (location) =>
        layout({
          title: "Going on · Tessera",
          head: html`<meta http-equiv="refresh" content="${`0; url=${location}`}">\n`,
          body: primary(location, "Go on"),
        }),
    },
  };
}

/** The code on a Wi-Fi page, for a phone that reads the first phone's screen. */
export function drawJoinSvg(text: string): string {
  const look = { format: "svg", size: 240, foreground: "#000000", background: "#ffffff" } as const;
  for (const level of ["M", "L"] as const) {
    try {
      return Buffer.from(renderImage({ text, level, ...look })).toString();
    } catch (error) {
      if (!(error instanceof TextTooLong)) throw error;
    }
  }
  return "";
}
