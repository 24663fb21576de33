import { isBlank } from "./text.ts";

/**
 * Not allowed in file names on some system, or invisible: controls, direction marks, separators. Joiners of letters
 * and emoji stay.
 */
const UNSAFE = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;
/** Device names reserved by Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;
/** File systems allow 255; the rest is for an extension and "(1)". */
const MAX_BYTES = 200;

const utf8 = new TextEncoder();

/** A file name made from a code's name, without extension; `otherwise` if nothing of it can be kept. */
export function fileStem(name: string, otherwise: string): string {
  const safe = name.toWellFormed().normalize("NFC").replace(UNSAFE, " ").replace(/\s+/g, " ");
  const stem = fitted(safe, MAX_BYTES);
  if (isBlank(stem)) return otherwise;
  return RESERVED.test(stem) ? `_${fitted(stem, MAX_BYTES - 1)}` : stem;
}

const DOTS_BEFORE = /^[\s.]+/;
const DOTS_AFTER = /[\s.]+$/;

/** As many whole graphemes as fit, without dots at either end. */
function fitted(text: string, bytes: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en").segment(text.replace(DOTS_BEFORE, ""))) {
    if (utf8.encode(kept + segment).length > bytes) break;
    kept += segment;
  }
  return kept.replace(DOTS_AFTER, "");
}
