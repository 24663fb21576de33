/** A place as people paste it: in any usual notation, or in the link of a map service. Nothing is fetched. */
import { readGeo } from "../../../src/codes/content/geo.ts";
import { type Placeless, readLinks } from "./read-map-link.ts";
import { type Point, readNotation } from "./read-notation.ts";

/** Why there is no place in the links of a text; null if that is not known. */
export function whyNoPlace(text: string): Placeless | null {
  const found = readLinks(text);
  return typeof found === "string" ? found : null;
}

/** Null if there is no place in the text. It may be one that does not exist. */
export function readPlace(text: string): Point | null {
  if (/^\s*geo:/i.test(text)) {
    const place = readGeo(text);
    // 0,0 with words means an address to search for.
    return place && (place.latitude !== 0 || place.longitude !== 0 || place.label === "") ? place : null;
  }
  const linked = readLinks(text);
  if (linked === undefined) return readNotation(text);
  return typeof linked === "string" ? null : linked;
}
