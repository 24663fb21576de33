import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { contentDisposition, fileStem } from "../../src/http/server/file-name.ts";

const anyText = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.string({ unit: "binary", maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom(
      "\r",
      "\n",
      '"',
      "\\",
      ";",
      "/",
      "..",
      "%0d",
      "é",
      "👩‍🍳",
      "\u202e",
      "\0",
    ),
  }),
);

/** As a browser reads the header: the name as it is, or else the plain one. */
function readName(header: string): string {
  const [, plain, encoded] =
    /^attachment; filename="([^"\\]*)"(?:; filename\*=UTF-8''(\S+))?$/.exec(header)!;
  return encoded === undefined ? plain! : decodeURIComponent(encoded);
}

describe("the name of a file", () => {
  it("is the code's, in any language", () => {
    for (const name of [
      "Table menu",
      "Café Größe",
      "メニュー 1",
      "قائمة",
      "👩‍🍳 Küche 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
      "a-b (2)",
    ]) {
      assert.equal(fileStem(name, "token"), name);
    }
  });

  it("loses what no file may be called, and what is not seen", () => {
    const stems: [name: string, stem: string][] = [
      ["Menu / drinks", "Menu drinks"],
      ["../../etc/passwd", "etc passwd"],
      ["  .hidden. ", "hidden"],
      ["a\r\nSet-Cookie: b", "a Set-Cookie b"],
      ["invoice\u202efdp.exe", "invoice fdp.exe"],
      ["nul", "_nul"],
      ["Com1.txt", "_Com1.txt"],
      ["???", "token"],
      ["\u200d", "token"],
    ];
    for (const [name, stem] of stems) assert.equal(fileStem(name, "token"), stem);
  });

  it("is safe on every system and fits a file system, whatever the code is called", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const stem = fileStem(name, "token");
        assert.ok(stem.isWellFormed() && Buffer.byteLength(stem) <= 201);
        assert.doesNotMatch(stem, /^[\s.]|[\s.]$|[<>:"/\\|?*\p{Cc}\u2028\u2029\u202a-\u202e]|^$/u);
        assert.equal(fileStem(stem, "token"), stem, "a safe name stays");
      }),
    );
  });

  it("makes one header, from which it is read again", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const fileName = `${fileStem(name, "token")}.png`;
        const header = contentDisposition("attachment", fileName);
        assert.match(header, /^[\x20-\x7e]+$/);
        assert.equal(readName(header), fileName);
      }),
    );
  });

  it("leaves old readers the letters they know", () => {
    assert.equal(contentDisposition("inline", "Menu.png"), 'inline; filename="Menu.png"');
    assert.equal(
      contentDisposition("attachment", "Café 100%'s.png"),
      "attachment; filename=\"Cafe 100_'s.png\"; filename*=UTF-8''Caf%C3%A9%20100%25%27s.png",
    );
  });
});
