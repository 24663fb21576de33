/** The languages of visitor pages and mail; the first is for everybody else. `zh` is written in Simplified characters. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "ar", "ja", "zh", "ko", "hi"] as const;

export type Language = (typeof LANGUAGES)[number];

/** For `lang` and `Content-Language`. */
export function tagOf(language: Language): string {
  return language === "zh" ? "zh-Hans" : language;
}

/** Browsers send fewer than twenty. */
const MAX_RANGES = 100;
/** A language range with its quality. The first subtag is captured: no language of ours has a second one. */
const RANGE = /^\s*([a-z]{1,8})(?:-[a-z\d]{1,8})*\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i;

/**
 * The language for a value of `Accept-Language`: lookup by RFC 4647, section 3.4. "*", what cannot be parsed and what
 * has quality 0 are left out.
 */
export function languageFor(accepted = ""): Language {
  let best: { language: Language; quality: number } | null = null;
  for (const part of accepted.split(",", MAX_RANGES)) {
    const [, subtag, quality = "1"] = RANGE.exec(part) ?? [];
    const language = LANGUAGES.find((one) => one === subtag?.toLowerCase());
    if (language && Number(quality) > (best?.quality ?? 0)) best = { language, quality: Number(quality) };
  }
  return best?.language ?? LANGUAGES[0];
}
