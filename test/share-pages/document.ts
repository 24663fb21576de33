import assert from "node:assert/strict";

interface Tag {
  name: string;
  attributes: Map<string, string>;
}

const TAG = /<(\/?[a-z][a-z0-9]*|!doctype)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/gi;

/**
 * The tags of a page in order. Our pages are written strictly (double quotes, no stray angle brackets), so anything
 * else comes from a value that was not escaped.
 */
export function tagsOf(page: string): Tag[] {
  const visible = page
    .replace(/(<style>)[\s\S]*?(<\/style>)/g, "$1$2")
    .replace(/(<script>)[\s\S]*?(<\/script>)/, "$1$2");
  const rest = visible.replace(TAG, "");
  assert.doesNotMatch(rest, /[<>]/, "a stray angle bracket");
  return [...visible.matchAll(TAG)].map(([, name = "", attributes = ""]) => ({
    name: name.toLowerCase(),
    attributes: new Map(
      [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(
        ([, key = "", value = ""]) => [key.toLowerCase(), decoded(value)] as const,
      ),
    ),
  }));
}

/** The structure of the page: tags and attributes without values. */
export function skeletonOf(page: string): string {
  const tags = tagsOf(page).map(({ name, attributes }) => [name, ...attributes.keys()].join(" "));
  return tags.join("\n");
}

export function hrefsOf(page: string): string[] {
  return tagsOf(page).flatMap(({ attributes }) => attributes.get("href") ?? []);
}

/** The values of the copy buttons. */
export function copiesOf(page: string): string[] {
  const text = /<div id="text">([\s\S]*?)<\/div><\/div>/.exec(page)?.[1] ?? "";
  const copied = () => decoded(text.replace(TAG, ""));
  return tagsOf(page).flatMap(({ attributes }) => {
    const value = attributes.get("data-copy");
    return value === undefined ? [] : value || copied();
  });
}

/** The visible text. */
export function textOf(page: string): string {
  const body = page.slice(page.indexOf("<body>")).replace(/<script>[\s\S]*?<\/script>/, "");
  return decoded(body.replace(/<svg[\s\S]*?<\/svg>/g, "").replace(TAG, "\n"));
}

function decoded(text: string): string {
  const marks: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code ? String.fromCharCode(Number(code)) : marks[name]!,
  );
}
