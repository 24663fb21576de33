import { LEVELS, type Level } from "../shared/vocabulary.ts";
import { capacityBits } from "./capacity.ts";
import { TextTooLong } from "./errors.ts";
import { symbolVersion } from "./version.ts";

/** The links that `sharePayload` writes in capitals where that makes the symbol smaller. */
const ANY_CASE = /^https?:\/\/[^/]+\/r\/[a-z2-9]{12}$/;

/** Infinity where the text does not fit at all. */
function versionAt({ text, isSlug }: Pick<ToBeDrawn, "text" | "isSlug">, level: Level): number {
  try {
    return isSlug || ANY_CASE.test(text) ? linkVersion(text, level) : symbolVersion(text, level);
  } catch (error) {
    if (!(error instanceof TextTooLong)) throw error;
    return Number.POSITIVE_INFINITY;
  }
}

/** Bits before the bytes of a large symbol. */
const MODE_AND_LENGTH = 4 + 16;

/** The rule for contents counts bytes, although a symbol holds more digits or capitals. */
const mayHold = (content: string, level: Level): boolean =>
  MODE_AND_LENGTH + 8 * new TextEncoder().encode(content).length <= capacityBits(40, level);

/** The version of the symbol of a link whose case does not matter: with a slug, or with a token created here. */
export const linkVersion = (shareUrl: string, level: Level): number =>
  Math.min(symbolVersion(shareUrl, level), symbolVersion(shareUrl.toUpperCase(), level));

interface ToBeDrawn {
  /** What the picture holds. */
  text: string;
  /** The code's content, which must fit at the level even where the picture holds the share link. */
  content: string;
  hasLogo: boolean;
  /** The text is a link with a slug. */
  isSlug?: boolean;
}

/**
 * Chooses the error correction. With a logo, which hides part of the symbol: the strongest level that fits.
 * Else the strongest that makes the symbol no larger than M does, or L where M does not fit.
 */
export function automaticLevel({ content, hasLogo, ...drawn }: ToBeDrawn): Level {
  const most = hasLogo ? 40 : versionAt(drawn, "M");
  const fits = (level: Level) => versionAt(drawn, level) <= most && mayHold(content, level);
  return LEVELS.findLast(fits) ?? "L";
}
