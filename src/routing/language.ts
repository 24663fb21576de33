/** Which of some languages suits a visitor: lookup by RFC 4647, section 3.4. */

const MAX_RANGES = 100;
const RANGE = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i;

/** Ranges of `Accept-Language` in lower case, the most wanted first. "*" and what has quality 0 are left out. */
function rangesOf(accepted: string): string[] {
  const ranges: { range: string; quality: number }[] = [];
  for (const part of accepted.split(",", MAX_RANGES)) {
    const [, range, quality = "1"] = RANGE.exec(part) ?? [];
    if (range !== undefined && Number(quality) > 0)
      ranges.push({ range: range.toLowerCase(), quality: Number(quality) });
  }
  return ranges.sort((a, b) => b.quality - a.quality).map(({ range }) => range);
}

/** Without its last subtag, and without a single letter before that. */
function shorter(range: string): string {
  const subtags = range.split("-").slice(0, -1);
  if (subtags.at(-1)?.length === 1) subtags.pop();
  return subtags.join("-");
}

/** `tags`: in lower case. Null: none of them suits. */
export function lookUpLanguage(accepted: string, tags: ReadonlySet<string>): string | null {
  for (const wanted of rangesOf(accepted)) {
    for (let range = wanted; range !== ""; range = shorter(range)) if (tags.has(range)) return range;
  }
  return null;
}
