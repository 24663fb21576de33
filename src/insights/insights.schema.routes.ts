import { type Static, type TSchema, Type } from "typebox";
import { CATEGORY_LENGTH } from "../codes/rules.ts";
import { tagFilter } from "../codes/schemas.routes.ts";
import { COMPARISONS, INTERVALS, PERIODS } from "../scans/periods.ts";
import { enumOf, exact, nullable, number, text, withRequired } from "../server/shapes.ts";
import { CODE_TYPES } from "../shared/vocabulary.ts";

const MAX_VALUES = 50;
const MAX_IDS = 100;

const day = (description: string) => Type.Optional(Type.String({ format: "date", minLength: 1, description }));

const period = {
  period: Type.Optional(
    enumOf(
      PERIODS,
      "Days up to today, today included: 7d, 28d (the default), 30d and 90d by number, 12mo a year, month and year since their first day, all since the first code.",
    ),
  ),
  from: day("A first day as YYYY-MM-DD, instead of period."),
  to: day("A last day as YYYY-MM-DD. Without it, and for days to come: today."),
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "An IANA time zone such as Europe/Berlin. Default: the workspace's.",
    }),
  ),
  interval: Type.Optional(
    enumOf(
      INTERVALS,
      "The steps of the timeline; weeks start on Monday. Default: hours up to 2 days, days up to 92, weeks up to 2 years, then months.",
    ),
  ),
  compare: Type.Unsafe<(typeof COMPARISONS)[number]>({
    ...enumOf(
      COMPARISONS,
      "What to compare with: as many days before, the same days a year before, or nothing. A running day is compared up to the same time of day.",
    ),
    default: "previous",
  }),
};

const values = (description: string, maxItems = MAX_VALUES) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems, description }));

const filters = {
  country: values("Only scans in these countries: codes such as DE, or Unknown."),
  city: values("Only scans in cities of these names."),
  device: values("Only scans with these device classes, such as mobile."),
  browser: values("Only scans with these browsers."),
  os: values("Only scans with these operating systems."),
  placement: values(
    "Only scans through these placements: their IDs, or none for the code's own link and deleted placements.",
  ),
  rule: values("Only scans that these rules led: their IDs."),
  variant: values("Only scans that a split led to these variants: their IDs."),
  hour: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 167 }), {
      minItems: 1,
      maxItems: 168,
      description:
        "Only scans in these hours of the week, from 0 for Monday 00:00 to 167 for Sunday 23:00 in the zone.",
    }),
  ),
};

const { interval: _interval, compare: _compare, ...when } = period;

/** Which scans of a code. */
export const scanChoice = { ...when, ...filters };

export const CodeInsightsQuery = withRequired([], Type.Object({ ...period, ...filters }));

export const InsightsQuery = withRequired(
  [],
  Type.Object({
    ...period,
    ...filters,
    category: Type.Optional(Type.String({ maxLength: CATEGORY_LENGTH, description: "Only codes in this category." })),
    type: Type.Optional(enumOf(CODE_TYPES, "Only codes of this type.")),
    tag: tagFilter,
    ids: values("Only these codes, up to 100.", MAX_IDS),
    codes: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "How many codes byCode lists." }),
  }),
);

export type CodeInsightsParameters = Static<typeof CodeInsightsQuery>;
export type InsightsParameters = Static<typeof InsightsQuery>;

const date = (description: string) => Type.String({ format: "date", description });
const visitors = nullable<number>("integer", {
  description:
    "Different visitors of a code on a day, added up over days and codes. Null with a filter, in another zone than the workspace's, and if they were not counted on every day.",
});
const scans = number("Number of scans.");

const countList = <Fields extends Record<string, TSchema>>(what: string, fields: Fields) =>
  Type.Array(Type.Object({ ...fields, scans }, { additionalProperties: false }), {
    description: `Scans per ${what}, most first.`,
  });

const insights = {
  from: date("The first day, in the zone."),
  to: date("The last day."),
  timezone: text("The zone of all days and hours."),
  interval: enumOf(INTERVALS, "The steps of the timeline."),
  scans: number("Scans in the period."),
  visitors,
  knownVisitors: nullable<number>("integer", {
    description:
      "Visitors that were counted. There were at least as many; exactly as many if `visitors` is not null. Null with a filter, and in another zone than the workspace's.",
  }),
  countries: number("Number of different known countries."),
  cities: number("Number of different known cities."),
  previous: Type.Unsafe<{ from: string; to: string; scans: number; visitors: number | null } | null>({
    type: ["object", "null"],
    description:
      "The period it is compared with. Null if there is none, and with a filter if its scans are no longer stored one by one.",
    properties: {
      from: date("The first day, in the zone."),
      to: date("The last day. If today is in the period, it counts up to the same time of day."),
      scans: number("Scans in that period."),
      visitors,
    },
    required: ["from", "to", "scans", "visitors"],
    additionalProperties: false,
  }),
  timeline: Type.Array(
    Type.Object(
      {
        start: text("The first day of the step as YYYY-MM-DD, or the hour with its offset from UTC."),
        scans,
        visitors,
        previousScans: nullable<number>("integer", {
          description: "Scans in the same step of the period it is compared with. Null without such a period.",
        }),
      },
      { additionalProperties: false },
    ),
    { description: "Every step of the period, oldest first, from the first code on." },
  ),
  byCountry: countList("country", { country: text("Country code, or Unknown.") }),
  byCity: Type.Array(
    Type.Object({ country: text("Country code."), city: text("City name."), scans }, { additionalProperties: false }),
    { description: "Scans per known city, most first. At most 1000 cities." },
  ),
  byDevice: countList("device class", { device: text("Device class, or Unknown.") }),
  byBrowser: countList("browser", { browser: text("Browser name, or Unknown.") }),
  byOs: countList("operating system", { os: text("Operating system, or Unknown.") }),
  byPlacement: Type.Array(
    Type.Object(
      {
        placement: text("ID of the placement."),
        name: nullable<string>("string", { description: "Where the copy is; null for a blank copy." }),
        scans,
        previousScans: nullable<number>("integer", {
          description:
            "Scans in the period it is compared with. Null without such a period, if the placement was created after it began, and if it begins or ends in the midst of a UTC day whose scans are no longer stored one by one.",
        }),
      },
      { additionalProperties: false },
    ),
    {
      description:
        "Scans per placement of the code, most first; with 0 scans if the code has at most 50 placements. At most 1000 placements; none for several codes.",
    },
  ),
  byRule: countList("rule", { rule: text("ID of the rule.") }),
  byVariant: countList("variant", { variant: text("ID of the variant.") }),
  byHour: Type.Array(Type.Integer(), {
    minItems: 168,
    maxItems: 168,
    description: "Scans per hour of the week, from Monday 00:00 in the zone.",
  }),
};

const byCode = Type.Array(
  Type.Object(
    {
      id: text("ID of the QR code."),
      name: text("The name of the QR code."),
      scans,
      previousScans: nullable<number>("integer", {
        description:
          "Scans in the period it is compared with. Null without such a period, and if the code was created after it began.",
      }),
    },
    { additionalProperties: false },
  ),
  { description: "The codes with the most scans." },
);

const exactFrom = nullable<string>("string", {
  format: "date",
  description:
    "The first day from which everything is exact. Earlier scans are no longer stored one by one, so they are missing with a filter, and at the edges of days of another zone than UTC. Null if everything is exact.",
});

export const CodeInsights = Type.Object(
  { ...insights, exactFrom },
  exact("CodeInsights", "What the scans of a code show."),
);

export const WorkspaceInsights = Type.Object(
  { ...insights, byCode, exactFrom },
  exact("Insights", "What the scans of several codes show."),
);
