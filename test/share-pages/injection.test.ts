import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Action, actionOf } from "../../src/codes/content/index.ts";
import { CODE_TYPES, type CodeType } from "../../src/shared/vocabulary.ts";
import { landingPage } from "../../src/sharing/pages/landing.ts";
import { expiredPage } from "../../src/sharing/pages/notices.ts";
import { sharePage } from "../../src/sharing/pages/share.ts";
import type { VisitorView } from "../../src/sharing/pages/view.ts";
import { hrefsOf, skeletonOf, tagsOf } from "./document.ts";
import { CONTENTS, PAYLOADS } from "./payloads.ts";
import { PLAIN } from "./view.ts";

/** A view in which every text is the given one. */
const ownedBy = (text: string): VisitorView => ({
  ...PLAIN,
  brand: { name: text, color: "#9c4221", logo: `/r/${text}`, showFooter: true },
  title: text,
  text,
});

function landed(action: Action, os: string): string | null {
  if ("location" in action) return null;
  return landingPage({ action, vcfHref: "/r/abc.vcf", joinPicture: "", os }, ownedBy(os));
}

function shared(type: CodeType, text: string): string {
  return sharePage(
    {
      name: text,
      type,
      shareUrl: `https://tessera.example/r/${text}`,
      imageUrl: `/r/${text}.svg`,
      leadsTo: text,
      downloads: [{ label: text, href: `/r/${text}.png` }],
      network: { encode: "content", otherHref: `/r/${text}+` },
      openGraphImageUrl: `https://tessera.example/${text}`,
    },
    ownedBy(text),
  );
}

function expired(text: string): string {
  const rest = { to: null, message: text, website: `https://example.com/${encodeURIComponent(text)}` };
  return expiredPage({ token: text, expiredOn: new Date(0), ownerEmail: `${text}@example.com` }, ownedBy(text), rest);
}

/** Nothing runs, nothing loads, and each link has an allowed scheme. */
function assertHarmless(page: string) {
  for (const { name, attributes } of tagsOf(page)) {
    assert.ok(!["iframe", "base", "object", "embed", "form"].includes(name), name);
    for (const key of attributes.keys()) assert.doesNotMatch(key, /^on|^style$|^srcdoc$/);
    assert.ok(!attributes.has("http-equiv"));
  }
  for (const href of hrefsOf(page)) {
    if (href === "data:,") continue;
    assert.match(href, /^(?:https:\/\/|http:\/\/|mailto:|tel:|sms:|geo:|\/r\/|$)/);
  }
}

/** Replaces every string of an action that a page shows as text. */
function poisoned(action: Action, payload: string): Action {
  const kept = ["kind", "security", "href", "appleHref", "webHref"];
  return JSON.parse(JSON.stringify(action), (key, value) =>
    typeof value === "string" && value !== "" && !kept.includes(key) ? payload : value,
  );
}

describe("a hostile text", () => {
  for (const type of CODE_TYPES) {
    it(`in the content and the name of a ${type} code changes no page`, () => {
      for (const payload of PAYLOADS) {
        const page = landed(actionOf(type, CONTENTS[type](payload)), payload);
        if (page !== null) assertHarmless(page);
        assertHarmless(shared(type, payload));
        assert.equal(skeletonOf(shared(type, payload)), skeletonOf(shared(type, "plain")));
      }
    });
  }

  it("in any field of any action does not change the page's tags", () => {
    for (const type of CODE_TYPES) {
      const action = actionOf(type, CONTENTS[type](type === "phone" ? "+1555" : "plain"));
      const plain = landed(poisoned(action, "plain"), "name");
      if (plain === null) continue;
      for (const payload of PAYLOADS) {
        const page = landed(poisoned(action, payload), `name ${payload}`)!;
        assertHarmless(page);
        assert.equal(skeletonOf(page), skeletonOf(plain));
      }
    }
  });

  it("in the notice of an expired code does not change its tags", () => {
    for (const payload of PAYLOADS) {
      assertHarmless(expired(payload));
      assert.equal(skeletonOf(expired(payload)), skeletonOf(expired("plain")));
    }
  });

  it("of any kind is harmless", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(...PAYLOADS, ..."<>\"'`&;:/= \n") }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...CODE_TYPES), texts, (type, text) => {
        const page = landed(actionOf(type, CONTENTS[type](text)), text);
        if (page !== null) assertHarmless(page);
        assertHarmless(shared(type, text));
        assertHarmless(expired(text));
      }),
      { numRuns: 300 },
    );
  });
});
