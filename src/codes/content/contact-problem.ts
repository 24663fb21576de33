import type { ContactAction, ContactEntry } from "./action.ts";

/**
 * An obvious mistake in a contact card, or null. Cards come from many programs, so anything a phone may understand
 * passes, and a card stored before these rules is still shown.
 */
export function contactProblem({ phones, emails, urls }: ContactAction): string | null {
  if (unlinked(phones).some(isNoNumber)) {
    return "must have a telephone number such as +44 20 7946 0000 in TEL, not words";
  }
  if (unlinked(emails).some((value) => !/[^\s@]@[^\s@]/.test(value))) {
    return "must have an email address such as ada@example.com in EMAIL";
  }
  if (unlinked(urls).some(isNoAddress)) {
    return "must have a web address such as https://example.com in URL";
  }
  return null;
}

/** Values that could not become links. */
const unlinked = (entries: ContactEntry[]): string[] =>
  entries.filter(({ href }) => href === null).map(({ value }) => value);

/** vCard 4.0 allows schemes other than `tel:`, such as `sip:`. */
const OTHER_SCHEME = /^(?!tel:)[a-z][a-z\d+.-]*:/i;

/** A vanity number such as `1-800-FLOWERS` starts with at least this many digits. */
const LEADING_DIGITS = 3;
const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** More letters than digits, as in “call me”; `+44 20 7946 0000 (office)` is a number, in any script. */
function isNoNumber(value: string): boolean {
  if (OTHER_SCHEME.test(value)) return false;
  const [beforeLetters = ""] = value.split(/\p{L}/u, 1);
  if (countDigits(beforeLetters) >= LEADING_DIGITS) return false;
  const digits = countDigits(value);
  return digits < 2 || value.replace(/[^\p{L}]/gu, "").length > digits;
}

/** App and mail URIs are fine; scripts and plain words are not. */
function isNoAddress(value: string): boolean {
  return !/^(?!https?:|javascript:|vbscript:|data:)[a-z][a-z\d+.-]*:/i.test(value);
}
