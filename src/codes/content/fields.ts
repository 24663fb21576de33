/** One `NAME:value;` of a WIFI, MATMSG or MECARD text; the value still has its backslashes. */
export interface TextField {
  name: string;
  value: string;
}

/** The fields in their order, or null when a part has no name. A backslash makes the next character plain. */
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

/** The value without its backslashes. */
export const plainValue = (value: string): string => value.replace(/\\([\s\S])/g, "$1");

/** The parts between plain commas. NUL cannot stand in a content, so it may mark the cuts. */
export const listValue = (value: string): string[] =>
  value
    .replace(/\\[\s\S]|,/g, (found) => (found === "," ? "\0" : found))
    .split("\0")
    .map((part) => plainValue(part).trim());
