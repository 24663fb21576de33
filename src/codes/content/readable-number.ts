/** Calling codes of one and of two digits; all others have three. */
const SHORT_CODES = /^(?:[17]|2[07]|3[0-46-9]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * A number as people read it. One that was written in groups stays as it was; a bare international one
 * is given groups, so that the same number looks alike wherever it comes from.
 */
export function readableNumber(text: string): string {
  const [, digits] = /^\+(\d{8,15})$/.exec(text) ?? [];
  if (digits === undefined) return text;
  const code = SHORT_CODES.exec(digits)?.[0] ?? digits.slice(0, 3);
  const rest = digits.slice(code.length);
  const groups = rest.slice(0, -4).match(/\d{1,3}/g) ?? [];
  return [`+${code}`, ...groups, rest.slice(-4)].join(" ");
}
