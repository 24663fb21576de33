/** The types of the interface, made from its OpenAPI document. */
import openapiTypes, { astToString } from "openapi-typescript";

const HEAD = "// Made by `npm run client` from the OpenAPI document. Do not change it by hand.\n\n";

/** Examples and the headers of answers are left out: nobody's types need them, and they are most of it. */
const isLeftOut = (path: readonly string[]): boolean =>
  path.at(-1) === "example" || (path.at(-1) === "headers" && (path.includes("responses") || path.length === 2));

function slim(node: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(node)) return node.map((each) => slim(each, path));
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node)
    .map(([key, value]) => ({ key, value, path: [...path, key] }))
    .filter((entry) => !isLeftOut(entry.path));
  return Object.fromEntries(kept.map(({ key, value, path }) => [key, slim(value, path)]));
}

export async function typesOf(document: object): Promise<string> {
  const nodes = await openapiTypes(slim(document) as never, { alphabetize: true, defaultNonNullable: false });
  return HEAD + astToString(nodes);
}
