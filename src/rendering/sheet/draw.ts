/** Draws a label sheet, poster, tent or cards as a vector PDF. */
import { parseColor } from "../colors.ts";
import { compressed, FOR_READERS, file, fillOf, type PdfObject, POINTS_PER_MILLIMETRE, real } from "../pdf-file.ts";
import type { Ink } from "../style.ts";
import { type Path, pdfPath, roundedBox } from "../styled/path.ts";
import { createForms, type Forms } from "./forms.ts";
import { createDrawing, foldOf, type SheetLabel, type SheetRequest } from "./label.ts";
import { type Box, cropMarks, type Line, labelsOf } from "./layout.ts";

/** Widths of lines, in millimetres. */
const HAIRLINE = 0.1;
const FOLD = 0.2;
/** The name of the brand's logo. */
const BRAND = "B";

const colorOf = (hex: string, ink: Ink): string => fillOf(parseColor(hex), ink);

const titleOf = ({ faces }: SheetRequest): string => (faces ? "QR codes to print" : "Label sheet of QR codes");

/** The PDF objects that a page uses, by name. */
type Used = Map<string, number>;

/** What labels of a document share. */
interface Pen {
  request: SheetRequest;
  drawing: ReturnType<typeof createDrawing>;
  forms: Forms;
}

async function drawLabel({ request, drawing, forms }: Pen, label: SheetLabel, at: number, used: Used): Promise<string> {
  const form = await forms.of(label.code);
  const drawn = drawing(label, at, form.height / form.width);
  const { code, logo } = drawn;
  const out: string[] = [];
  const fill = (path: Path, color: string) => out.push(`${colorOf(color, request.ink)}\n${pdfPath(path)}f`);
  const place = (name: string, id: number, scale: number, x: number, y: number) => {
    used.set(name, id);
    const factor = real(scale);
    out.push(`q ${factor} 0 0 ${factor} ${real(x)} ${real(y)} cm /${name} Do Q`);
  };
  if (drawn.ground) fill(roundedBox(drawn.ground.box, 0), drawn.ground.color);
  out.push(`q ${drawn.matrix} cm`);
  for (const { path, color } of drawn.tiles) fill(path, color);
  place(form.name, form.id, code.width / form.width, code.x, code.y);
  for (const { letters, color } of drawn.words) {
    if (letters.length > 0) out.push(colorOf(color, request.ink));
    for (const { letter, x, y, scale } of letters) {
      const glyph = forms.letter(letter);
      if (glyph) place(glyph.name, glyph.id, scale, x, y);
    }
  }
  if (logo && request.faces?.logo) {
    used.set(BRAND, await forms.picture(request.faces.logo.png));
    const size = `${real(logo.width)} 0 0 ${real(-logo.height)}`;
    out.push(`q ${size} ${real(logo.x)} ${real(logo.y + logo.height)} cm /${BRAND} Do Q`);
  }
  return `${out.join("\n")}\nQ`;
}

/** On top of coloured grounds, since a fold runs across them. */
function drawLines(request: SheetRequest): string {
  const { sheet, bleed, marks, ink } = request;
  const drawn = (lines: readonly Line[]) =>
    lines.map(([x1, y1, x2, y2]) => `${real(x1)} ${real(y1)} m ${real(x2)} ${real(y2)} l S`);
  const folds = foldOf(request);
  const black = ink === "black" ? "0 0 0 1 K" : "0 0 0 RG";
  const white = ink === "black" ? "0 0 0 0 K" : "1 1 1 RG";
  return [
    `${black} ${HAIRLINE} w`,
    ...drawn(marks ? cropMarks(sheet, bleed) : []),
    // Black dashes on white can be seen on any ground.
    ...(folds.length > 0 ? [`${FOLD} w`, white, ...drawn(folds), `[2 2] 0 d ${black}`, ...drawn(folds)] : []),
  ].join("\n");
}

/** The finished piece and its bleed, for print shops. */
function boxesOf({ trim, bleed, sheet }: SheetRequest): string {
  if (!trim) return "";
  const box = ({ x, y, width, height }: Box) =>
    [x, sheet.page.height - y - height, x + width, sheet.page.height - y]
      .map((mm) => real(mm * POINTS_PER_MILLIMETRE))
      .join(" ");
  const { x, y, width, height } = trim;
  const painted = { x: x - bleed, y: y - bleed, width: width + 2 * bleed, height: height + 2 * bleed };
  return `/TrimBox[${box(trim)}]/BleedBox[${box(painted)}]`;
}

/** All pages. Each code is drawn once, however many labels show it. */
export async function drawSheet(request: SheetRequest): Promise<Uint8Array> {
  const { sheet, labels, start } = request;
  const each = labelsOf(sheet);
  const count = Math.ceil((start + labels.length) / each);
  // First the catalogue, the page tree and two objects per page.
  const forms = createForms(request.codes, 3 + 2 * count, request.ink);
  const pen = { request, drawing: createDrawing(request), forms };
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
      parts.push(await drawLabel(pen, label, at, used));
    }
    const resources = [...used].map(([name, id]) => `/${name} ${id} 0 R`).join("");
    const content = `${scale} 0 0 -${scale} 0 ${real(height)} cm\n${parts.join("\n")}\n${drawLines(request)}`;
    pages.push(
      {
        entries:
          `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${real(width)} ${real(height)}]${boxesOf(request)}` +
          `/Resources<</XObject<<${resources}>>>>/Contents ${4 + 2 * page} 0 R`,
      },
      compressed("", Buffer.from(content)),
    );
  }
  const kids = Array.from({ length: count }, (_, i) => `${3 + 2 * i} 0 R`).join(" ");
  return file(titleOf(request), [
    // Tells printers not to scale: labels must match the paper.
    { entries: `/Type/Catalog/Pages 2 0 R${FOR_READERS}/PrintScaling/None>>` },
    { entries: `/Type/Pages/Kids[${kids}]/Count ${count}` },
    ...pages,
    ...forms.objects(),
  ]);
}
