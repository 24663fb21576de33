import { readPage } from "../../../codes/page.ts";
import type { Code } from "../../../store/code-store.ts";
import { type Language, languageFor } from "./languages.ts";

/** What an account shows of itself on its visitor pages. */
export interface VisitorBrand {
  name: string | null;
  /** #RRGGBB. */
  color: string | null;
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

/** The only place that makes a view: from the code, where there is one, the visitor's `Accept-Language`, and the owner. */
export function viewOf(
  code: Pick<Code, "page"> | null,
  accepted: string | undefined,
  brand: VisitorBrand = NO_BRAND,
): VisitorView {
  const { title, text } = readPage(code?.page ?? null);
  return { brand, title, text, language: languageFor(accepted) };
}
