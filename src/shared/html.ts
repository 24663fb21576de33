/** Markup that is inserted unescaped. Only `html` and `raw` create it. */
export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[] | null | false;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
  // An HTML parser turns a bare carriage return into a line feed; text to copy must not change.
  "\r": "&#13;",
};

function written(value: Value): string {
  if (value === null || value === false) return "";
  if (typeof value === "string") return value.replace(/[&<>"'`\r]/g, (mark) => ENTITIES[mark]!);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(written).join("");
}

/** A template that escapes its values, for text and for attributes in double quotes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(written)) };
}

/** For our own markup, never for text from a user. */
export function raw(markup: string): Markup {
  return { markup };
}
