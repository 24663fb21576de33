/** What classes and styles say, by property; what comes later wins. */
export type Declarations = Map<string, string>;

/** Style sheets longer than this are not read: no logo needs them. */
const MOST_CSS = 20_000;
/** No colour, number or reference is longer. */
const MOST_VALUE = 200;

/** The text of all <style> elements, one after the other. */
function styleSheet(source: string): string {
  let css = "";
  for (let at = source.indexOf("<style"); at >= 0 && css.length < MOST_CSS; ) {
    const from = source.indexOf(">", at) + 1;
    const to = source.indexOf("</style>", from);
    if (from === 0 || to < 0) break;
    css += source.slice(from, to);
    at = source.indexOf("<style", to);
  }
  return css.slice(0, MOST_CSS).replaceAll("<![CDATA[", "").replaceAll("]]>", "");
}

export function declarationsOf(text: string): Declarations {
  const all: Declarations = new Map();
  for (const declaration of text.split(";")) {
    const colon = declaration.indexOf(":");
    const value = declaration.slice(colon + 1).trim();
    if (colon > 0 && value !== "" && value.length <= MOST_VALUE) {
      all.set(declaration.slice(0, colon).trim(), value);
    }
  }
  return all;
}

/** Rules for single classes; others are not understood. */
export function classRules(source: string): Map<string, Declarations> {
  const rules = new Map<string, Declarations>();
  for (const rule of styleSheet(source).split("}")) {
    const [selectors = "", body = ""] = rule.split("{");
    const declarations = declarationsOf(body);
    for (const selector of selectors.split(",")) {
      const [, name] = /^\s*\.([\w-]{1,64})\s*$/.exec(selector) ?? [];
      if (name) rules.set(name, new Map([...(rules.get(name) ?? []), ...declarations]));
    }
  }
  return rules;
}
