import { labelsOf, type Sheet, sheetProblems } from "../rendering/sheet/layout.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";

export const MAX_ON_SHEETS = 2000;
const MAX_LABELS = 10_000;
const NAMED = 20;

export interface TooSmall {
  id: string;
  name: string;
  /** The smallest readable width in millimetres; null if it is unreadable at any size. */
  needs: number | null;
  /** Its width on this label. */
  gets: number;
}

export const TOO_MANY = { field: "ids", message: `must be at most ${MAX_ON_SHEETS} values` };

const problemOf = ({ name, needs, gets }: TooSmall): FieldProblem => ({
  field: "ids",
  message:
    needs === null
      ? `“${name}” cannot be read at any size`
      : `“${name}” needs at least ${needs} mm and would get ${gets} mm`,
});

/** The arguments of `invalid`. */
export function refusalOf(all: readonly TooSmall[], isDesign: boolean): [FieldProblem[], string] {
  const [codes, them] = all.length === 1 ? ["One code", "it"] : [`${all.length} codes`, "them"];
  const message = isDesign
    ? `${codes} would be too small to be read. Choose a larger format or fewer words, or leave ${them} out.`
    : `${codes} would be too small to be read on these labels. Use larger labels, put the text next to the code or omit it, or leave ${them} out.`;
  return [all.slice(0, NAMED).map(problemOf), message];
}

interface Wanted {
  sheet: Sheet;
  start: number;
  copies: number;
  /** Fills pages with each code. */
  design: object | null;
}

/** Before anything is measured. */
export function refuseMeasures({ sheet, start, copies, design }: Wanted, count: number): void {
  const problems: FieldProblem[] = sheetProblems(sheet).map(({ field, message }) => ({
    field: `sheet.${field}`,
    message,
  }));
  if (start > labelsOf(sheet)) {
    problems.push({ field: "start", message: `must be one of the sheet's ${labelsOf(sheet)} labels` });
  }
  if (count * copies * (design ? labelsOf(sheet) : 1) > MAX_LABELS) {
    problems.push({ field: "copies", message: `make more than ${MAX_LABELS} labels` });
  }
  if (problems.length > 0) throw invalid(problems);
}
