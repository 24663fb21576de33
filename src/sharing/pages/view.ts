import type { Code } from "../../codes/code.ts";
import { readPage } from "../../codes/page.ts";
import { type Language, languageFor } from "../../shared/languages.ts";

/** An account's brand on visitor pages. */
export interface VisitorBrand {
  name: string | null;
  /** #RRGGBB. */
  color: string | null;
  /** An image URL: data:, or relative to /r/<token>. */
  logo: string | null;
  /** Whether the footer shows "Tessera". */
  showFooter: boolean;
}

/** Everything on a visitor page that depends on owner and visitor, apart from the content. */
export interface VisitorView {
  brand: VisitorBrand;
  /** The owner's title and text for visitors; never the code's name. */
  title: string | null;
  text: string | null;
  language: Language;
}

const NO_BRAND: VisitorBrand = { name: null, color: null, logo: null, showFooter: true };

/** Creates the view from the code, if any, the owner's brand and the visitor's `Accept-Language`. */
export function viewOf(
  code: Pick<Code, "page"> | null,
  accepted: string | undefined,
  brand: VisitorBrand = NO_BRAND,
): VisitorView {
  const { title, text } = readPage(code?.page ?? null);
  return { brand, title, text, language: languageFor(accepted) };
}
