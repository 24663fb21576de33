/** Markup that may stand in a page as it is. Only `html` and `raw` make it. */
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
  // A parser turns a bare carriage return into a line feed; text to copy must stay as it is.
  "\r": "&#13;",
};

function written(value: Value): string {
  if (value === null || value === false) return "";
  if (typeof value === "string") return value.replace(/[&<>"'`\r]/g, (mark) => ENTITIES[mark]!);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(written).join("");
}

/** A template whose values are escaped, for text and for attributes in double quotes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(written)) };
}

/** Markup of our own making, never a user's text. */
export function raw(markup: string): Markup {
  return { markup };
}
