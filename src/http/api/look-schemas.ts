/** Looks as schemas: they validate, fill in defaults and make the document. */
import { Type } from "typebox";
import { STYLE_NAME_LENGTH } from "../../looks/styles.ts";
import {
  EYE_SHAPES,
  FRAME_KINDS,
  GRADIENT_KINDS,
  LOGO_SCALE,
  LONGEST_FRAME_TEXT,
  MODULE_SHAPES,
  PLAIN,
  QUIET_ZONES,
  type Style,
} from "../../rendering/style.ts";
import { COLOR, enumOf, exact, nullable, text, withRequired } from "./schemas.ts";

const orNull = <T>(description: string, properties: object, required: readonly string[]) =>
  Type.Unsafe<T | null>({ type: ["object", "null"], default: null, description, properties, required });

const gradient = orNull<NonNullable<Style["gradient"]>>(
  "From the foreground to another colour; null is none.",
  {
    kind: { ...enumOf(GRADIENT_KINDS, "Along a line, or from the middle."), default: "linear" },
    to: { type: "string", ...COLOR },
    angle: Type.Integer({
      minimum: 0,
      maximum: 359,
      default: 0,
      description: "Degrees: 0 runs to the right, 90 down.",
    }),
  },
  ["to"],
);

const logo = orNull<NonNullable<Style["logo"]>>(
  "A picture in the middle; null is none.",
  {
    id: Type.String({ description: "Identifier of a logo of yours." }),
    scale: Type.Number({
      minimum: LOGO_SCALE.least,
      maximum: LOGO_SCALE.most,
      default: 0.2,
      description: "Its longer side as a share of the symbol's, 0.1 to 0.3.",
    }),
  },
  ["id"],
);

const frame = orNull<NonNullable<Style["frame"]>>(
  "What stands around the code; null is none.",
  {
    kind: { ...enumOf(FRAME_KINDS, "Its shape."), default: "label" },
    text: Type.String({
      maxLength: LONGEST_FRAME_TEXT,
      default: "Scan me",
      description: "At most 30 characters: Latin, Cyrillic or Greek.",
    }),
    color: Type.String({ ...COLOR, default: "#1a1410" }),
  },
  [],
);

const shape = (list: typeof EYE_SHAPES, description: string) =>
  Type.Unsafe<(typeof EYE_SHAPES)[number]>({ ...enumOf(list, description), default: PLAIN.eyeFrame });

const fields = {
  modules: Type.Unsafe<Style["modules"]>({
    ...enumOf(MODULE_SHAPES, "The shape of the small squares."),
    default: PLAIN.modules,
  }),
  eyeFrame: shape(
    EYE_SHAPES,
    "The ring in three of the corners. Readers built on OpenCV, as in some gates and kiosks, find square ones only.",
  ),
  eyeBall: shape(EYE_SHAPES, "What the ring holds."),
  eyeColor: nullable<string>("string", {
    pattern: COLOR.pattern,
    default: PLAIN.eyeColor,
    description: "A hex colour such as #1a1410, or null: as the modules.",
  }),
  gradient,
  logo,
  frame,
  quietZone: Type.Integer({
    minimum: QUIET_ZONES.least,
    maximum: QUIET_ZONES.most,
    default: PLAIN.quietZone,
    description: "Modules of background on each side, 4 to 10.",
  }),
  transparent: Type.Boolean({
    default: PLAIN.transparent,
    description: "No ground in the picture. It is judged on the background colour.",
  }),
};

/** Not named in the document where it stands inside of another: a default may not stand beside a name. */
export const StyleBody = withRequired(
  [],
  Type.Object(fields, {
    title: "StyleToSet",
    description: "How a QR code looks beyond its two colours. What is left out has its default.",
  }),
);

export const SetStyleBody = withRequired(
  [],
  Type.Object(
    {
      ...fields,
      styleId: Type.Optional(
        Type.String({ description: "A style of yours, which is copied. All else is ignored then." }),
      ),
    },
    { title: "SetStyle", description: "A look, or the styleId of a saved one. What is left out has its default." },
  ),
);

/** As it is shown, every field is there; those that are required are written in their order. */
const whole = <T extends object>(schema: T): T => ({
  ...schema,
  required: Object.keys((schema as { properties?: object }).properties ?? {}),
});
const shown = { ...fields, gradient: whole(gradient), logo: whole(logo), frame: whole(frame) };

export const StyleShape = Type.Object(shown, {
  title: "Style",
  description: "How a QR code looks beyond its two colours.",
});

export const NearestLook = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          field: text("The part of the look, or a colour of the QR code."),
          value: Type.Unknown({ description: "What it would be." }),
        },
        { additionalProperties: false },
      ),
      { description: "None when it scans as it is." },
    ),
    style: StyleShape,
    foregroundColor: Type.String(COLOR),
    backgroundColor: Type.String(COLOR),
  },
  exact("NearestLook", "A look that scans, and what is other than now."),
);

const name = Type.String({
  minLength: 1,
  maxLength: STYLE_NAME_LENGTH,
  description: "Not blank, at most 100 characters.",
});
const isDefault = Type.Boolean({
  description: "New QR codes get this look. There is at most one: it takes the place of another.",
});

export const CreateStyleBody = withRequired(
  ["name", "style"],
  Type.Object(
    { name, style: StyleBody, isDefault: Type.Boolean({ ...isDefault, default: false }) },
    { title: "CreateSavedStyle", description: "A look to keep under a name." },
  ),
);

export const PatchStyleBody = Type.Partial(Type.Object({ name, style: StyleBody, isDefault }), {
  title: "ChangeSavedStyle",
  description: "What is to change; the rest stays. A style is replaced as a whole.",
});

export const SavedStyleShape = Type.Object(
  {
    id: text("Identifier of the style."),
    name: text("As you named it."),
    isDefault: Type.Boolean({ description: "True for the one that new QR codes get." }),
    style: StyleShape,
  },
  exact("SavedStyle", "A look with a name. Codes that were given it keep it, whatever becomes of it."),
);

export const LogoShape = Type.Object(
  {
    id: text("Identifier of the logo."),
    width: Type.Integer({ description: "Pixels, as kept." }),
    height: Type.Integer({ description: "Pixels, as kept." }),
    createdAt: Type.String({ format: "date-time", description: "When it was first uploaded." }),
  },
  exact("Logo", "A picture for the middle of QR codes."),
);

const nextCursor = nullable<string>("string", { description: "Null when there is no further page." });
export const StylePage = Type.Object(
  { data: Type.Array(SavedStyleShape, { description: "Newest first." }), nextCursor },
  exact("SavedStylePage", "One page of saved styles."),
);
export const LogoPage = Type.Object(
  { data: Type.Array(LogoShape, { description: "Newest first." }), nextCursor },
  exact("LogoPage", "One page of logos."),
);

export const idParams = (what: string) =>
  Type.Object({ id: Type.String({ description: `Identifier of the ${what}.` }) });
