import type { Code } from "../../../store/code-store.ts";
import { type Language, languageFor } from "./languages.ts";

/** What an account shows of itself on its visitor pages. */
export interface VisitorBrand {
  name: string | null;
  color: `#${string}` | null;
  /** The address of an image: a data: address, or one relative to /r/<token>. */
  logo: string | null;
  /** Whether the page names Tessera at its foot. */
  showFooter: boolean;
}

/** Everything a visitor page takes from its owner and its reader, next to the content itself. */
export interface VisitorView {
  brand: VisitorBrand;
  /** The owner's title and text for visitors of this code; never the code's name. */
  title: string | null;
  text: string | null;
  language: Language;
}

const NO_BRAND: VisitorBrand = { name: null, color: null, logo: null, showFooter: true };

/** The only place that makes a view: from the code, where there is one, and the visitor's `Accept-Language`. */
export function viewOf(_code: Code | null, accepted: string | undefined): VisitorView {
  return { brand: NO_BRAND, title: null, text: null, language: languageFor(accepted) };
}
