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
import { type VisitorView, viewOf } from "./pages/view.ts";

export type ShareResponses = ReturnType<typeof createShareResponses>;

export interface ShareAnswerParts {
  /** The address of a picture that a phone's camera joins a network with; "" when the text is too long for one. */
  drawJoin: (text: string) => string;
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
export function createShareResponses({ drawJoin, findUser, contactMs = CONTACT_MS }: ShareAnswerParts) {
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

    landing(response: ServerResponse, { code, action, os, languages, scanId }: LandingAnswer): void {
      const view = viewOf(code, languages);
      const joinPicture = action.kind === "wifi" ? joinPictureOf(action) : "";
      const vcfHref = action.kind === "contact" ? `${code.token}.vcf` : "";
      const html = landingPage({ action, vcfHref, joinPicture, os }, view);
      page(response, 200, view, html, scanHeader(scanId));
    },

    notFound(response: ServerResponse, languages: AcceptLanguage): void {
      const view = viewOf(null, languages);
      page(response, 404, view, notFoundPage(view));
    },

    resting(response: ServerResponse, code: Code, languages: AcceptLanguage): void {
      const view = viewOf(code, languages);
      page(response, 404, view, restingPage(view));
    },

    async expired(response: ServerResponse, code: Code, languages: AcceptLanguage): Promise<void> {
      // Whom to tell is worth less than the answer.
      const owner = await withTimeout(findUser(code.ownerId), contactMs).catch(() => null);
      const { token, expiresAt } = code;
      const ownerEmail = owner?.contact ?? null;
      const view = viewOf(code, languages);
      page(response, 410, view, expiredPage({ token, expiredOn: new Date(expiresAt), ownerEmail }, view));
    },

    unavailable(response: ServerResponse, languages: AcceptLanguage, scanId: string | null = null): void {
      const view = viewOf(null, languages);
      page(response, 503, view, unavailablePage(view), { ...scanHeader(scanId), "Retry-After": "5" });
    },
  };
}
