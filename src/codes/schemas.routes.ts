import { Type } from "typebox";
import {
  COLOR,
  cursorOf,
  EXAMPLE_ID,
  enumOf,
  exact,
  limit,
  nextCursor,
  nullable,
  number,
  text,
  timestamp,
  withRequired,
} from "../server/shapes.ts";
import { UUID_SHAPE } from "../shared/ids.ts";
import { CODE_TYPES, LEVELS } from "../shared/vocabulary.ts";
import { TAGS_FILTERED_BY } from "../tags/service.ts";
import { CAPACITY } from "./content/capacity.ts";
import { CATEGORY_LENGTH, EXTERNAL_ID_LENGTH, NAME_LENGTH } from "./rules.ts";
import { SLUG_FORM, SLUG_PATTERN } from "./slugs.ts";

/** The capacity of the lowest level: a character is at least a byte. */
const CONTENT_LENGTH = CAPACITY.L;

const name = Type.String({ minLength: 1, maxLength: NAME_LENGTH, description: "Not blank, at most 100 characters." });
const content = Type.String({
  minLength: 1,
  maxLength: CONTENT_LENGTH,
  description:
    "The content, in a form that its type accepts. At most 2953 bytes of UTF-8 at level L, 2331 at M, 1663 at Q, 1273 at H.",
});
const codeType = enumOf(CODE_TYPES, "The type of the content.");
const level = enumOf(LEVELS, "Error correction level.");
const size = Type.Integer({ minimum: 128, maximum: 2048, description: "Pixels, 128 to 2048." });
const category = nullable<string>("string", {
  maxLength: CATEGORY_LENGTH,
  description: "A label of your own, at most 100 characters. Blank becomes null.",
});

const externalId = nullable<string>("string", {
  minLength: 1,
  maxLength: EXTERNAL_ID_LENGTH,
  description: "Your own id of the code, 1 to 200 printable characters. Unique in the workspace; case matters.",
});
const isPublic = Type.Boolean({ description: "False pauses the code." });
const expiresAt = nullable<string>("string", {
  format: "date-time",
  description:
    "An ISO 8601 time in the future, which stays as set. Null: automatic, a year after creation and then after the last scan.",
});

export const CreateBody = withRequired(
  ["name", "content"],
  Type.Object(
    {
      name,
      content,
      type: Type.Unsafe<(typeof CODE_TYPES)[number]>({ ...codeType, default: "url" }),
      foregroundColor: Type.String({ ...COLOR, default: "#1a1410" }),
      backgroundColor: Type.String({ ...COLOR, default: "#ffffff" }),
      errorCorrection: Type.Unsafe<(typeof LEVELS)[number]>({ ...level, default: "M" }),
      size: Type.Integer({ ...size, default: 512 }),
      category: Type.Unsafe<string | null>({ ...category, default: null }),
      externalId: Type.Optional(externalId),
      slug: Type.Optional(Type.String({ pattern: SLUG_PATTERN, description: `${SLUG_FORM}.` })),
      isPublic: Type.Optional({ ...isPublic, default: true }),
      expiresAt: Type.Optional(expiresAt),
    },
    { title: "CreateQrCode", description: "Unknown fields are ignored." },
  ),
);

export const PatchBody = Type.Partial(
  Type.Object({
    name,
    content,
    foregroundColor: Type.String(COLOR),
    backgroundColor: Type.String(COLOR),
    errorCorrection: level,
    size,
    category,
    externalId,
    isPublic,
    isFavorite: Type.Boolean({ description: "True if you marked it as a favourite." }),
    expiresAt,
  }),
  {
    title: "ChangeQrCode",
    description: "The fields to change. You can also send a whole QR code as you read it.",
  },
);

const created = {
  id: text("ID of the QR code."),
  name: text("The name of the QR code."),
  type: codeType,
  content: text("The content, exactly as sent."),
  shareToken: text("The token in the share URL; it never changes."),
  shareUrl: Type.String({ format: "uri", description: "The URL that the image encodes and visitors open." }),
  foregroundColor: Type.String(COLOR),
  backgroundColor: Type.String(COLOR),
  size,
  errorCorrection: level,
  category: nullable<string>("string", { description: "Null if none is set." }),
  externalId: Type.Optional(text("Your own id of the QR code; left out if none is set.")),
};

export const CreatedCode = Type.Object(
  {
    ...created,
    createdAt: timestamp("When it was created."),
    expiresAt: timestamp("When it expires. Scans extend it, unless you set the time."),
  },
  exact("CreatedQrCode", "A created QR code."),
);

export const FullCode = Type.Object(
  {
    ...created,
    isPublic: Type.Boolean({ description: "False while the code is paused." }),
    isFavorite: Type.Boolean({ description: "True if you marked it as a favourite." }),
    scanCount: Type.Integer({ description: "Number of scans." }),
    createdAt: timestamp("When it was created."),
    updatedAt: timestamp("When its owner last changed it."),
    expiresAt: timestamp("When it expires. Scans extend it, unless you set the time."),
  },
  exact("QrCode", "A QR code with all its fields."),
);

export const tagFilter = Type.Optional(
  Type.Array(Type.String({ pattern: UUID_SHAPE.source, description: "The ID of a tag." }), {
    minItems: 1,
    maxItems: TAGS_FILTERED_BY,
    description: "Only codes with this tag; with several, as in tag=…&tag=…, only codes with all of them.",
  }),
);

export const ListQuery = withRequired(
  [],
  Type.Object({
    limit,
    cursor: cursorOf("list's"),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          "Text to find in the name, the content, the slug, or the slugs and names of placements; or a share URL or token.",
      }),
    ),
    type: Type.Optional(codeType),
    category: Type.Optional(Type.String({ maxLength: CATEGORY_LENGTH, description: "Only codes in this category." })),
    externalId: Type.Optional(
      Type.String({ maxLength: EXTERNAL_ID_LENGTH, description: "Only the code with this id of yours." }),
    ),
    tag: tagFilter,
    favorite: Type.Optional(Type.Boolean({ description: "Only favourites, or only codes that are not." })),
    state: Type.Optional(
      enumOf(
        ["active", "paused", "expired", "quiet", "deleted"],
        "Only codes in this state. quiet: active codes that had scans, but none for 30 days. deleted: codes in the bin, which can be restored for 30 days.",
      ),
    ),
  }),
);

export const CodePage = Type.Object(
  { data: Type.Array(FullCode, { description: "Newest first." }), nextCursor },
  { title: "QrCodePage", description: "One page of QR codes." },
);

export const CodeParams = Type.Object({ id: Type.String({ description: "ID of the QR code." }) });

export const CodeVersion = Type.Object(
  {
    version: number("Version number. The first content is 1."),
    content: text("The content."),
    from: timestamp("When it became the content."),
    until: nullable<string>("string", {
      format: "date-time",
      description: "When it was replaced. Null for the current version.",
    }),
    scanCount: number("Scans in that time."),
  },
  exact("Version", "A content of a QR code, and when the code had it."),
);

export const VersionPage = Type.Object(
  {
    data: Type.Array(CodeVersion, { description: "Newest first, including the current version." }),
    nextCursor,
  },
  exact("VersionPage", "One page of versions."),
);

export const EXAMPLE_BODY = { name: "Menu", content: "https://example.com/menu" };

/** A code as it is created, and as it is read later. */
export function exampleOf(baseUrl: string) {
  const token = "k7mq2xw9cvpa";
  const common = {
    id: EXAMPLE_ID,
    name: EXAMPLE_BODY.name,
    type: "url",
    content: EXAMPLE_BODY.content,
    shareToken: token,
    shareUrl: `${baseUrl}/r/${token}`,
    foregroundColor: "#1a1410",
    backgroundColor: "#ffffff",
    size: 512,
    errorCorrection: "M",
    category: null,
  };
  const createdAt = "2026-01-01T09:00:00.000Z";
  const ofOwner = { isPublic: true, isFavorite: false, scanCount: 3 };
  return {
    created: { ...common, createdAt, expiresAt: "2027-01-01T09:00:00.000Z" },
    read: { ...common, ...ofOwner, createdAt, updatedAt: createdAt, expiresAt: "2027-01-02T09:00:00.000Z" },
  };
}
