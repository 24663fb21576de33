/** What the service answers for a code, as files of a bundle. */
import type { CodeFiles } from "../../bundle/export.ts";
import { createPictures, type PicturesParts } from "../../bundle/pictures.ts";
import { html } from "../server/html.ts";
import { expiredPage, landingPage, notFoundPage, restingPage } from "./pages/index.ts";
import { layout } from "./pages/layout.ts";
import { primary } from "./pages/parts.ts";

export interface CodeFilesParts extends PicturesParts {
  /** As of the Wi-Fi page. */
  drawSvg: (text: string) => string;
}

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
