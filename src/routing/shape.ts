/** The shape of rules, variants and visits, in the API and in bundles. */
import { type Static, Type } from "typebox";
import { ADDRESS_LENGTH } from "./afterwards.ts";

const DEVICES = ["mobile", "tablet", "desktop", "tv", "wearable", "console", "Unknown"] as const;
export const MAX_RULES = 50;
const MAX_VALUES = 50;
const NAME_LENGTH = 100;

const time = (description: string) => Type.String({ format: "date-time", description });
const CLOCK = "^([01]\\d|2[0-3]):[0-5]\\d$";

const id = Type.String({
  pattern: "^[a-z0-9-]{1,40}$",
  description: "Chosen by you or given: up to 40 lower-case letters, digits and hyphens. Scans keep it.",
});
const name = Type.String({ minLength: 1, maxLength: NAME_LENGTH, description: "For people." });
const to = Type.String({
  minLength: 1,
  maxLength: ADDRESS_LENGTH,
  description: "A web address by the rules of content of type url; {placement} stands for the copy's name.",
});
const values = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: MAX_VALUES, uniqueItems: true, description }),
  );
const parameters = (description: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: "object",
      maxProperties: 10,
      propertyNames: { minLength: 1, maxLength: 100 },
      additionalProperties: { type: "string", maxLength: 200 },
      description,
    }),
  );

const when = Type.Object(
  {
    device: Type.Optional(
      Type.Array(
        Type.Unsafe<(typeof DEVICES)[number]>({ type: "string", enum: [...DEVICES], description: "A device class." }),
        { uniqueItems: true, description: "Device classes." },
      ),
    ),
    os: values("Operating systems, as in byOs."),
    browser: values("Browsers, as in byBrowser."),
    country: values("Country codes such as DE, or Unknown."),
    language: values(
      "Language tags such as de or pt-BR. A visitor has the one that suits best among those of all rules, by RFC 4647 lookup.",
    ),
    placement: values("IDs of placements, or none for the code's own link."),
    weekdays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        uniqueItems: true,
        description: "From 1, Monday, to 7, Sunday. Hours that pass midnight belong to the day on which they begin.",
      }),
    ),
    hours: Type.Optional(
      Type.Object(
        {
          from: Type.String({ pattern: CLOCK, description: "As 11:00." }),
          to: Type.String({ pattern: `${CLOCK}|^24:00$`, description: "As 14:30, which is not included." }),
        },
        { description: "A time of day, which may pass midnight." },
      ),
    ),
    timezone: Type.Optional(
      Type.String({ description: "Of weekdays and hours. Default: the workspace's; what is set is kept." }),
    ),
    from: Type.Optional(time("When it begins.")),
    until: Type.Optional(time("When it ends.")),
    query: parameters("Parameters of the visited address with these values."),
  },
  { title: "RoutingConditions", description: "All of them must hold; of several values of one, one must." },
);

export const visit = Type.Object(
  {
    device: Type.Optional(
      Type.Unsafe<(typeof DEVICES)[number]>({ type: "string", enum: [...DEVICES], description: "A device class." }),
    ),
    os: Type.Optional(Type.String({ maxLength: 100, description: "An operating system, as in byOs." })),
    browser: Type.Optional(Type.String({ maxLength: 100, description: "A browser, as in byBrowser." })),
    country: Type.Optional(Type.String({ maxLength: 100, description: "A country code." })),
    language: Type.Optional(Type.String({ maxLength: 500, description: "As in Accept-Language." })),
    placement: Type.Optional(Type.String({ maxLength: 100, description: "The ID of a placement, or none." })),
    at: Type.Optional(time("Default: now.")),
    query: parameters("Parameters of the visited address."),
  },
  { title: "RoutingVisit", description: "A visit; what is left out is unknown." },
);

const weight = Type.Integer({ minimum: 1, maximum: 100, description: "Its share, in relation to the other weights." });

/** As callers send them: without an id they get one. */
export const givenRule = Type.Object(
  { id: Type.Optional(id), name, when, to },
  { title: "NewRoutingRule", description: "A rule." },
);
export const givenVariant = Type.Object(
  { id: Type.Optional(id), name, to, weight },
  { title: "NewRoutingVariant", description: "A variant." },
);
export const keptRule = Type.Object({ id, name, when, to }, { title: "RoutingRule", description: "A rule." });
export const keptVariant = Type.Object(
  { id, name, to, weight },
  { title: "RoutingVariant", description: "A variant." },
);
export const example = Type.Object(
  { visit, to },
  { title: "RoutingExample", description: "A visit, and where it must lead." },
);

export const VARIANTS = { minItems: 2, maxItems: 10 };
export const MAX_EXAMPLES = 20;

export type Rule = Static<typeof keptRule>;
export type Variant = Static<typeof keptVariant>;
export type When = Static<typeof when>;
/** A visit as owners describe it; what is left out is unknown. */
export type GivenVisit = Static<typeof visit>;
/** Where a visit must lead, whatever else is changed. */
export type Example = Static<typeof example>;

/** What rules look at. */
export type Visitor = Required<Omit<GivenVisit, "at" | "device">> & { device: string };
