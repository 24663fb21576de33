/** Draws a label sheet as a vector PDF. */
import { parseColor } from "../colors.ts";
import { compressed, FOR_READERS, file, fillOf, type PdfObject, POINTS_PER_MILLIMETRE, real } from "../pdf-file.ts";
import type { Ink } from "../style.ts";
import { createForms, type Forms } from "./forms.ts";
import { drawnLabel, type SheetLabel, type SheetRequest } from "./label.ts";
import { cropMarks, labelsOf } from "./layout.ts";

/** The length of a crop mark, in millimetres. */
const HAIRLINE = 0.1;

const colorOf = (hex: string, ink: Ink): string => fillOf(parseColor(hex), ink);

const TITLE = "Label sheet of QR codes";

/** The PDF objects that a page uses, by name. */
type Used = Map<string, number>;

async function drawLabel(
  request: SheetRequest,
  label: SheetLabel,
  at: number,
  forms: Forms,
  used: Used,
): Promise<string> {
  const form = await forms.of(label.code);
  const { painted, code, words, ink } = drawnLabel(request, label, at, form.height / form.width);
  const out: string[] = [];
  if (painted) {
    const { background } = request.codes[label.code]!;
    const numbers = [painted.x, painted.y, painted.width, painted.height].map(real).join(" ");
    out.push(`${colorOf(background, request.ink)} ${numbers} re f`);
  }
  const place = (name: string, id: number, scale: number, x: number, y: number) => {
    used.set(name, id);
    const factor = real(scale);
    out.push(`q ${factor} 0 0 ${factor} ${real(x)} ${real(y)} cm /${name} Do Q`);
  };
  place(form.name, form.id, code.width / form.width, code.x, code.y);
  if (words.length > 0) out.push(colorOf(ink, request.ink));
  for (const { letter, x, y, scale } of words) {
    const drawn = forms.letter(letter);
    if (drawn) place(drawn.name, drawn.id, scale, x, y);
  }
  return out.join("\n");
}

const drawMarks = ({ sheet, bleed, marks, ink }: SheetRequest): string =>
  marks
    ? `${ink === "black" ? "0 0 0 1 K" : "0 0 0 RG"} ${HAIRLINE} w\n${cropMarks(sheet, bleed)
        .map(([x1, y1, x2, y2]) => `${real(x1)} ${real(y1)} m ${real(x2)} ${real(y2)} l S`)
        .join("\n")}\n`
    : "";

/** All pages. Each code is drawn once, however many labels show it. */
export async function drawSheet(request: SheetRequest): Promise<Uint8Array> {
  const { sheet, labels, start } = request;
  const each = labelsOf(sheet);
  const count = Math.ceil((start + labels.length) / each);
  // First the catalogue, the page tree and two objects per page.
  const forms = createForms(request.codes, 3 + 2 * count, request.ink);
  const scale = real(POINTS_PER_MILLIMETRE);
  const width = sheet.page.width * POINTS_PER_MILLIMETRE;
  const height = sheet.page.height * POINTS_PER_MILLIMETRE;
  const pages: PdfObject[] = [];
  for (let page = 0; page < count; page++) {
    const from = Math.max(0, page * each - start);
    const onPage = labels.slice(from, (page + 1) * each - start);
    const used: Used = new Map();
    const parts: string[] = [];
    for (const [i, label] of onPage.entries()) {
      const at = start + from + i - page * each;
      parts.push(await drawLabel(request, label, at, forms, used));
    }
    const resources = [...used].map(([name, id]) => `/${name} ${id} 0 R`).join("");
    const content = `${scale} 0 0 -${scale} 0 ${real(height)} cm\n${drawMarks(request)}${parts.join("\n")}`;
    pages.push(
      {
        entries:
          `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${real(width)} ${real(height)}]` +
          `/Resources<</XObject<<${resources}>>>>/Contents ${4 + 2 * page} 0 R`,
      },
      compressed("", Buffer.from(content)),
    );
  }
  const kids = Array.from({ length: count }, (_, i) => `${3 + 2 * i} 0 R`).join(" ");
  return file(TITLE, [
    // Tells printers not to scale: labels must match the paper.
    { entries: `/Type/Catalog/Pages 2 0 R${FOR_READERS}/PrintScaling/None>>` },
    { entries: `/Type/Pages/Kids[${kids}]/Count ${count}` },
    ...pages,
    ...forms.objects(),
  ]);
}
