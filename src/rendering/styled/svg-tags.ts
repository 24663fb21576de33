import { BadLogo } from "../errors.ts";

/** The tags of an SVG in their order. Everything else in it, but the text of <style>, is left out. */
export interface Tag {
  name: string;
  kind: "open" | "close" | "empty";
  attributes: Map<string, string>;
  /** Where its text begins in the source. */
  end: number;
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Only the entities that XML itself has: no others can be defined, since definitions are refused. */
function withoutEntities(value: string): string {
  return value.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|\w{1,10});/gi, (_, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? "";
    const isHex = name[1] === "x" || name[1] === "X";
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** Past the end of what begins here, by its closing mark. */
function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  if (at < 0) throw new BadLogo("content");
  return at + mark.length;
}

/** Past the end of a tag; a > within quotes does not end it. */
function tagEnd(source: string, from: number): number {
  let quote = "";
  for (let at = from; at < source.length; at++) {
    const char = source[at] as string;
    if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ">") return at + 1;
  }
  throw new BadLogo("content");
}

function attributesOf(text: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const [, name = "", double, single] of text.matchAll(
    /([^\s"'=<>/]{1,64})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)')/g,
  )) {
    out.set(name, withoutEntities(double ?? single ?? ""));
  }
  return out;
}

export function* tagsOf(source: string): Generator<Tag> {
  for (let at = source.indexOf("<"); at >= 0; at = source.indexOf("<", at)) {
    if (source.startsWith("<!--", at)) at = after(source, "-->", at + 4);
    else if (source.startsWith("<![CDATA[", at)) at = after(source, "]]>", at);
    else if (source.startsWith("<?", at)) at = after(source, "?>", at);
    else if (source.startsWith("<!", at)) {
      const end = tagEnd(source, at);
      // A document type may name its file, as old programs write it, but may define nothing.
      if (source.slice(at, end).includes("[")) throw new BadLogo("unsafe");
      at = end;
    } else {
      const end = tagEnd(source, at);
      const body = source.slice(at + 1, end - 1);
      const [, slash, name] = /^(\/?)([A-Za-z_][\w.:-]{0,63})/.exec(body) ?? [];
      if (name === undefined) throw new BadLogo("content");
      const kind = slash ? "close" : body.endsWith("/") ? "empty" : "open";
      const attributes = attributesOf(body.slice(name.length));
      yield { name, kind, attributes, end };
      at = end;
    }
  }
}
