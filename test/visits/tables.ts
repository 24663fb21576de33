import { readFileSync } from "node:fs";

/** The rows of a table of user agents in this folder: cells between bars, `#` for headings. */
export const readTable = (name: string): string[][] =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" | ").map((cell) => cell.trim()));
