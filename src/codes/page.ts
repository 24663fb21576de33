/** Title and text that an owner gives to the visitors of a code. */
import type { FieldProblem } from "../shared/errors.ts";
import { lineProblem, textProblem } from "../shared/text.ts";

export interface Page {
  title: string | null;
  text: string | null;
}

export const TITLE_LENGTH = 200;
export const TEXT_LENGTH = 2_000;

const NO_PAGE: Page = { title: null, text: null };

export const readPage = (kept: string | null): Page => (kept === null ? NO_PAGE : (JSON.parse(kept) as Page));

/** As the store keeps it: null when there is neither. */
export const writePage = ({ title, text }: Page): string | null =>
  title === null && text === null ? null : JSON.stringify({ title, text });

/** Every rule that a shape alone cannot say. What is left out is taken to be right. */
export function pageProblems({ title, text }: Partial<Page>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (field: string, message: string | null) => {
    if (message !== null) problems.push({ field, message });
  };
  if (typeof title === "string") add("title", textProblem(title, TITLE_LENGTH) ?? lineProblem(title));
  if (typeof text === "string") add("text", textProblem(text, TEXT_LENGTH));
  return problems;
}
