import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { html } from "../../src/shared/html.ts";
import { withLinks } from "../../src/sharing/pages/links.ts";
import { hrefsOf } from "./document.ts";

const page = (text: string): string => html`<div>${withLinks(text)}</div>`.markup;
/** The text is unchanged. */
const assertWhole = (text: string) =>
  assert.equal(page(text).replaceAll(/<\/?a[^>]*>/g, ""), html`<div>${text}</div>`.markup);

describe("web addresses in a text", () => {
  const texts: [text: string, ...hrefs: string[]][] = [
    ["https://example.com/a_(b)", "https://example.com/a_(b)"],
    ["(see https://example.com/a_(b)).", "https://example.com/a_(b)"],
    ["[https://example.com/a[1]]", "https://example.com/a[1]"],
    ["https://example.com/?q='x'", "https://example.com/?q=%27x%27"],
    ["'https://example.com/a'", "https://example.com/a"],
    ["请访问https://example.com查看菜单。", "https://example.com/"],
    ["请访问https://example.com/menu。谢谢", "https://example.com/menu"],
    ["（https://example.com/菜单）", "https://example.com/%E8%8F%9C%E5%8D%95"],
    ["https://a.example,https://b.example", "https://a.example/", "https://b.example/"],
    ["https://a.example/x;http://b.example", "https://a.example/x", "http://b.example/"],
    ["https://a.examplehttps://b.example/c", "https://a.example/", "https://b.example/c"],
    ["https://https://a.example", "https://a.example/"],
    [
      "https://web.example/2020/https://example.com/ and https://a.example/?to=https://b.example",
      "https://web.example/2020/https://example.com/",
      "https://a.example/?to=https://b.example",
    ],
    ["https://münchen.example/ü", "https://xn--mnchen-3ya.example/%C3%BC"],
    ["https://пример.example.", "https://xn--e1afmkfd.example/"],
    ["http://[::1]:3000/a, http://127.0.0.1:80/", "http://[::1]:3000/a", "http://127.0.0.1/"],
    ["https://example.com?a#b!", "https://example.com/?a#b"],
    ["https://paypal.com@evil.example https://a:b@evil.example https://a查@evil.example"],
    ["Mail:info@example.com, or <a.b+c@sub.example.co>.", "mailto:info@example.com", "mailto:a.b%2Bc@sub.example.co"],
    ["写信给 info@example.com。谢谢", "mailto:info@example.com"],
    ["a@b a@b.c @example.com user@ x@-.. a@@b.example"],
    ["https://example.com/@ada and ada@example.com", "https://example.com/@ada", "mailto:ada@example.com"],
    ["https://example.com:99999 https:// https://. http://[ http://[]"],
  ];
  for (const [text, ...hrefs] of texts) {
    it(`are ${hrefs.length} in ${text}`, () => {
      assert.deepEqual(hrefsOf(page(text)), hrefs);
      assertWhole(text);
    });
  }

  it("leave the letters of any text unchanged", () => {
    const part = fc.constantFrom(
      ...["https://", "http://a.example", "/", "(", ")", "[", "]", "'", '"', "@", ":", ".", ","],
      ...["?", "#", "查", "。", "ü", "\\", " ", "a", "8", "<b>", "&amp;", "\u202e", "👩‍🍳"],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        assertWhole(text);
        for (const href of hrefsOf(page(text))) assert.equal(new URL(href).username, "", href);
      }),
    );
  });
});
