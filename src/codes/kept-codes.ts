/**
 * What is kept of codes that were made together, for who repeats the request: the little that the
 * request itself does not say. Their contents may be a megabyte; this is fifty bytes a code.
 */
import type { NewCode } from "../store/code-store.ts";

/** What the service adds to a draft. */
export interface Given {
  id: string;
  token: string;
  createdAt: number;
  /** When it expires unless its owner sets a date. */
  slidesTo: number;
}

interface Kept extends Pick<Given, "createdAt" | "slidesTo"> {
  /** Id and token of each. */
  codes: readonly (readonly [id: string, token: string])[];
}

export const keepCodes = (codes: readonly NewCode[], slidesTo: number): string =>
  JSON.stringify({
    createdAt: codes[0]!.createdAt,
    slidesTo,
    codes: codes.map(({ id, token }) => [id, token] as const),
  } satisfies Kept);

export function readKeptCodes(kept: string): Given[] {
  const { createdAt, slidesTo, codes } = JSON.parse(kept) as Kept;
  return codes.map(([id, token]) => ({ id, token, createdAt, slidesTo }));
}
