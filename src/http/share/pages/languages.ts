/** The languages of visitor pages; the first is the default. `zh` is Simplified Chinese. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "ar", "ja", "zh", "ko", "hi"] as const;

export type Language = (typeof LANGUAGES)[number];

/** For `lang` and `Content-Language`. */
export function tagOf(language: Language): string {
  return language === "zh" ? "zh-Hans" : language;
}

/** The language for a value of `Accept-Language`: lookup by RFC 4647, section 3.4. */
export function languageFor(accepted: string | undefined): Language {
  for (const range of rangesOf(accepted ?? "")) {
    const subtags = range.split("-");
    while (subtags.length > 0) {
      const found = LANGUAGES.find((language) => language === subtags.join("-"));
      if (found) return found;
      subtags.pop();
      // A single letter or digit only introduces the next subtag.
      if (subtags.at(-1)?.length === 1) subtags.pop();
    }
  }
  return LANGUAGES[0];
}

const RANGE = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i;

/** In order of preference, without "*", invalid ranges and those with q=0. */
function rangesOf(accepted: string): string[] {
  return accepted
    .split(",")
    .flatMap((part) => {
      const [, range, quality = "1"] = RANGE.exec(part) ?? [];
      return range === undefined || Number(quality) === 0
        ? []
        : { range: range.toLowerCase(), quality: Number(quality) };
    })
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range);
}
