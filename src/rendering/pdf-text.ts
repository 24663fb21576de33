/** Text in PDF files that can be selected and searched: fonts of the letters that are used, as outlines (Type 3). */
import { compressed, type PdfObject, real, textString } from "./pdf-file.ts";
import { pdfPath } from "./styled/path.ts";
import { glyphOf, type Weight } from "./styled/text.ts";

/** Codes are one byte; the first is not used. */
const MOST_LETTERS = 255;

interface Glyph {
  letter: string;
  code: number;
  advance: number;
  outline: string;
}

export interface PdfFont {
  widthOf: (text: string, size: number) => number;
  /** Without the letters that the font does not have. */
  drawable: (text: string) => string;
  /** The operator that shows a text that is drawable. */
  show: (text: string) => string;
  /** The font, whose number is `first`, and what it consists of. */
  objects: (first: number) => PdfObject[];
}

/** The font's spaces have one width. */
const normal = (text: string): string => text.normalize("NFC").replace(/[\s\u2000-\u200a]+/g, " ");

export function createPdfFont(weight: Weight): PdfFont {
  const used = new Map<string, Glyph>();
  let unitsPerEm = 1;

  function glyph(letter: string): Glyph | null {
    const before = used.get(letter);
    if (before || used.size === MOST_LETTERS) return before ?? null;
    const drawn = glyphOf(letter, weight);
    if (!drawn) return null;
    unitsPerEm = drawn.unitsPerEm;
    // The font's spaces are narrow in small sizes.
    const advance = letter === " " ? Math.round(1.4 * drawn.advance) : drawn.advance;
    const made = { letter, code: used.size + 1, advance, outline: pdfPath(drawn.path) };
    used.set(letter, made);
    return made;
  }

  const glyphs = (text: string): Glyph[] => [...normal(text)].flatMap((letter) => glyph(letter) ?? []);

  return {
    widthOf: (text, size) => (glyphs(text).reduce((sum, { advance }) => sum + advance, 0) * size) / unitsPerEm,
    drawable: (text) =>
      glyphs(text)
        .map(({ letter }) => letter)
        .join("")
        .trim(),
    show: (text) => `<${Buffer.from(glyphs(text).map(({ code }) => code)).toString("hex")}> Tj`,

    objects(first) {
      const all = [...used.values()];
      const [procedures, unicode] = [first + 1, first + 1 + all.length];
      const scale = real(1 / unitsPerEm);
      const names = all.map(({ code }) => `/g${code}`).join("");
      return [
        {
          entries:
            `/Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[${scale} 0 0 -${scale} 0 0]/Resources<<>>` +
            `/FirstChar 1/LastChar ${all.length}/Widths[${all.map(({ advance }) => advance).join(" ")}]` +
            `/Encoding<</Type/Encoding/Differences[1${names}]>>/ToUnicode ${unicode} 0 R` +
            `/CharProcs<<${all.map(({ code }, i) => `/g${code} ${procedures + i} 0 R`).join("")}>>`,
        },
        ...all.map(({ advance, outline }) =>
          compressed("", Buffer.from(`${advance} 0 0 -3000 ${2 * unitsPerEm} 3000 d1\n${outline}f`)),
        ),
        compressed("", Buffer.from(toUnicode(all))),
      ];
    },
  };
}

/** Which letter each code stands for. */
function toUnicode(glyphs: readonly Glyph[]): string {
  const hex = (code: number) => `<${code.toString(16).padStart(2, "0")}>`;
  const lines = glyphs.map(
    ({ code, letter }) => `${hex(code)} <${Buffer.from(letter, "utf16le").swap16().toString("hex")}>`,
  );
  const parts: string[] = [];
  // At most 100 in a list.
  for (let i = 0; i < lines.length; i += 100) {
    const some = lines.slice(i, i + 100);
    parts.push(`${some.length} beginbfchar\n${some.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def/CMapName/Adobe-Identity-UCS def/CMapType 2 def
1 begincodespacerange <01> <ff> endcodespacerange
${parts.join("\n")}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

/** A text that is read aloud, copied and found instead of what is drawn. */
export const insteadOf = (drawing: string, text: string): string =>
  `/Span<</ActualText ${textString(text)}>>BDC\n${drawing}\nEMC`;
