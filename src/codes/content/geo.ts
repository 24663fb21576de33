import type { MapAction } from "./action.ts";
import { buildGeo, degrees } from "./build.ts";
import { decode, encode } from "./uri.ts";

const PLACE = /^\s*([+-]?(?:\d{1,3}(?:\.\d*)?|\.\d+))\s*,\s*([+-]?(?:\d{1,3}(?:\.\d*)?|\.\d+))\s*/;

interface Place {
  latitude: number;
  longitude: number;
  rest: string;
}

function placeIn(text: string): Place | null {
  const found = PLACE.exec(text);
  if (!found) return null;
  const latitude = Number(found[1]);
  const longitude = Number(found[2]);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude, rest: text.slice(found[0].length) };
}

/** `lat,lng`, or `geo:lat,lng` with an altitude, parameters and Android's `?q=lat,lng(Label)`. */
export function readGeo(content: string): MapAction | null {
  const scheme = /^\s*geo:(?:\/\/)?/i.exec(content);
  if (!scheme) {
    const place = placeIn(content);
    return place?.rest === "" ? mapOf(place, "") : null;
  }
  const place = placeIn(content.slice(scheme[0].length));
  const tail = place && /^(?:,[+-]?[\d.]+)?(?:;[^?]*)?(?:\?([\s\S]*))?$/.exec(place.rest.trimEnd());
  if (!place || !tail) return null;
  const words = searchWords(tail[1] ?? "");
  const named = placeIn(words);
  if (!named) return mapOf(place, words);
  return mapOf(named, /^\(([\s\S]*)\)$/.exec(named.rest)?.[1] ?? "");
}

/** Map apps write a space in `q` as a plus. */
function searchWords(query: string): string {
  const raw = query.split("&").find((pair) => /^q=/i.test(pair));
  return raw === undefined ? "" : decode(raw.slice(2).replaceAll("+", " ")).trim();
}

/** Where a map is to look for an address. */
export const searchFor = (address: string): MapAction => mapOf({ latitude: 0, longitude: 0 }, address);

/** The first line of the text is the name, further ones are the address. */
function mapOf({ latitude, longitude }: Omit<Place, "rest">, text: string): MapAction {
  const lines = text.split("\n").map((line) => line.trim());
  const [label = "", ...more] = lines.filter((line) => line !== "");
  const address = more.join(", ");
  const named = address === "" ? label : `${label}, ${address}`;
  const at = `${degrees(latitude)},${degrees(longitude)}`;
  // Android writes an address without coordinates as `geo:0,0?q=words`.
  const search = latitude === 0 && longitude === 0 && named !== "";
  const [lat, lng] = at.split(",");
  return {
    kind: "map",
    latitude,
    longitude,
    label,
    address,
    href: search ? `geo:0,0?q=${encode(named)}` : buildGeo({ latitude, longitude, label: named }),
    appleHref: search
      ? `https://maps.apple.com/?q=${encode(named)}`
      : `https://maps.apple.com/?ll=${at}&q=${encode(named || at)}`,
    webHref: search
      ? `https://www.openstreetmap.org/search?query=${encode(named)}`
      : `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`,
  };
}
