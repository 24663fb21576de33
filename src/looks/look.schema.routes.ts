/** Looks as schemas: they validate, fill in defaults and make the document. */
import { Type } from "typebox";
import {
  EYE_SHAPES,
  FRAME_KINDS,
  GRADIENT_KINDS,
  LOGO_SCALE,
  MAX_FRAME_TEXT_LENGTH,
  MODULE_SHAPES,
  PLAIN,
  QUIET_ZONES,
  type Style,
} from "../rendering/style.ts";
import { COLOR, enumOf, exact, nullable, text, withRequired } from "../server/shapes.ts";
import { STYLE_NAME_LENGTH } from "./styles.ts";

const orNull = <T>(description: string, properties: object, required: readonly string[]) =>
  Type.Unsafe<T | null>({ type: ["object", "null"], default: null, description, properties, required });

const gradient = orNull<NonNullable<Style["gradient"]>>(
  "A gradient from the foreground colour to another one; null for none.",
  {
    kind: { ...enumOf(GRADIENT_KINDS, "Along a line, or from the centre."), default: "linear" },
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
  "An image in the centre; null for none.",
  {
    id: Type.String({ description: "ID of one of your logos." }),
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
  "A frame around the code; null for none.",
  {
    kind: { ...enumOf(FRAME_KINDS, "Its shape."), default: "label" },
    text: Type.String({
      maxLength: MAX_FRAME_TEXT_LENGTH,
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
    ...enumOf(MODULE_SHAPES, "The shape of the modules."),
    default: PLAIN.modules,
  }),
  eyeFrame: shape(
    EYE_SHAPES,
    "The shape of the three rings in the corners. Readers based on OpenCV, as in some gates and kiosks, find only square ones.",
  ),
  eyeBall: shape(EYE_SHAPES, "The shape inside the rings."),
  eyeColor: nullable<string>("string", {
    pattern: COLOR.pattern,
    default: PLAIN.eyeColor,
    description: "A hex colour such as #1a1410, or null for the colour of the modules.",
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
    description: "Draws no background. Scannability is checked on the background colour.",
  }),
};

/** Inlined where nested: a `$ref` cannot have a default next to it. */
export const StyleBody = withRequired(
  [],
  Type.Object(fields, {
    title: "StyleToSet",
    description: "The look of a QR code in addition to its two colours. Omitted fields get their default.",
  }),
);

export const SetStyleBody = withRequired(
  [],
  Type.Object(
    {
      ...fields,
      styleId: Type.Optional(
        Type.String({ description: "ID of one of your styles, which is copied. All other fields are ignored." }),
      ),
    },
    { title: "SetStyle", description: "A look, or the styleId of a saved one. Omitted fields get their default." },
  ),
);

/** In responses every field is present; required fields are serialized in order. */
const whole = <T extends object>(schema: T): T => ({
  ...schema,
  required: Object.keys((schema as { properties?: object }).properties ?? {}),
});
const shown = { ...fields, gradient: whole(gradient), logo: whole(logo), frame: whole(frame) };

export const StyleShape = Type.Object(shown, {
  title: "Style",
  description: "The look of a QR code in addition to its two colours.",
});

export const NearestLook = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          field: text("A field of the look, or a colour of the QR code."),
          value: Type.Unknown({ description: "The suggested value." }),
        },
        { additionalProperties: false },
      ),
      { description: "Empty if the code scans as it is." },
    ),
    style: StyleShape,
    foregroundColor: Type.String(COLOR),
    backgroundColor: Type.String(COLOR),
  },
  exact("NearestLook", "A look that scans, and how it differs from the current one."),
);

const name = Type.String({
  minLength: 1,
  maxLength: STYLE_NAME_LENGTH,
  description: "Not blank, at most 100 characters.",
});
const isDefault = Type.Boolean({
  description: "New QR codes get this look. At most one style has it; setting it here unsets it on the other.",
});

export const CreateStyleBody = withRequired(
  ["name", "style"],
  Type.Object(
    { name, style: StyleBody, isDefault: Type.Boolean({ ...isDefault, default: false }) },
    { title: "CreateSavedStyle", description: "A look to save under a name." },
  ),
);

export const PatchStyleBody = Type.Partial(Type.Object({ name, style: StyleBody, isDefault }), {
  title: "ChangeSavedStyle",
  description: "The fields to change. A style is replaced as a whole.",
});

export const SavedStyleShape = Type.Object(
  {
    id: text("ID of the style."),
    name: text("The name of the style."),
    isDefault: Type.Boolean({ description: "True for the style that new QR codes get." }),
    style: StyleShape,
  },
  exact("SavedStyle", "A named look. Codes keep their copy when the style changes or is deleted."),
);

export const LogoShape = Type.Object(
  {
    id: text("ID of the logo."),
    width: Type.Integer({ description: "Width in pixels, as stored." }),
    height: Type.Integer({ description: "Height in pixels, as stored." }),
    createdAt: Type.String({ format: "date-time", description: "When it was first uploaded." }),
  },
  exact("Logo", "An image for the centre of QR codes."),
);

const nextCursor = nullable<string>("string", { description: "Null on the last page." });
export const StylePage = Type.Object(
  { data: Type.Array(SavedStyleShape, { description: "Newest first." }), nextCursor },
  exact("SavedStylePage", "One page of saved looks."),
);
export const LogoPage = Type.Object(
  { data: Type.Array(LogoShape, { description: "Newest first." }), nextCursor },
  exact("LogoPage", "One page of logos."),
);
