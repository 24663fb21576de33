import { isBlank } from "./text.ts";

/**
 * Not allowed in a file name on some system, or not seen: controls, marks of direction, separators.
 * What joins letters and the parts of an emoji stays.
 */
const UNSAFE = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;
/** Names that Windows keeps for devices, whatever ends them. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;
/** File systems hold 255; the rest is for an ending and for "(1)". */
const MOST_BYTES = 200;

/** A file's name after a code's, without its ending; `otherwise` when nothing of it can be kept. */
export function fileStem(name: string, otherwise: string): string {
  const safe = name.toWellFormed().normalize("NFC").replace(UNSAFE, " ").replace(/\s+/g, " ");
  const stem = fitted(safe, MOST_BYTES);
  if (isBlank(stem)) return otherwise;
  return RESERVED.test(stem) ? `_${fitted(stem, MOST_BYTES - 1)}` : stem;
}

const DOTS_BEFORE = /^[\s.]+/;
const DOTS_AFTER = /[\s.]+$/;

/** Whole characters as people see them, as many as fit, and no dots around them. */
function fitted(text: string, bytes: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en").segment(text.replace(DOTS_BEFORE, ""))) {
    if (Buffer.byteLength(kept + segment) > bytes) break;
    kept += segment;
  }
  return kept.replace(DOTS_AFTER, "");
}
