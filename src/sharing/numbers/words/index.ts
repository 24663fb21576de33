import type { Language } from "../../../shared/languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type NumbersWords } from "./en.ts";
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

export type { NumbersWords } from "./en.ts";

/** The texts of shared numbers by language. */
export const NUMBERS_WORDS: Record<Language, NumbersWords> = { en, de, fr, es, it, pt, nl, pl, tr, ar, ja, zh, ko, hi };
