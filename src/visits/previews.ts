import { patternLine, readDataFile } from "./data-file.ts";

const PREVIEWS = readDataFile(new URL("./data/previews.txt", import.meta.url), patternLine);

const PREVIEW = new RegExp(PREVIEWS.join("|"), "i");

/** Whether it fetches a link only to show a card of it: nobody has opened the link yet. */
export const isPreview = (userAgent: string): boolean => PREVIEW.test(userAgent);
