/** One property of a card: `TEL;TYPE=CELL:+1…` is TEL, its parameters and its raw value. */
export interface Property {
  name: string;
  /** As written, with the semicolons before each. */
  parameters: string;
  value: string;
}

/** Unfolds a card of version 2.1, 3.0 or 4.0 into its properties; values are still escaped. */
export function propertiesOf(card: string): Property[] {
  const lines = card
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");
  const properties: Property[] = [];
  for (let at = 0; at < lines.length; at++) {
    const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):([\s\S]*)$/.exec(lines[at]!);
    if (!found) continue;
    const [, name = "", parameters = ""] = found;
    let value = found[3]!;
    if (/QUOTED-PRINTABLE/i.test(parameters)) {
      // In version 2.1 a line that ends in `=` continues on the next.
      const parts = [value];
      while (parts.at(-1)!.endsWith("=") && at + 1 < lines.length) {
        parts.push(parts.pop()!.slice(0, -1), lines[++at]!);
      }
      value = fromQuotedPrintable(parts.join(""));
    }
    properties.push({ name: name.toUpperCase(), parameters, value });
  }
  return properties;
}

function fromQuotedPrintable(text: string): string {
  return text.replace(/(?:=[\da-f]{2})+/gi, (run) => {
    const bytes = run
      .slice(1)
      .split("=")
      .map((pair) => Number.parseInt(pair, 16));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}

/** Splits at unescaped semicolons and unescapes. Cards cannot contain NUL, so it marks the split positions. */
export function partsOf(value: string): string[] {
  const marked = value.replace(/\\[\s\S]|;/g, (found) => (found === ";" ? "\0" : found));
  return marked.split("\0").map(textOf);
}

export function textOf(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, mark) => (/n/i.test(mark) ? "\n" : mark)).trim();
}
