/** The place fields of all supported layouts in one shape. */
export interface PlaceFields {
  /** ISO 3166-1 alpha-2, or "Unknown". */
  country: string;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const countryOf = (value: unknown): string =>
  typeof value === "string" && /^[A-Z]{2}$/.test(value) && value !== "ZZ" ? value : "Unknown";

/** DB-IP appends the district, "Berlin (Bezirk Mitte)"; one city must not count as many. */
function cityOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const city = value.replace(/ \(.*$/, "").trim();
  return city === "" ? null : city;
}

/** Four decimals, eleven metres: more precise than the data, without the noise of 32-bit floats. */
function degreesOf(value: unknown, limit: number): number | null {
  const degrees = typeof value === "number" ? Math.round(value * 1e4) / 1e4 : Number.NaN;
  return Math.abs(degrees) <= limit ? degrees + 0 : null;
}

/** Reads a record in MaxMind's City or Country layout, or DB-IP's flat one. */
export function placeOfRecord(record: unknown): PlaceFields {
  const fields = fieldsOf(record);
  const country = fieldsOf(fields.country).iso_code ?? fields.country_code ?? fields.country;
  const city = fieldsOf(fieldsOf(fields.city).names).en ?? fields.city;
  const location = fields.location === undefined ? fields : fieldsOf(fields.location);
  const latitude = degreesOf(location.latitude, 90);
  const longitude = degreesOf(location.longitude, 180);
  const whole = latitude !== null && longitude !== null;
  return {
    country: countryOf(country),
    city: cityOf(city),
    latitude: whole ? latitude : null,
    longitude: whole ? longitude : null,
  };
}
