import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { html, raw } from "../../src/shared/html.ts";

describe("html", () => {
  it("escapes every value, in text and in attributes", () => {
    const value = `<b>"&'\`\r`;
    assert.equal(
      html`<p title="${value}">${value}</p>`.markup,
      '<p title="&lt;b&gt;&quot;&amp;&#39;&#96;&#13;">&lt;b&gt;&quot;&amp;&#39;&#96;&#13;</p>',
    );
  });

  it("keeps markup and lists of markup, and omits null and false", () => {
    const items = ["a", "<"].map((item) => html`<li>${item}</li>`);
    assert.equal(
      html`<ul>${items}</ul>${null}${false}${raw("<hr>")}${0}`.markup,
      "<ul><li>a</li><li>&lt;</li></ul><hr>0",
    );
  });

  it("leaves no character that could end an attribute or start a tag", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        assert.doesNotMatch(html`${value}`.markup, /[<>"'`\r]/);
      }),
    );
  });
});
