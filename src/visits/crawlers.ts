import { createIsbotFromList, list } from "isbot";
import { patternLine, readDataFile } from "./data-file.ts";
import { libraryOf } from "./libraries.ts";

/** A test sees to it that each is still part of isbot's list. */
export const LEFT_OUT = readDataFile(new URL("./data/crawlers-left-out.txt", import.meta.url), patternLine);
const ADDED = readDataFile(new URL("./data/crawlers-added.txt", import.meta.url), patternLine);
const APPS = readDataFile(new URL("./data/reading-apps.txt", import.meta.url), patternLine);

const leftOut = new Set(LEFT_OUT);
const looksLikeCrawler = createIsbotFromList([...list.filter((p) => !leftOut.has(p)), ...ADDED]);

const APP = new RegExp(APPS.join("|"));
/** Says it outright, which counts for libraries and apps too. Cubot makes phones. */
const SAYS_SO = /(?<!\bcu)bots?(?:\b|_)|crawl|spider|scrap[ey]/i;

export function isCrawler(userAgent: string): boolean {
  if (SAYS_SO.test(userAgent)) return true;
  if (APP.test(userAgent) || libraryOf(userAgent) !== null) return false;
  return looksLikeCrawler(userAgent);
}
