import type { Language } from "../../../shared/languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Words } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { hi } from "./hi.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { tr } from "./tr.ts";
import { zh } from "./zh.ts";

export type { Words } from "./en.ts";

/** The texts of visitor pages by language. */
export const WORDS: Record<Language, Words> = { en, de, fr, es, it, pt, nl, pl, tr, ar, ja, zh, ko, hi };
