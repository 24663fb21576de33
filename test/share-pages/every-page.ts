import assert from "node:assert/strict";
import { actionOf } from "../../src/codes/content/index.ts";
import type { Rest } from "../../src/routing/afterwards.ts";
import type { CodeType } from "../../src/shared/vocabulary.ts";
import { drawJoinPicture } from "../../src/sharing/code-files.ts";
import { landingPage } from "../../src/sharing/pages/landing.ts";
import { expiredPage, notFoundPage, pausedPage, unavailablePage } from "../../src/sharing/pages/notices.ts";
import { type Share, sharePage } from "../../src/sharing/pages/share.ts";
import type { VisitorView } from "../../src/sharing/pages/view.ts";

const CARD = [
  "BEGIN:VCARD",
  "FN:Anna Keller",
  "TEL;TYPE=CELL:+49 170 1234567",
  "EMAIL:anna@example.com",
  "URL:https://example.com",
  "ADR:;;Torstraße 12;Berlin;;10119;Germany",
  "END:VCARD",
].join("\n");

const CONTENTS: [CodeType, string][] = [
  ["wifi", "WIFI:T:WPA;S:Mosaic Guest;P:grout-and-glass;H:true;;"],
  ["vcard", CARD],
  ["phone", "+49 30 5550 0134"],
  ["email", "mailto:a@example.com?subject=Hello&body=Hello"],
  ["sms", "SMSTO:+491701234567:Hello"],
  ["text", "Hello ".repeat(100)],
  // Along the coasts and borders with the most points.
  ["geo", "37.9,24.5"],
  ["geo", "68.2,14.5"],
  ["geo", "-51.5,-74"],
  ["geo", "-45.9,170.5"],
];

export const SHARE: Share = {
  name: "Guest",
  type: "wifi",
  shareUrl: "https://tessera.example/r/abcdefghjkmn",
  imageUrl: "./abc.svg",
  leadsTo: "Guest",
  downloads: ["PNG", "SVG", "PDF"].map((label) => ({ label, href: "./abc.png" })),
  openGraphImageUrl: "https://tessera.example/r/abc.png",
  network: { encode: "content", otherHref: "./abc+" },
};

const REST: Rest = { to: null, message: "Back in May, see https://example.com", website: "https://cafe.example/" };

/** Each kind of page that a visitor may see, with its subject. */
export function pagesFor(view: VisitorView): [string, string][] {
  const landings = CONTENTS.map(([type, content]): [string, string] => {
    const action = actionOf(type, content);
    assert.ok(!("location" in action));
    const joinPicture = action.kind === "wifi" ? drawJoinPicture(action.join) : "";
    return [`${type} ${content}`, landingPage({ action, os: "", vcfHref: "abc.vcf", joinPicture }, view)];
  });
  const share = sharePage(SHARE, view);
  const expired = expiredPage({ token: "abc", expiredOn: new Date(0), ownerEmail: "a@example.com" }, view);
  return [
    ...landings,
    ["share", share],
    ["expired", expired],
    ["paused", pausedPage(view)],
    ["paused, with words", pausedPage(view, REST)],
    ["unknown", notFoundPage(view)],
    ["unavailable", unavailablePage(view)],
  ];
}
