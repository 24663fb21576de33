/** PDF files: numbers, colours, objects, and pages with a text alternative. */
import { deflateSync } from "node:zlib";
import { type Color, lightness } from "./colors.ts";
import type { Ink } from "./style.ts";

export const POINTS_PER_MILLIMETRE = 72 / 25.4;

/** A number in PDF syntax: no exponent, no trailing zeros. */
export const real = (value: number): string => value.toFixed(5).replace(/\.?0+$/, "") || "0";
export const channels = ({ red, green, blue }: Color): string =>
  [red, green, blue].map((channel) => real(channel / 255)).join(" ");

/** The operator that fills with a colour: in RGB, or as a share of the ink black. */
export const fillOf = (color: Color, ink: Ink): string =>
  ink === "black" ? `0 0 0 ${real(1 - lightness(color) / 255)} k` : `${channels(color)} rg`;

/** Any text, as UTF-16. */
export const textString = (text: string): string =>
  `<${Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex")}>`;

export interface PdfObject {
  /** The entries of a dictionary, between << and >>. */
  entries: string;
  stream?: Uint8Array;
}

export const compressed = (entries: string, data: Uint8Array): PdfObject => ({
  entries: `${entries}/Filter/FlateDecode`,
  stream: deflateSync(data),
});

/** The first object is the catalogue. */
export function file(title: string, objects: PdfObject[]): Uint8Array {
  const all = [...objects, { entries: `/Title ${textString(title)}` } as PdfObject];
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let length = parts[0]!.length;
  let table = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n`;
  for (const [index, { entries, stream }] of all.entries()) {
    table += `${String(length).padStart(10, "0")} 00000 n \n`;
    const head = stream ? `<<${entries}/Length ${stream.length}>>stream\n` : `<<${entries}>>`;
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n${head}`),
      ...(stream ? [stream, Buffer.from("\nendstream")] : []),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(part);
    length += part.length;
  }
  const roots = `/Root 1 0 R/Info ${all.length} 0 R`;
  const trailer = `trailer\n<</Size ${all.length + 1}${roots}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}

/** What readers show and say: the title instead of the file's name, in English. */
export const FOR_READERS = "/Lang(en)/ViewerPreferences<</DisplayDocTitle true";

/** Of `onePage`; objects that its resources name begin here. */
export const FIRST_FREE = 8;

interface OnePage {
  /** In points. */
  width: number;
  height: number;
  content: string;
  resources?: string;
  /** From `FIRST_FREE` on. */
  others?: PdfObject[];
  title: string;
}

/** A page with one figure, whose text alternative screen readers say. */
export function onePage({ width, height, content, resources = "", others = [], title }: OnePage): Uint8Array {
  const size = `${real(width)} ${real(height)}`;
  return file(title, [
    { entries: `/Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R${FOR_READERS}>>` },
    { entries: "/Type/Pages/Kids[3 0 R]/Count 1" },
    {
      entries: `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${size}]/Resources<<${resources}>>/StructParents 0/Contents 4 0 R`,
    },
    compressed("", Buffer.from(`/Figure<</MCID 0>>BDC\n${content}\nEMC`)),
    { entries: "/Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[0[7 0 R]]>>" },
    { entries: "/Type/StructElem/S/Document/P 5 0 R/K 7 0 R" },
    {
      entries:
        `/Type/StructElem/S/Figure/P 6 0 R/Pg 3 0 R/K 0/Alt ${textString(title)}` +
        `/A<</O/Layout/BBox[0 0 ${size}]/Placement/Block>>`,
    },
    ...others,
  ]);
}
