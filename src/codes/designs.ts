/** Posters, tents, cards and stickers: their words, and the owner's brand on them. */

import type { Brand } from "../looks/look.ts";
import type { FaceLook, SheetLabel } from "../rendering/sheet/label.ts";
import type { Texts } from "../rendering/sheet/layout.ts";
import type { StyledCode } from "../rendering/style.ts";
import { missingLetters } from "../rendering/styled/text.ts";
import type { FieldProblem } from "../shared/errors.ts";
import { invalid } from "../shared/errors.ts";
import { lineProblem } from "../shared/text.ts";

export const MAX_HEADLINE = 60;
export const MAX_LINE = 120;

export interface Design {
  /** Null: the words of each code's frame. */
  headline: string | null;
  line: string;
  /** The name and logo of the brand. */
  brand: boolean;
  /** On a ground of the brand's colour instead of white. */
  filled: boolean;
}

const TOO_LONG: FieldProblem = {
  field: "design",
  message: "do not fit this format. Use fewer or shorter words, or a larger format",
};

/** `widths`: of the code on each face; null where the words do not fit. */
export function refuseLongWords(widths: readonly (number | null)[]): void {
  if (widths.includes(null)) throw invalid([TOO_LONG]);
}

/** The headline takes the place of the frame. */
export const withoutFrame = (code: StyledCode): StyledCode => ({ ...code, style: { ...code.style, frame: null } });

export const wordsOn = ({ headline, line }: Design, { style }: StyledCode) => ({
  headline: inOneLine(headline ?? style.frame?.text ?? ""),
  line: inOneLine(line),
});

const inOneLine = (text: string): string => text.normalize("NFC").trim();

function refuseWords({ headline, line }: Design): void {
  const problems = Object.entries({ headline: headline ?? "", line }).flatMap(([field, text]) => {
    const missing = missingLetters(text);
    const unknown = `must be in Latin, Greek or Cyrillic letters: the font has no ${missing.slice(0, 20).join(" ")}`;
    const message = lineProblem(text) ?? (missing.length > 0 ? unknown : null);
    return message === null ? [] : [{ field: `design.${field}`, message }];
  });
  if (problems.length > 0) throw invalid(problems);
}

interface FaceLookParts {
  brands: { find(workspaceId: string): Promise<Brand> };
  logoOf: (workspaceId: string, id: string) => Promise<Uint8Array | null>;
}

export type ReadFaceLook = ReturnType<typeof createFaceLooks>;

export function createFaceLooks({ brands, logoOf }: FaceLookParts) {
  return async (workspaceId: string, design: Design): Promise<FaceLook> => {
    refuseWords(design);
    const { name, color, logoId } = await brands.find(workspaceId);
    const png = design.brand && logoId !== null ? await logoOf(workspaceId, logoId) : null;
    return { isFilled: design.filled, color, brand: (design.brand && name) || "", logo: png && withSize(png) };
  };
}

/** A stored logo is a PNG, whose header begins with its size. */
function withSize(png: Uint8Array): NonNullable<FaceLook["logo"]> {
  const header = Buffer.from(png.buffer, png.byteOffset, png.length);
  return { png, width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

/** Characters that the font lacks and that are left out. */
export function lettersLeftOut(texts: Texts, labels: readonly SheetLabel[], look: FaceLook | null): string[] {
  const isNamed = texts.name && (look !== null || texts.position !== "none");
  const printed = [...(isNamed ? labels.map(({ name }) => name) : []), look?.brand ?? ""];
  return [...new Set(printed.flatMap(missingLetters))].slice(0, 100);
}
