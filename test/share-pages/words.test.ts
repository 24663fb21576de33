import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LANGUAGES } from "../../src/shared/languages.ts";
import { WORDS, type Words } from "../../src/sharing/pages/words/index.ts";

/** Words that are the same in English; all others must differ. */
const SAME: Record<string, (keyof Words)[]> = {
  de: ["url", "text", "fax"],
  fr: ["vcard", "message", "mobile", "note", "fax"],
  es: ["fax"],
  it: ["email", "password", "fax"],
  pt: ["fax"],
  nl: ["url", "vcard", "fax"],
  ja: ["cc", "bcc"],
};
/** A name that is written the same almost everywhere. */
const NAMES: (keyof Words)[] = ["whatsapp"];

const said = (text: Words[keyof Words]): string => (typeof text === "string" ? text : text("⟦x⟧"));

describe("the words of visitor pages", () => {
  for (const language of LANGUAGES) {
    it(`are complete in ${language}, and not left in English`, () => {
      const words = WORDS[language];
      assert.deepEqual(Object.keys(words).sort(), Object.keys(WORDS.en).sort());
      for (const key of Object.keys(WORDS.en) as (keyof Words)[]) {
        const text = said(words[key]);
        assert.ok(text.trim() === text && text !== "", `${language}.${key} is empty or has surrounding space`);
        assert.equal(text.includes("⟦x⟧"), said(WORDS.en[key]).includes("⟦x⟧"), `${language}.${key} and its value`);
        if (language === "en" || NAMES.includes(key)) continue;
        const isSame = text === said(WORDS.en[key]);
        assert.equal(isSame, SAME[language]?.includes(key) ?? false, `${language}.${key}: ${text}`);
      }
    });
  }
});
