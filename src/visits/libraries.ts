import { namedPatternLine, readDataFile } from "./data-file.ts";

const LIBRARIES = readDataFile(new URL("./data/libraries.txt", import.meta.url), namedPatternLine);

const NAMED = LIBRARIES.map(({ name, value }) => ({ name, pattern: new RegExp(`^(?:${value})`, "i") }));

export const LIBRARY_NAMES: readonly string[] = LIBRARIES.map(({ name }) => name);

/** The name of the program an agent's first product says it is, null if it is none of these. */
export const libraryOf = (userAgent: string): string | null =>
  NAMED.find(({ pattern }) => pattern.test(userAgent))?.name ?? null;
