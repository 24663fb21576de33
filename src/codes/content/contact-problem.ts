import type { ContactAction, ContactEntry } from "./action.ts";

/**
 * What is obviously wrong inside a contact card, or null. Cards come from many programs, so whatever
 * may mean something to a phone passes, and a card stored before these rules is still shown as one.
 */
export function contactProblem({ phones, emails, urls }: ContactAction): string | null {
  if (unlinked(phones).some(isNoNumber)) {
    return "must have a telephone number such as +44 20 7946 0000 in TEL, not words.";
  }
  if (unlinked(emails).some((value) => !/[^\s@]@[^\s@]/.test(value))) {
    return "must have an e-mail address such as ada@example.com in EMAIL.";
  }
  if (unlinked(urls).some(isNoAddress)) {
    return "must have a web address such as https://example.com in URL.";
  }
  return null;
}

/** The values that no link could be made of. */
const unlinked = (entries: ContactEntry[]): string[] =>
  entries.filter(({ href }) => href === null).map(({ value }) => value);

/** Version 4.0 allows other schemes than `tel:` for a number, such as `sip:`. */
const OTHER_SCHEME = /^(?!tel:)[a-z][a-z\d+.-]*:/i;

/** A number whose end is spelled, as in `1-800-FLOWERS`, has so many digits before. */
const LEADING_DIGITS = 3;
const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** More letters than digits, as in “call me”; `+44 20 7946 0000 (office)` is one, in any script. */
function isNoNumber(value: string): boolean {
  if (OTHER_SCHEME.test(value)) return false;
  const [beforeLetters = ""] = value.split(/\p{L}/u, 1);
  if (countDigits(beforeLetters) >= LEADING_DIGITS) return false;
  const digits = countDigits(value);
  return digits < 2 || value.replace(/[^\p{L}]/gu, "").length > digits;
}

/** Addresses of apps and of mail are fine; what runs in a browser, and plain words, are not. */
function isNoAddress(value: string): boolean {
  return !/^(?!https?:|javascript:|vbscript:|data:)[a-z][a-z\d+.-]*:/i.test(value);
}
