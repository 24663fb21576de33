import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { policyOf } from "../../src/sharing/pages/layout.ts";
import { notFoundPage } from "../../src/sharing/pages/notices.ts";
import type { VisitorView } from "../../src/sharing/pages/view.ts";
import { tagsOf } from "./document.ts";
import { PLAIN } from "./view.ts";

const BRANDED = { ...PLAIN, brand: { ...PLAIN.brand, color: "#9c4221" } } as const;

function hashesOf(element: "style" | "script", view: VisitorView): string[] {
  const texts = notFoundPage(view).matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, "g"));
  return [...texts].map(([, text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`);
}

describe("the pages' Content-Security-Policy", () => {
  it("allows exactly the style and script of the page", () => {
    for (const view of [PLAIN, BRANDED]) {
      const styles = hashesOf("style", view).reverse().join(" ");
      assert.equal(
        policyOf(view),
        `default-src 'none'; style-src ${styles}; script-src ${hashesOf("script", view)}; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
    }
    assert.notEqual(policyOf(PLAIN), policyOf(BRANDED));
  });

  it("blocks nothing that a page has: no style attribute, no further style or script", () => {
    const tags = tagsOf(notFoundPage(PLAIN));
    assert.ok(tags.every(({ attributes }) => !attributes.has("style")));
    const count = (element: string) => tags.filter(({ name }) => name === element).length;
    assert.deepEqual([count("style"), count("script")], [2, 1]);
  });
});
