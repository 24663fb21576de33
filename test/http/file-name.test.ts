import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { contentDisposition } from "../../src/server/send-file.ts";
import { fileStem } from "../../src/shared/file-name.ts";
import { isBlank } from "../../src/shared/text.ts";

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
      "．",
      "／",
      "…",
      "ﷺ",
      "\ufe0f",
      "\u3164",
      "nul",
      "COM¹",
      " ",
    ),
  }),
);

/** Reads the header as a browser does: the extended name, or else the plain one. */
function readName(header: string): string {
  const [, plain, encoded] = /^attachment; filename="([^"\\]*)"(?:; filename\*=UTF-8''(\S+))?$/.exec(header)!;
  return encoded === undefined ? plain! : decodeURIComponent(encoded);
}

const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;

function assertSafe(stem: string): void {
  assert.ok(stem.isWellFormed() && Buffer.byteLength(stem) <= 200);
  assert.doesNotMatch(stem, /^[\s.]|[\s.]$|[<>:"/\\|?*\p{Cc}\u2028\u2029\u202a-\u202e]|^$/u);
  assert.doesNotMatch(stem, DEVICE);
  assert.ok(!isBlank(stem));
}

describe("the name of a file", () => {
  it("is the code's, in any language", () => {
    for (const name of ["Table menu", "Café Größe", "メニュー 1", "قائمة", "👩‍🍳 Küche 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "a-b (2)"]) {
      assert.equal(fileStem(name, "token"), name);
    }
  });

  it("drops characters that file names cannot have, and invisible ones", () => {
    const stems: [name: string, stem: string][] = [
      ["Menu / drinks", "Menu drinks"],
      ["../../etc/passwd", "etc passwd"],
      ["  .hidden. ", "hidden"],
      ["a\r\nSet-Cookie: b", "a Set-Cookie b"],
      ["invoice\u202efdp.exe", "invoice fdp.exe"],
      ["nul", "_nul"],
      ["Com1.txt", "_Com1.txt"],
      ["COM¹", "_COM¹"],
      ["nul .x", "_nul .x"],
      ["???", "token"],
      ["\u200d", "token"],
      ["\ufe0f", "token"],
      ["\u3164", "token"],
      ["\u{e0041}", "token"],
      [`con.${"x".repeat(300)}`, `_con.${"x".repeat(195)}`],
      [`${".".repeat(300)}x`, "x"],
    ];
    for (const [name, stem] of stems) assert.equal(fileStem(name, "token"), stem);
  });

  it("is safe on every system and not too long, whatever the code's name", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const stem = fileStem(name, "token");
        assertSafe(stem);
        assert.equal(fileStem(stem, "token"), stem, "a safe name stays");
      }),
    );
  });

  it("makes one header, from which it can be read back", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const fileName = `${fileStem(name, "token")}.png`;
        const header = contentDisposition("attachment", fileName);
        assert.match(header, /^[\x20-\x7e]+$/);
        assert.equal(readName(header), fileName);
        const [, plain] = /filename="([^"]*)\.png"/.exec(header)!;
        assertSafe(plain!);
      }),
    );
  });

  it("has an ASCII fallback for old clients", () => {
    assert.equal(contentDisposition("inline", "Menu.png"), 'inline; filename="Menu.png"');
    for (const [name, plain] of [
      ["．．／．．／etc／cron.d／x", "etc cron.d x"],
      ["‥／x", "x"],
      ["…", "code"],
      ["ＮＵＬ", "_NUL"],
      ["COM¹", "_COM1"],
      ["メニュー 1", "____ 1"],
    ] as const) {
      const header = contentDisposition("inline", `${fileStem(name, "token")}.png`);
      assert.match(header, /; filename\*=/);
      assert.equal(/filename="([^"]*)"/.exec(header)![1], `${plain}.png`);
    }
    const long = contentDisposition("inline", `${fileStem("ﷺ".repeat(66), "token")}.png`);
    assert.ok(long.length < 1000, String(long.length));
    assert.equal(
      contentDisposition("attachment", "Café 100%'s.png"),
      "attachment; filename=\"Cafe 100_'s.png\"; filename*=UTF-8''Caf%C3%A9%20100%25%27s.png",
    );
  });
});
