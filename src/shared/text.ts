/** What is wrong with a text, as a message; null if it is fine. */
export function textProblem(text: string, longest?: number): string | null {
  const problem = unicodeProblem(text);
  if (problem) return problem;
  if (isBlank(text)) return "must not be blank";
  return longest === undefined ? null : lengthProblem(text, longest);
}

const SHOWS = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u;

/** True if the text is invisible: white space, zero-width and format characters. */
export const isBlank = (text: string): boolean => !SHOWS.test(text);

export const lengthProblem = (text: string, longest: number): string | null =>
  countCharacters(text) > longest ? `must be at most ${longest} characters` : null;

export function unicodeProblem(text: string): string | null {
  if (!text.isWellFormed()) return "must be well-formed Unicode, without lone surrogates";
  if (text.includes("\0")) return "must not contain the NUL character";
  return null;
}

const MOVES = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** For names in lists and terminals: one line, without control and direction characters. */
export const lineProblem = (text: string): string | null =>
  MOVES.test(text) ? "must not contain line breaks or control characters" : null;

/** As one line: line breaks and control characters become spaces, of which none is repeated or at an end. */
export const asLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, " ")
    .trim()
    .replaceAll(/ {2,}/g, " ");

/** Without the characters that change the direction of what follows them: letters stand in the order of typing. */
export const withoutDirections = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");

/** For a name inside a sentence: its direction does not move the words and marks around it (U+2068, U+2069). */
export const isolated = (name: string): string => `\u2068${withoutDirections(name)}\u2069`;

/** Characters as counted in limits: Unicode code points. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Folds letters that a search treats as equal: lower case, and Greek ς as σ. */
export const foldLetters = (text: string): string => text.toLowerCase().replaceAll("ς", "σ");

/** Trims the given characters from the end. A regular expression would be slow on long runs. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The path of a base URL without a trailing slash; "" for none. */
export const basePathOf = (baseUrl: string): string => withoutEnd(new URL(baseUrl).pathname, "/");

export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
