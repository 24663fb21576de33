import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { actionOf, contentProblem } from "../../src/codes/content/index.ts";
import { forPlacement } from "../../src/codes/content/placement.ts";
import { NO_UTM, readUtm, UTM_FIELDS, writeUtm } from "../../src/codes/content/utm.ts";

const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..."&=?#%+ {}./\\\"'a"), maxLength: 20 }),
);
const text = words.map((value) => value.toWellFormed());

describe("campaign parameters", () => {
  it("are added at the end of the query, before the fragment, in a fixed order", () => {
    const utm = { content: "top", source: "poster", campaign: "autumn sale" };
    assert.equal(
      writeUtm("https://a.example/b?x=%20&y#part", utm),
      "https://a.example/b?x=%20&y&utm_source=poster&utm_campaign=autumn%20sale&utm_content=top#part",
    );
    assert.equal(writeUtm("a.example", { medium: "print" }), "a.example?utm_medium=print");
  });

  it("are changed in their place and removed, duplicates too; everything else keeps its order and spelling", () => {
    const address =
      "https://a.example/?z=1&utm_source=old+shop&B=%7e&utm_medium=print&utm_source=second&&=#f?utm_term=no";
    assert.deepEqual(readUtm(address), { ...NO_UTM, source: "old shop", medium: "print" });
    assert.equal(writeUtm(address, { source: "old shop" }), address);
    assert.equal(
      writeUtm(address, { source: "new" }),
      "https://a.example/?z=1&utm_source=new&B=%7e&utm_medium=print&&=#f?utm_term=no",
    );
    assert.equal(writeUtm(address, { source: "", medium: "" }), "https://a.example/?z=1&B=%7e&&=#f?utm_term=no");
    assert.equal(writeUtm("https://a.example/?utm_term=x#f", { term: "" }), "https://a.example/#f");
    assert.equal(writeUtm("https://a.example/?#f", NO_UTM), "https://a.example/?#f");
  });

  it("are read back as they were written, from any address", () => {
    const values = fc.record(Object.fromEntries(UTM_FIELDS.map((field) => [field, text])) as never);
    const property = fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), values, (url, utm) => {
      const written = writeUtm(url, utm);
      assert.deepEqual(readUtm(written), { ...utm });
      const bare = (address: string) => writeUtm(address, NO_UTM).replace(/^([^?#]*)\?(?=#|$)/, "$1");
      assert.equal(bare(written), bare(url));
      assert.equal(contentProblem("url", written), contentProblem("url", url));
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe("{placement} in a destination", () => {
  const led = (content: string, name: string | null) => {
    assert.equal(contentProblem("url", content), null, content);
    const action = forPlacement(actionOf("url", content), name);
    assert.equal(action.kind, "redirect");
    return (action as { location: string }).location;
  };

  it("becomes the name of the placement in path, query and fragment, percent-encoded", () => {
    const content = "https://a.example/at/{placement}/x?utm_content={placement}&b=1#{placement}";
    assert.equal(
      led(content, "Bar & grill"),
      "https://a.example/at/Bar%20%26%20grill/x?utm_content=Bar%20%26%20grill&b=1#Bar%20%26%20grill",
    );
    assert.equal(led("https://a.example/%7Bplacement%7D", "7"), "https://a.example/7");
  });

  it("is left out with its parameter for a scan through the code's own link", () => {
    assert.equal(
      led("https://a.example/at/{placement}?a=1&p={placement}&b#x{placement}", null),
      "https://a.example/at/?a=1&b#x",
    );
    assert.equal(led("https://a.example/?p={placement}", null), "https://a.example/");
  });

  it("is refused in the host, and is no template after half an escape", () => {
    for (const host of [
      "{placement}.example.com",
      "a.example:{placement}",
      "%7Bplacement%7D.com",
      "a@{placement}.com",
    ]) {
      assert.notEqual(contentProblem("url", `https://${host}/`), null, host);
    }
    assert.equal(led("https://a.example/?x=%2{placement}", "e"), "https://a.example/?x=%2{placement}");
  });

  it("keeps the address's other parts whatever the name", () => {
    const names = fc.oneof(text, fc.constantFrom(".", "..", "...", "/../", "%2e%2e", "\r\nSet-Cookie: a=b", "\ud800"));
    const property = fc.property(names, (name) => {
      const url = new URL(led("https://a.example:8443/one/{placement}/two?a=1&p={placement}&b=2#h{placement}", name));
      assert.equal(url.origin, "https://a.example:8443");
      assert.match(url.pathname, /^\/one\/[^/]*\/two$/);
      assert.deepEqual(
        [...url.searchParams],
        [
          ["a", "1"],
          ["p", name.toWellFormed()],
          ["b", "2"],
        ],
      );
      assert.match(url.href, /^[!-~]+$/);
      assert.equal(decodeURIComponent(url.hash), `#h${name.toWellFormed()}`);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("leads to no other folder, whatever is next to it", () => {
    for (const [segment, name] of [
      ["..{placement}", null],
      [".{placement}", "."],
      ["%2e{placement}", "."],
      ["{placement}{placement}", "."],
      [".{placement}", ""],
    ] as const) {
      const url = new URL(led(`https://a.example/one/${segment}/two`, name));
      assert.equal(url.pathname, "/one//two", segment);
    }
    assert.equal(led("https://a.example/v{placement}", ".."), "https://a.example/v..");
  });

  it("is refused more than five times: names of 100 characters would make an address that browsers and proxies refuse", () => {
    const times = (count: number) => `https://a.example/?${"x={placement}&".repeat(count)}`;
    assert.equal(contentProblem("url", times(5)), null);
    assert.equal(contentProblem("social", times(6)), "must contain {placement} at most 5 times");
  });

  it("leaves codes without it as they are", () => {
    const action = actionOf("url", "https://a.example/{place}");
    assert.equal(forPlacement(action, "x"), action);
  });
});
