/** The map of the world. Also used by the dashboard. */
import { geoNaturalEarth1, geoPath } from "d3-geo";
import type { Feature, Geometry } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

/** ISO 3166-1: the map uses numeric codes, scans use letters. */
const LIST =
  "AF004AL008DZ012AD020AO024AG028AZ031AR032AU036AT040BS044BH048BD050AM051BB052BE056BT064BO068BA070BW072BR076BZ084SB090BN096BG100MM104BI108BY112KH116CM120CA124CV132CF140LK144TD148CL152CN156TW158CO170KM174CG178CD180CR188HR191CU192CY196CZ203BJ204DK208DM212DO214EC218SV222GQ226ET231ER232EE233FO234FK238FJ242FI246FR250GF254PF258TF260DJ262GA266GE268GM270PS275DE276GH288KI296GR300GL304GD308GP312GT320GN324GY328HT332HN340HK344HU348IS352IN356ID360IR364IQ368IE372IL376IT380CI384JM388JP392KZ398JO400KE404KP408KR410KW414KG417LA418LB422LS426LV428LR430LY434LI438LT440LU442MO446MG450MW454MY458MV462ML466MT470MQ474MR478MU480MX484MC492MN496MD498ME499MA504MZ508OM512NA516NR520NP524NL528NC540VU548NZ554NI558NE562NG566NO578PK586PA591PG598PY600PE604PH608PL616PT620GW624TL626PR630QA634RE638RO642RU643RW646KN659LC662VC670SM674ST678SA682SN686RS688SC690SL694SG702SK703VN704SI705SO706ZA710ZW716ES724SS728SD729EH732SR740SZ748SE752CH756SY760TJ762TH764TG768TO776TT780AE784TN788TR792TM795UG800UA804MK807EG818GB826TZ834US840BF854UY858UZ860VE862WS882YE887ZM894";

const LETTERS_OF: ReadonlyMap<string, string> = new Map(
  [...LIST.matchAll(/([A-Z]{2})(\d{3})/g)].map((found) => [found[2]!, found[1]!]),
);

export const WIDTH = 800;
export const HEIGHT = 372;
const ANTARCTICA = "010";

export type Land = Topology<{ countries: GeometryCollection<{ name: string }> }>;

export interface CountryShape {
  key: string;
  /** Undefined for disputed land without a code. */
  letters: string | undefined;
  path: string;
}

/** The outlines of all countries as path data with so many digits, from world-atlas. */
export function countryShapes(topology: Land, digits: number): CountryShape[] {
  const countries = feature(topology, topology.objects.countries).features.filter(
    (country) => country.id !== ANTARCTICA,
  ) as Feature<Geometry, { name: string }>[];
  // Rotated so that the map's edge is in the Bering Strait and splits no country.
  const projection = geoNaturalEarth1()
    .rotate([-11, 0])
    .fitSize([WIDTH, HEIGHT], { type: "FeatureCollection", features: countries });
  const path = geoPath(projection).digits(digits);
  return countries.map((country, i) => ({
    key: `${country.id ?? "none"}-${i}`,
    letters: LETTERS_OF.get(String(country.id)),
    path: path(country) ?? "",
  }));
}

/** From 1 to 5, relative to the country with the most scans. */
export const shadeOf = (count: number, top: number): number =>
  1 + Math.min(4, Math.floor(Math.sqrt(count / top) * 4.99));
