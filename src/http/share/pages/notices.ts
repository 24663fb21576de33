import { buildMail } from "../../../codes/content/build.ts";
import { html } from "../../server/html.ts";
import { layout } from "./layout.ts";
import { heading, ICONS, secondary } from "./parts.ts";
import type { VisitorView } from "./view.ts";

/** For 404: an unknown or deleted code; the page does not say which. */
export function notFoundPage(view: VisitorView): string {
  return layout(
    {
      title: "No such code · Tessera",
      body: html`${heading(ICONS.missing, "Not found", "There is no code here")}
<p>The code may have been removed, or the address is not quite right.</p>
<p class="quiet">If you scanned it, try once more. If you typed it, compare each letter with the print.</p>`,
    },
    view,
  );
}

/** For 404 too: the code is there, but its owner has paused it, or is suspended. */
export function restingPage(view: VisitorView): string {
  return layout(
    {
      title: "Paused code · Tessera",
      body: html`${heading(ICONS.pause, "Paused", "This code is paused")}
<p>Its owner has paused it and can turn it on again at any time. The code itself is fine.</p>
<p class="quiet">Try again later, or ask where you found it.</p>`,
    },
    view,
  );
}

export interface Expired {
  /** Tells its owner which code it is; the name is theirs alone. */
  token: string;
  expiredOn: Date;
  /** Shown only where the owner agreed to it. */
  ownerEmail?: string | null;
}

/** For 410. */
export function expiredPage({ token, expiredOn, ownerEmail }: Expired, view: VisitorView): string {
  const day = expiredOn.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const subject = `Your QR code /r/${token} has expired`;
  return layout(
    {
      title: "Expired code · Tessera",
      body: html`${heading(ICONS.clock, "Expired", "This code is no longer active")}
<p>It expired on <time datetime="${expiredOn.toISOString()}">${day}</time>. Only its owner can renew it.</p>
${
  ownerEmail
    ? secondary(buildMail({ to: ownerEmail, subject }), "Tell the owner")
    : html`<p class="quiet">Where you found the code, someone may know its owner.</p>`
}`,
    },
    view,
  );
}

/** For 503. */
export function unavailablePage(view: VisitorView): string {
  return layout(
    {
      title: "Try again in a moment · Tessera",
      body: html`${heading(ICONS.pause, "Not available", "Try again in a moment")}
<p>The code is fine, but the service cannot look it up right now. Load this page again in a few seconds.</p>
${secondary("", "Try again")}`,
    },
    view,
  );
}

/** For 404 to a browser: an address that leads to nothing of this service. */
export function unknownPage(basePath: string, view: VisitorView): string {
  return layout(
    {
      title: "No such page · Tessera",
      body: html`${heading(ICONS.missing, "Not found", "There is no such page")}
<p>The address may be mistyped, or the page has moved.</p>
${secondary(`${basePath}/app/`, "Go to the dashboard")}
${secondary(`${basePath}/docs`, "API reference")}`,
    },
    view,
  );
}
