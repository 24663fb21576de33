import { type TSchema, Type } from "typebox";

/** Parts of the API's schemas: they validate, provide the types and generate the document. */
export const enumOf = <T extends string>(list: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: "string", enum: [...list], description });
export const nullable = <T>(type: string, options: object) =>
  Type.Unsafe<T | null>({ type: [type, "null"], ...options });

/** Of a QR code, and of other things in examples. */
export const EXAMPLE_ID = "019b76da-a800-7000-8c41-5d0e2f6a9b13";

export const COLOR = { pattern: "^#[0-9A-Fa-f]{6}$", description: "A hex colour such as #1a1410." };
export const timestamp = (description: string) => Type.String({ format: "date-time", description });
export const text = (description: string) => Type.String({ description });
export const number = (description: string) => Type.Integer({ description });

/** Ajv fills the defaults in, so a caller need not send what has one. */
export const withRequired = <T extends TSchema>(required: string[], schema: T): T => ({ ...schema, required });

/** The seed's shapes are exact: nothing is ever added to them. */
export const exact = (title: string, description: string) => ({ title, description, additionalProperties: false });

export const idParams = (what: string) => Type.Object({ id: Type.String({ description: `ID of the ${what}.` }) });

export const limit = Type.Integer({ minimum: 1, maximum: 500, default: 100, description: "Page size, 1 to 500." });
export const cursorOf = (what: string) =>
  Type.Optional(Type.String({ description: `nextCursor of the previous ${what} page.` }));
export const nextCursor = nullable<string>("string", { description: "Null on the last page." });

/** Of what is read page by page and has no filters; `what` as in "the scans' page before". */
export const pageQuery = (what: string) => withRequired([], Type.Object({ limit, cursor: cursorOf(what) }));
