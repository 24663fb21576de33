/**
 * npm run font: converts the font for frames, labels and PDF texts into outlines in src/rendering/styled/font. They are
 * in the repository, so run it only when the font changes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import opentype from "opentype.js";

const ALPHABETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"];
/** Texts are drawn in medium without kerning. */
const FILES = { "manrope.json": 700, "manrope-medium.json": 500 };

/** Kerning is kept for characters that are likely in a label. */
const KERNED = [
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:-!?'",
  "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя.,-",
  "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψω.,-",
];

interface Command {
  type: string;
  x?: number;
  y?: number;
  x1?: number;
  y1?: number;
}

const outlineOf = (commands: Command[]): string =>
  commands
    .map(({ type, x1, y1, x, y }) => {
      const numbers = [x1, y1, x, y].filter((value) => value !== undefined).map(Math.round);
      return `${type}${numbers.join(" ")}`;
    })
    .join("");

const sorted = <T>(record: Record<string, T>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
for (const [name, weight] of Object.entries(FILES)) {
  const glyphs: Record<string, [advance: number, outline: string]> = {};
  const kerning: Record<string, number> = {};
  let metrics = { unitsPerEm: 0, capHeight: 0 };

  for (const alphabet of ALPHABETS) {
    const path = `@fontsource/manrope/files/manrope-${alphabet}-${weight}-normal.woff`;
    const file = readFileSync(fileURLToPath(import.meta.resolve(path)));
    const font = opentype.parse(new Uint8Array(file).buffer);
    metrics = { unitsPerEm: font.unitsPerEm, capHeight: font.tables.os2?.sCapHeight ?? 0 };
    for (let i = 0; i < font.glyphs.length; i++) {
      const glyph = font.glyphs.get(i);
      for (const code of glyph.unicodes) {
        const char = String.fromCodePoint(code);
        if (/\p{C}/u.test(char) || glyphs[char]) continue;
        // Fonts have y up; a negative size flips it.
        const { commands } = glyph.getPath(0, 0, font.unitsPerEm);
        glyphs[char] = [Math.round(glyph.advanceWidth ?? 0), outlineOf(commands as Command[])];
      }
    }
    for (const letters of weight === 700 ? KERNED : []) {
      for (const left of letters) {
        for (const right of letters) {
          const [a, b] = [font.charToGlyph(left), font.charToGlyph(right)];
          if (a.index === 0 || b.index === 0) continue;
          const space = Math.round(font.getKerningValue(a, b));
          if (space !== 0) kerning[left + right] = space;
        }
      }
    }
  }

  const target = new URL(`../src/rendering/styled/font/${name}`, import.meta.url);
  const data = { ...metrics, kerning: sorted(kerning), glyphs: sorted(glyphs) };
  const lines = JSON.stringify(data).replaceAll('],"', '],\n"');
  writeFileSync(target, `${lines}\n`);
  console.log(
    `${name}: ${Object.keys(glyphs).length} letters, ${Object.keys(kerning).length} pairs, ${lines.length} bytes`,
  );
}
