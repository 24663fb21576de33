import { parseColor } from "../../rendering/colors.ts";
import { channels, compressed, file, type PdfObject, real, textString } from "../../rendering/pdf-file.ts";
import { createPdfFont, insteadOf } from "../../rendering/pdf-text.ts";

/** A4 in points. */
export const PAPER = { width: 595.28, height: 841.89 };

interface TextLook {
  size: number;
  isBold?: boolean;
  /** #RRGGBB; without it the ink black alone. */
  color?: string;
  align?: "left" | "right" | "center";
  /** Longer text ends with an ellipsis. */
  width?: number;
}

type Role = "H1" | "H2" | "P" | "Figure";

/** One page, measured in points from its top left. Texts are of the font; everything is vector. */
export function createPaper() {
  const fonts = { bold: createPdfFont("bold"), medium: createPdfFont("medium") };
  const out: string[] = [];
  const blocks: { role: Role; alt: string | undefined }[] = [];
  const y = (down: number) => real(PAPER.height - down);
  const rgb = (color: string) => channels(parseColor(color));

  const paper = {
    /** What is drawn in between belongs together, for screen readers; `alt` is said instead of a figure. */
    block(role: Role, draw: () => void, alt?: string): void {
      out.push(`/${role} <</MCID ${blocks.length}>>BDC`);
      blocks.push({ role, alt });
      draw();
      out.push("EMC");
    },

    widthOf: (text: string, { size, isBold = false }: Pick<TextLook, "size" | "isBold">) =>
      fonts[isBold ? "bold" : "medium"].widthOf(text, size),

    /** On a baseline. Letters that the font does not have are left out, but read aloud, copied and found. */
    text(text: string, x: number, baseline: number, look: TextLook): void {
      const { size, isBold = false, color, align = "left", width = Number.POSITIVE_INFINITY } = look;
      const font = fonts[isBold ? "bold" : "medium"];
      const whole = font.drawable(text);
      let shown = whole;
      for (let length = [...whole].length; font.widthOf(shown, size) > width && length > 1; ) {
        length -= 1;
        shown = `${[...whole].slice(0, length).join("").trimEnd()}…`;
      }
      if (shown === "") return;
      const taken = font.widthOf(shown, size);
      const left = align === "left" ? x : align === "right" ? x - taken : x - taken / 2;
      const fill = color === undefined ? "0 g" : `${rgb(color)} rg`;
      const drawing = `BT ${fill} /${isBold ? "B" : "M"} ${real(size)} Tf ${real(left)} ${y(baseline)} Td ${font.show(shown)} ET`;
      const isWhole = whole === text.normalize("NFC").replace(/\s+/g, " ").trim();
      out.push(isWhole && shown === whole ? drawing : insteadOf(drawing, text));
    },

    rect(x: number, top: number, width: number, height: number, color: string): void {
      out.push(`${rgb(color)} rg ${real(x)} ${y(top + height)} ${real(width)} ${real(height)} re f`);
    },

    /** Filled with diagonal lines: what is not finished. */
    hatched(x: number, top: number, width: number, height: number, line: string, ground: string): void {
      paper.rect(x, top, width, height, ground);
      const box = `${real(x)} ${y(top + height)} ${real(width)} ${real(height)} re`;
      const lines: string[] = [];
      for (let at = x - height; at < x + width; at += 3) {
        lines.push(`${real(at)} ${y(top + height)} m ${real(at + height)} ${y(top)} l`);
      }
      out.push(`q ${box} W n ${rgb(line)} RG 0.8 w ${lines.join(" ")} S Q ${rgb(line)} RG 0.6 w ${box} S`);
    },

    /** Straight lines through points, optionally dashed, or filled down to `ground`. */
    line(points: readonly (readonly [x: number, top: number])[], color: string, width: number, dash = ""): void {
      const path = points.map(([x, top], i) => `${real(x)} ${y(top)} ${i === 0 ? "m" : "l"}`);
      out.push(`q ${rgb(color)} RG ${real(width)} w [${dash}] 0 d ${path.join(" ")} S Q`);
    },

    dot(x: number, top: number, color: string): void {
      // A round cap makes a line without length a dot.
      out.push(`q ${rgb(color)} RG 5 w 1 J ${real(x)} ${y(top)} m ${real(x)} ${y(top)} l S Q`);
    },

    /** Rings of whole steps as in `world.ts`, scaled to a place. */
    outline(path: string, x: number, top: number, scale: number, color: string, edge: string): void {
      const rings = path.split("M").slice(1).map(ringOf).join(" ");
      const place = `${real(scale)} 0 0 ${real(-scale)} ${real(x)} ${y(top)} cm`;
      out.push(`q ${place} ${rgb(color)} rg ${rgb(edge)} RG 0.6 w ${rings} B Q`);
    },

    /** The file, in a language. */
    save(title: string, language: string): Uint8Array {
      // After catalogue, pages, page, contents and the tree come its elements and the fonts.
      const [tree, root] = [5, 6];
      const first = root + 1;
      const bold = first + blocks.length;
      const boldObjects = fonts.bold.objects(bold);
      const medium = bold + boldObjects.length;
      const elements = blocks.map((_, i) => `${first + i} 0 R`).join(" ");
      const tags = blocks.map(
        ({ role, alt }, i): PdfObject => ({
          entries: `/Type/StructElem/S/${role}/P ${root} 0 R/Pg 3 0 R/K ${i}${alt === undefined ? "" : `/Alt ${textString(alt)}`}`,
        }),
      );
      return file(title, [
        {
          entries: `/Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot ${tree} 0 R/Lang(${language})/ViewerPreferences<</DisplayDocTitle true>>`,
        },
        { entries: "/Type/Pages/Kids[3 0 R]/Count 1" },
        {
          entries:
            `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAPER.width} ${PAPER.height}]/StructParents 0/Contents 4 0 R` +
            `/Resources<</Font<</B ${bold} 0 R/M ${medium} 0 R>>>>`,
        },
        compressed("", Buffer.from(out.join("\n"))),
        { entries: `/Type/StructTreeRoot/K ${root} 0 R/ParentTree<</Nums[0[${elements}]]>>` },
        { entries: `/Type/StructElem/S/Document/P ${tree} 0 R/K[${elements}]` },
        ...tags,
        ...boldObjects,
        ...fonts.medium.objects(medium),
      ]);
    },
  };
  return paper;
}

export type Paper = ReturnType<typeof createPaper>;

function ringOf(ring: string): string {
  const numbers = (ring.match(/-?\d+/g) ?? []).map(Number);
  let [x, y] = [numbers[0]!, numbers[1]!];
  const parts = [`${x} ${y} m`];
  for (let i = 2; i + 1 < numbers.length; i += 2) {
    x += numbers[i]!;
    y += numbers[i + 1]!;
    parts.push(`${x} ${y} l`);
  }
  return `${parts.join(" ")} h`;
}
