import type { ServerResponse } from "node:http";
import type { ShownBrand } from "../brands/known-brands.ts";
import type { Code, VisitedCode } from "../codes/code.ts";
import type { LandingAction, WifiAction } from "../codes/content/action.ts";
import type { CodeState } from "../codes/state.ts";
import { NO_REST, type Rest, restOf } from "../routing/afterwards.ts";
import { routingOf } from "../routing/routing.ts";
import { compress, takesGzip } from "../server/compression.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { tagOf } from "../shared/languages.ts";
import { landingPage } from "./pages/landing.ts";
import { policyOf } from "./pages/layout.ts";
import { earlyPage, expiredPage, notFoundPage, pausedPage, unavailablePage } from "./pages/notices.ts";
import { type VisitorView, viewOf } from "./pages/view.ts";

export interface ShareAnswerParts {
  /** The URL of a QR code that joins the network; "" if the text is too long for one. */
  drawJoin: (text: string) => string;
  /** The owner's brand. Never rejects. */
  brandOf: (workspaceId: string) => Promise<ShownBrand>;
}

export type RestingState = Exclude<CodeState, "active">;

/** Headers of all visitor pages. */
export function pageHeaders(view: VisitorView) {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": tagOf(view.language),
    Vary: "Accept-Language",
    "Cache-Control": "no-store",
    "Content-Security-Policy": policyOf(view),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  };
}

/** The Accept-Language header. Used for pages only; a redirect has no language. */
type AcceptLanguage = string | undefined;

interface LandingAnswer {
  code: Code;
  action: LandingAction;
  /** Where files of codes are, relative to the visited address. */
  files: string;
  os: string;
  languages: AcceptLanguage;
  /** The Accept-Encoding header. */
  encodings: string | undefined;
  scanId: string | null;
}

/** Of some 15 KB each, with the page that is the key. */
const PAGES_KEPT = 200;

const scanHeader = (scanId: string | null) => (scanId === null ? {} : { "Scan-Id": scanId });

/** Responses to visitors. None about a token may be cached. */
export function createShareResponses({ drawJoin, brandOf }: ShareAnswerParts) {
  /** By action, which is itself cached with its code. */
  const drawings = new WeakMap<WifiAction, string>();

  function joinPictureOf(action: WifiAction): string {
    let drawing = drawings.get(action);
    if (drawing === undefined) {
      drawing = drawJoin(action.join);
      drawings.set(action, drawing);
    }
    return drawing;
  }

  async function viewFor(code: Code, languages: AcceptLanguage): Promise<VisitorView> {
    return viewOf(code, languages, await brandOf(code.workspaceId));
  }

  async function restFor(code: VisitedCode): Promise<Rest> {
    const { isSuspended } = code;
    const resting = { ...routingOf(code), placement: code.placement?.name ?? null, isSuspended };
    return restOf(resting, await brandOf(code.workspaceId));
  }

  /** Compressed pages, because most visitors of a code get the same one. */
  const zipped = createBoundedMap<Buffer>(PAGES_KEPT);

  /** A page with an owner's content. Quotes, links and rows make a page ten times as long as the content. */
  async function zip(html: string, encodings: string | undefined) {
    const vary = { Vary: "Accept-Language, Accept-Encoding" };
    if (!takesGzip(encodings)) return { body: html, headers: vary };
    const body = zipped.get(html) ?? zipped.set(html, await compress(html, "gzip"));
    return { body, headers: { ...vary, "Content-Encoding": "gzip" } };
  }

  function page(
    response: ServerResponse,
    status: number,
    view: VisitorView,
    html: string | Buffer,
    headers = {},
  ): void {
    const body = typeof html === "string" ? Buffer.from(html) : html;
    response.writeHead(status, { ...pageHeaders(view), "Content-Length": body.length, ...headers });
    response.end(body);
  }

  return {
    /** Headers in one array: setting them one by one costs a third of a response. */
    redirect(response: ServerResponse, location: string, scanId: string | null): void {
      const head = ["Location", location, "Cache-Control", "no-store", "Content-Length", "0"];
      if (scanId !== null) head.push("Scan-Id", scanId);
      response.writeHead(302, head);
      response.end();
    },

    /** The view for a visitor of a code. */
    view: viewFor,

    zip,

    async landing(response: ServerResponse, answer: LandingAnswer): Promise<void> {
      const { code, action, files, os, languages, encodings, scanId } = answer;
      const view = await viewFor(code, languages);
      const joinPicture = action.kind === "wifi" ? joinPictureOf(action) : "";
      const vcfHref = action.kind === "contact" ? `${files}${code.token}.vcf` : "";
      const { body, headers } = await zip(landingPage({ action, vcfHref, joinPicture, os }, view), encodings);
      page(response, 200, view, body, { ...headers, ...scanHeader(scanId) });
    },

    notFound(response: ServerResponse, languages: AcceptLanguage): void {
      const view = viewOf(null, languages);
      page(response, 404, view, notFoundPage(view));
    },

    /** What its owner has chosen for visitors of a paused or expired code. */
    restOf: restFor,

    async resting(
      response: ServerResponse,
      state: RestingState,
      code: VisitedCode,
      languages: AcceptLanguage,
    ): Promise<void> {
      const [view, rest] = [await viewFor(code, languages), await restFor(code)];
      const { token, expiresAt, contact: ownerEmail } = code;
      const expired = { token, expiredOn: new Date(expiresAt), ownerEmail };
      if (state === "expired") page(response, 410, view, expiredPage(expired, view, rest));
      else page(response, 404, view, pausedPage(view, rest));
    },

    async early(
      response: ServerResponse,
      startsAt: number,
      code: VisitedCode,
      languages: AcceptLanguage,
    ): Promise<void> {
      const [view, { website }] = [await viewFor(code, languages), await restFor(code)];
      page(response, 404, view, earlyPage(startsAt, code.zone, view, { ...NO_REST, website }));
    },

    unavailable(response: ServerResponse, languages: AcceptLanguage, scanId: string | null = null): void {
      const view = viewOf(null, languages);
      page(response, 503, view, unavailablePage(view), { ...scanHeader(scanId), "Retry-After": "5" });
    },
  };
}
