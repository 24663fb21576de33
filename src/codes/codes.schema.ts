/** Expressions that indexes and generated columns of codes have. */
import type { EngineName } from "../database/engine.ts";

/** The id of a look's logo, extracted from the JSON on both engines. */
export const LOGO_OF: Readonly<Record<EngineName, string>> = {
  sqlite: "json_extract(style, '$.logo.id')",
  postgres: "((style::jsonb) #>> '{logo,id}')",
};

/** Like foldLetters in shared/text.ts: lower case, and one sigma for both. */
export const folded = (text: string) => `replace(lower(${text}), 'ς', 'σ')`;

/** What lists search of a code's link: random tokens are only found whole. */
export const slugOf = (code: string) => `(CASE WHEN ${code}.is_slug = 1 THEN ${code}.token ELSE '' END)`;
