/** The deployment files as data. */
import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

// biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary data.
export type Data = any;

export const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Every document of a YAML file, with anchors and merges resolved; throws on a syntax error. */
export const readYaml = (path: string): Data[] =>
  parseAllDocuments(read(path), { merge: true, strict: true, uniqueKeys: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS();
  });
