import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { policyOf } from "../../src/http/share/pages/layout.ts";
import { notFoundPage } from "../../src/http/share/pages/notices.ts";
import { tagsOf } from "./document.ts";
import { PLAIN } from "./view.ts";

function hashOf(element: "style" | "script"): string {
  const text = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(notFoundPage(PLAIN))![1]!;
  return createHash("sha256").update(text).digest("base64");
}

describe("the pages' policy", () => {
  it("allows the very style and script of the page and nothing else", () => {
    assert.equal(
      policyOf(PLAIN),
      `default-src 'none'; style-src 'sha256-${hashOf("style")}'; script-src 'sha256-${hashOf("script")}'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  it("stops nothing that a page has: no style attribute, no second style or script", () => {
    const tags = tagsOf(notFoundPage(PLAIN));
    assert.ok(tags.every(({ attributes }) => !attributes.has("style")));
    for (const element of ["style", "script"]) {
      assert.equal(tags.filter(({ name }) => name === element).length, 1);
    }
  });
});
