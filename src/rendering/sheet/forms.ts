import { parseColor } from "../colors.ts";
import { compressed, fillOf, type PdfObject } from "../pdf-file.ts";
import { type Ink, isPlain, type StyledCode } from "../style.ts";
import { prepare } from "../styled/draw.ts";
import { pdfPath } from "../styled/path.ts";
import { drawing, gradientObject, imageObjects } from "../styled/pdf.ts";
import { decodeImage, imagePixels } from "../styled/pixels.ts";
import { isGradient, type Scene } from "../styled/scene.ts";
import { lettersPath } from "../styled/text.ts";
import { createSymbol, eachRun, QUIET_ZONE } from "../symbol.ts";

/** A code as a PDF form XObject that pages refer to. In modules, from the top left. */
export interface Form {
  name: string;
  id: number;
  width: number;
  height: number;
}

/** Larger than any glyph of any font. */
const LETTER_BOX = "[-9999 -9999 9999 9999]";
const AS_IT_IS = "1 0 0 1 0 0";

export type Forms = ReturnType<typeof createForms>;

/** The codes, glyphs and logos of a document, each drawn on first use. */
export function createForms(codes: readonly StyledCode[], firstId: number, ink: Ink) {
  const objects: PdfObject[] = [];
  const made = new Map<number, Promise<Form>>();
  const letters = new Map<string, { name: string; id: number } | null>();
  const logos = new Map<string, number>();
  let brand: number | undefined;
  const add = (...some: PdfObject[]): number => {
    const id = firstId + objects.length;
    objects.push(...some);
    return id;
  };

  function form(code: number, width: number, height: number, resources: string, content: string) {
    const entries = `/Type/XObject/Subtype/Form/BBox[0 0 ${width} ${height}]/Resources<<${resources}>>`;
    const id = add(compressed(entries, Buffer.from(content)));
    return { name: `C${code}`, id, width, height };
  }

  function plain(code: number, { text, level, foreground, background }: StyledCode): Form {
    const symbol = createSymbol(text, level);
    const side = symbol.size + 2 * QUIET_ZONE;
    const fill = (color: string) => fillOf(parseColor(color), ink);
    const lines = [`${fill(background)} 0 0 ${side} ${side} re f`, fill(foreground)];
    eachRun(symbol, (x, y, run) => lines.push(`${x + QUIET_ZONE} ${y + QUIET_ZONE} ${run} 1 re`));
    return form(code, side, side, "", `${lines.join("\n")}\nf`);
  }

  function resourcesOf(scene: Scene, { style }: StyledCode): string {
    const gradient = scene.shapes.map(({ paint }) => paint).find(isGradient);
    let resources = gradient ? `/Pattern<</G ${add(gradientObject(gradient.gradient, AS_IT_IS))} 0 R>>` : "";
    if (scene.logo && style.logo) {
      const known = logos.get(style.logo.id);
      const id = known ?? firstId + objects.length;
      if (known === undefined) add(...imageObjects(imagePixels(scene.logo.image), id + 1, ink));
      logos.set(style.logo.id, id);
      resources += `/XObject<</L ${id} 0 R>>`;
    }
    return resources;
  }

  async function make(index: number): Promise<Form> {
    const code = codes[index]!;
    if (isPlain(code.style)) return plain(index, code);
    const { scene } = await prepare(code);
    const resources = resourcesOf(scene, code);
    return form(index, scene.width, scene.height, resources, drawing(scene, AS_IT_IS, ink));
  }

  return {
    of(index: number): Promise<Form> {
      let one = made.get(index);
      if (one === undefined) {
        one = make(index);
        made.set(index, one);
      }
      return one;
    },
    /** A glyph in font units, on its baseline; null if it is blank. */
    letter(letter: string): { name: string; id: number } | null {
      const known = letters.get(letter);
      if (known !== undefined) return known;
      const path = lettersPath([{ letter, x: 0, y: 0, scale: 1 }]);
      const entries = `/Type/XObject/Subtype/Form/BBox${LETTER_BOX}/Resources<<>>`;
      const one =
        path.length === 0
          ? null
          : {
              name: `L${letter.codePointAt(0)!.toString(16)}`,
              id: add(compressed(entries, Buffer.from(`${pdfPath(path)}f`))),
            };
      letters.set(letter, one);
      return one;
    },
    /** The id of the brand's logo, which is the same on all pages. */
    async picture(png: Uint8Array): Promise<number> {
      if (brand !== undefined) return brand;
      const pixels = imagePixels(await decodeImage(png));
      brand = firstId + objects.length;
      add(...imageObjects(pixels, brand + 1, ink));
      return brand;
    },
    objects: () => objects,
  };
}
