/**
 * Label sheets by the names on their boxes. A4 sheets (210 x 297 mm) are in millimetres, Letter (8.5 x 11 in) in
 * inches. Dimensions are from LibreOffice's list, which has the makers' values in hundredths of a millimetre
 * (docs/decisions/0036-dimensions-of-label-sheets.md).
 */
import type { Sheet } from "./layout.ts";

type Columns = readonly [columns: number, rows: number];
type Size = readonly [width: number, height: number];

const A4: Size = [210, 297];
const LETTER: Size = [8.5, 11];
const INCH = 25.4;

/** `first`: left and top edge of the first label. `pitch`: distance between the starts of two labels. */
const sheet = (page: Size, [columns, rows]: Columns, size: Size, first: Size, pitch: Size) => ({
  page: { width: page[0], height: page[1] },
  columns,
  rows,
  width: size[0],
  height: size[1],
  left: first[0],
  top: first[1],
  pitchX: pitch[0],
  pitchY: pitch[1],
});

const a4 = (...measures: [Columns, Size, Size, Size]): Sheet => sheet(A4, ...measures);

/** In inches, as the makers specify it. */
function letter(...[count, size, first, pitch]: [Columns, Size, Size, Size]): Sheet {
  const mm = ([across, down]: Size): Size => [across * INCH, down * INCH];
  return sheet(mm(LETTER), count, mm(size), mm(first), mm(pitch));
}

export const SHEETS = {
  "A4 2x3": { title: "A4, 6 large labels, cut by hand", ...a4([2, 3], [85, 85], [15, 16], [95, 90]) },
  "A4 3x4": { title: "A4, 12 labels, cut by hand", ...a4([3, 4], [55, 65], [15, 15.5], [62.5, 67]) },
  "A4 4x5": { title: "A4, 20 small labels, cut by hand", ...a4([4, 5], [42, 52], [12, 12.5], [48, 55]) },
  "Letter 2x3": {
    title: "Letter, 6 large labels, cut by hand",
    ...letter([2, 3], [3.25, 3.25], [0.75, 0.5], [3.75, 3.375]),
  },
  "Letter 3x4": {
    title: "Letter, 12 labels, cut by hand",
    ...letter([3, 4], [2.25, 2.375], [0.625, 0.5625], [2.5, 2.5]),
  },
  "Letter 4x5": {
    title: "Letter, 20 small labels, cut by hand",
    ...letter([4, 5], [1.65, 1.9], [0.5, 0.5], [1.95, 2.025]),
  },
  L7159: { title: "Avery L7159", ...a4([3, 8], [64, 33.86], [6.46, 13.06], [66.54, 33.86]) },
  L7160: { title: "Avery L7160", ...a4([3, 7], [63.5, 38.1], [7.21, 15.15], [66.04, 38.1]) },
  L7161: { title: "Avery L7161", ...a4([3, 6], [63.5, 46.56], [7.21, 8.82], [66.04, 46.56]) },
  L7162: { title: "Avery L7162", ...a4([2, 8], [99.06, 33.87], [4.67, 13.02], [101.6, 33.87]) },
  L7163: { title: "Avery L7163", ...a4([2, 7], [99.06, 38.1], [4.67, 15.15], [101.6, 38.1]) },
  L7164: { title: "Avery L7164", ...a4([3, 4], [63.5, 71.97], [7.21, 4.56], [66.04, 71.97]) },
  L7165: { title: "Avery L7165", ...a4([2, 4], [99.06, 67.73], [4.67, 13.04], [101.6, 67.73]) },
  L7166: { title: "Avery L7166", ...a4([2, 3], [99.06, 93.13], [4.67, 8.81], [101.6, 93.13]) },
  L7173: { title: "Avery L7173", ...a4([2, 5], [99.06, 57], [4.67, 6], [101.6, 57]) },
  "3475": { title: "Avery Zweckform 3475", ...a4([3, 8], [70, 36], [0, 4.5], [70, 36]) },
  "5160": { title: "Avery 5160", ...letter([3, 10], [2.625, 1], [0.1875, 0.5], [2.75, 1]) },
  "5161": { title: "Avery 5161", ...letter([2, 10], [4, 1], [0.15625, 0.5], [4.1875, 1]) },
  "5162": { title: "Avery 5162", ...letter([2, 7], [4, 4 / 3], [0.15625, 5 / 6], [4.1875, 4 / 3]) },
  "5163": { title: "Avery 5163", ...letter([2, 5], [4, 2], [0.15625, 0.5], [4.1875, 2]) },
  "5164": { title: "Avery 5164", ...letter([2, 3], [4, 10 / 3], [0.15625, 0.5], [4.1875, 10 / 3]) },
} satisfies Record<string, Sheet & { title: string }>;

export type SheetName = keyof typeof SHEETS;
export const SHEET_NAMES = Object.keys(SHEETS) as SheetName[];
