import type { ServerResponse } from "node:http";
import type { WifiAction } from "../../codes/content/action.ts";
import type { Action } from "../../codes/content/index.ts";
import { withTimeout } from "../../shared/timeout.ts";
import type { User } from "../../store/account-store.ts";
import type { Code } from "../../store/code-store.ts";
import { landingPage } from "./pages/landing.ts";
import { tagOf } from "./pages/languages.ts";
import { policyOf } from "./pages/layout.ts";
import { expiredPage, notFoundPage, restingPage, unavailablePage } from "./pages/notices.ts";
import { type VisitorBrand, type VisitorView, viewOf } from "./pages/view.ts";

export type ShareResponses = ReturnType<typeof createShareResponses>;

export interface ShareAnswerParts {
  /** The address of a picture that a phone's camera joins a network with; "" when the text is too long for one. */
  drawJoin: (text: string) => string;
  /** What the pages show of an owner. Never rejects. */
  brandOf: (ownerId: string) => Promise<VisitorBrand>;
  findUser: (id: string) => Promise<User | null>;
  contactMs?: number | undefined;
}

/** Of every page that people see without signing in. */
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

/** The header's value. It is read for pages only: a redirect needs no language. */
type AcceptLanguage = string | undefined;

interface LandingAnswer {
  code: Code;
  action: Exclude<Action, { kind: "redirect" }>;
  os: string;
  languages: AcceptLanguage;
  scanId: string | null;
}

const CONTACT_MS = 1_000;

const scanHeader = (scanId: string | null) => (scanId === null ? {} : { "Scan-Id": scanId });

/** What a visitor gets, each in one step. No answer about a token is ever kept by a cache. */
export function createShareResponses({ drawJoin, brandOf, findUser, contactMs = CONTACT_MS }: ShareAnswerParts) {
  /** The action is kept with the code it belongs to, and its drawing with the action. */
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
    return viewOf(code, languages, await brandOf(code.ownerId));
  }

  function page(response: ServerResponse, status: number, view: VisitorView, html: string, headers = {}): void {
    const body = Buffer.from(html);
    response.writeHead(status, { ...pageHeaders(view), "Content-Length": body.length, ...headers });
    response.end(body);
  }

  return {
    /** As one list: headers set before the head is written cost a third of an answer. */
    redirect(response: ServerResponse, location: string, scanId: string | null): void {
      const head = ["Location", location, "Cache-Control", "no-store", "Content-Length", "0"];
      if (scanId !== null) head.push("Scan-Id", scanId);
      response.writeHead(302, head);
      response.end();
    },

    /** How the pages of a code look to a visitor. */
    view: viewFor,

    async landing(response: ServerResponse, { code, action, os, languages, scanId }: LandingAnswer): Promise<void> {
      const view = await viewFor(code, languages);
      const joinPicture = action.kind === "wifi" ? joinPictureOf(action) : "";
      const vcfHref = action.kind === "contact" ? `${code.token}.vcf` : "";
      const html = landingPage({ action, vcfHref, joinPicture, os }, view);
      page(response, 200, view, html, scanHeader(scanId));
    },

    notFound(response: ServerResponse, languages: AcceptLanguage): void {
      const view = viewOf(null, languages);
      page(response, 404, view, notFoundPage(view));
    },

    async resting(response: ServerResponse, code: Code, languages: AcceptLanguage): Promise<void> {
      const view = await viewFor(code, languages);
      page(response, 404, view, restingPage(view));
    },

    async expired(response: ServerResponse, code: Code, languages: AcceptLanguage): Promise<void> {
      // Whom to tell is worth less than the answer.
      const finding = withTimeout(findUser(code.ownerId), contactMs).catch(() => null);
      const [owner, view] = await Promise.all([finding, viewFor(code, languages)]);
      const { token, expiresAt } = code;
      const ownerEmail = owner?.contact ?? null;
      page(response, 410, view, expiredPage({ token, expiredOn: new Date(expiresAt), ownerEmail }, view));
    },

    unavailable(response: ServerResponse, languages: AcceptLanguage, scanId: string | null = null): void {
      const view = viewOf(null, languages);
      page(response, 503, view, unavailablePage(view), { ...scanHeader(scanId), "Retry-After": "5" });
    },
  };
}
