import { type TSchema, Type } from "typebox";
import { exact, nextCursor, nullable, number, text, timestamp, withRequired } from "../server/shapes.ts";
import { TRAFFIC_REASONS } from "./service.ts";

const countList = <K extends string>(name: K, what: string) =>
  Type.Array(
    Type.Object({ [name]: text(`The ${what}.`), count: number("Number of scans.") } as Record<K | "count", TSchema>, {
      additionalProperties: false,
    }),
    { description: `Scans per ${what}, most first.` },
  );

export const DaysQuery = withRequired(
  [],
  Type.Object({
    days: Type.Integer({ minimum: 1, maximum: 365, default: 30, description: "Number of UTC days, including today." }),
  }),
);

const date = Type.String({ format: "date", description: "YYYY-MM-DD, UTC." });

export const AnalyticsSummary = Type.Object(
  {
    totalScans: number("Scans in the period."),
    uniqueCountries: number("Number of different known countries."),
    uniqueCities: number("Number of different known cities."),
    byDevice: countList("device", "device class"),
    byBrowser: countList("browser", "browser"),
    byOs: countList("os", "operating system"),
    byCountry: countList("country", "country"),
    timeline: Type.Array(Type.Object({ date, scans: number("Scans on that day.") }, { additionalProperties: false }), {
      description: "Every day of the period, oldest first.",
    }),
  },
  exact("Analytics", "The statistics of a period."),
);

export const ScanRecord = Type.Object(
  {
    id: text("ID of the scan, and the cursor for older ones."),
    qrCodeId: text("ID of the scanned QR code."),
    country: Type.String({ description: "Country code, or Unknown." }),
    city: nullable<string>("string", { description: "Null if not known." }),
    device: text("Device class, such as mobile, or Unknown."),
    browser: text("Browser name, or Unknown."),
    os: text("Operating system, or Unknown."),
    latitude: nullable<number>("number", { description: "Decimal degrees; null if not known." }),
    longitude: nullable<number>("number", { description: "Decimal degrees; null if not known." }),
    scannedAt: timestamp("When it was scanned."),
  },
  exact("Scan", "One scan of a QR code."),
);

export const ScanPage = Type.Object(
  { data: Type.Array(ScanRecord, { description: "Newest first." }), nextCursor },
  exact("ScanPage", "One page of scans."),
);

const REASONS: Record<(typeof TRAFFIC_REASONS)[number], string> = {
  head: "HEAD requests.",
  prefetch: "Browser prefetches.",
  preview: "Link previews by messengers and social networks.",
  crawler: "Known crawlers.",
  paused: "Visits while the code was paused.",
  expired: "Visits after the code had expired.",
  early: "Visits before the startsAt of its routing.",
};

const missed = Type.Object(
  Object.fromEntries(TRAFFIC_REASONS.map((reason) => [reason, number(REASONS[reason])])) as Record<
    (typeof TRAFFIC_REASONS)[number],
    ReturnType<typeof Type.Integer>
  >,
  { title: "UncountedVisits", description: "Visits that were not counted, by reason." },
);

export const Traffic = Type.Object(
  {
    counted: number("Scans in the period."),
    missed,
    timeline: Type.Array(Type.Object({ date, counted: number("Scans on that day."), missed }), {
      description: "Every day of the period, oldest first.",
    }),
  },
  { title: "Traffic", description: "Counted and uncounted visits, by reason." },
);
