/** One `NAME:value;` of a WIFI, MATMSG or MECARD text; the value is still escaped. */
export interface TextField {
  name: string;
  value: string;
}

/** The fields in order, or null if a part has no name. A backslash escapes the next character. */
export function fieldsOf(text: string): TextField[] | null {
  const fields: TextField[] = [];
  for (const [field] of text.matchAll(/(?:\\[\s\S]|[^\\;])+/g)) {
    if (field.trim() === "") continue;
    const cut = field.indexOf(":");
    if (cut < 1) return null;
    fields.push({ name: field.slice(0, cut).trim().toUpperCase(), value: field.slice(cut + 1) });
  }
  return fields;
}

/** The unescaped value. */
export const plainValue = (value: string): string => value.replace(/\\([\s\S])/g, "$1");

/** Splits at unescaped commas. Contents cannot contain NUL, so it marks the split positions. */
export const listValue = (value: string): string[] =>
  value
    .replace(/\\[\s\S]|,/g, (found) => (found === "," ? "\0" : found))
    .split("\0")
    .map((part) => plainValue(part).trim());
