import { type Reader, readBitly, readDub, readKutt, readShlink } from "./products.ts";

/** What links of other products are read by. */
export const READERS = { shlink: readShlink, kutt: readKutt, dub: readDub, bitly: readBitly } satisfies Record<
  string,
  Reader
>;

export type Source = keyof typeof READERS;

export const SOURCES = Object.keys(READERS) as Source[];

export const isSource = (text: string): text is Source => SOURCES.some((name) => name === text);
