import type { Schema } from "./document.ts";

const CODE_ID = "019b76da-a800-7000-8c41-5d0e2f6a9b13";
const SCAN_ID = "019b7c01-04e8-7000-8c41-5d0e2f6a9b13";
const TOKEN = "k7mq2xw9cvpa";

/** Values that read well, by field, or by the field they are in and the field. */
const VALUES: Record<string, unknown> = {
  id: CODE_ID,
  qrCodeId: CODE_ID,
  "scan.id": SCAN_ID,
  cursor: SCAN_ID,
  nextCursor: null,
  requestId: "Zk3vXw8QpL1a-2f",
  name: "Menu",
  content: "https://example.com/menu",
  category: "Tables",
  shareToken: TOKEN,
  foregroundColor: "#1a1410",
  backgroundColor: "#ffffff",
  size: 512,
  errorCorrection: "M",
  isPublic: true,
  isFavorite: false,
  scanCount: 3,
  createdAt: "2026-01-01T09:00:00.000Z",
  updatedAt: "2026-01-01T09:00:00.000Z",
  expiresAt: "2027-01-01T09:00:00.000Z",
  country: "DE",
  city: "Berlin",
  device: "mobile",
  browser: "Safari",
  os: "iOS",
  latitude: 52.5244,
  longitude: 13.4105,
  scannedAt: "2026-01-02T09:00:00.000Z",
  date: "2026-01-02",
  totalScans: 3,
  uniqueCountries: 1,
  uniqueCities: 1,
  count: 3,
  scans: 3,
  counted: 3,
  passes: true,
  contrastRatio: 18.23,
  symbolVersion: 2,
  readsAsDrawn: true,
  smallestPrintMillimetres: 25,
  advice: "Print it at least 25 mm wide, to be read at arm's length.",
  "trials.name": "blur",
  "trials.survived": 0.5,
  "trials.unit": "modules",
  "trials.sentence": "Reads when out of focus by up to 0.5 of a module.",
  url: "https://example.com/hook",
  error: "validation_error",
  field: "size",
  message: "Not valid: size.",
  "details.message": "must be a whole number from 128 to 2048",
};

export type Examples = (name: string, schema: Schema) => unknown;

/** Makes values that fit their schemas. A schema's own example goes first. */
export function createExamples(baseUrl: string): Examples {
  const values = { ...VALUES, shareUrl: `${baseUrl}/r/${TOKEN}` } as Record<string, unknown>;

  function known(name: string, parent: string): unknown {
    const key = [`${parent}.${name}`, name].find((each) => Object.hasOwn(values, each));
    return key === undefined ? undefined : values[key];
  }

  function make(name: string, schema: Schema, parent = ""): unknown {
    const { example, items, properties, anyOf } = schema;
    if (example !== undefined) return example;
    if (anyOf?.[0]) return make(name, anyOf[0], parent);
    if (items) return [make(name, items, parent)];
    if (properties) {
      const kind = properties.qrCodeId ? "scan" : name;
      const fields = Object.entries(properties);
      return Object.fromEntries(fields.map(([field, inner]) => [field, make(field, inner, kind)]));
    }
    const value = known(name, parent);
    return value !== undefined && fits(value, schema) ? value : plainValue(schema);
  }

  return (name, schema) => make(name, schema);
}

function typesOf({ type }: Schema): readonly string[] {
  return [type ?? []].flat();
}

function fits(value: unknown, schema: Schema): boolean {
  if (schema.enum) return schema.enum.includes(value);
  const types = typesOf(schema);
  if (value === null) return types.includes("null");
  if (typeof value === "number") return types.includes("number") || types.includes("integer");
  return types.includes(typeof value);
}

function plainValue(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const types = typesOf(schema);
  if (types.includes("integer") || types.includes("number")) return schema.minimum ?? 0;
  if (types.includes("boolean")) return false;
  if (types.includes("object")) return {};
  if (types.includes("array")) return [];
  return types.includes("string") ? "text" : null;
}
