import { Type } from "typebox";
import { ERROR_STATUS } from "../shared/errors.ts";
import { type ErrorStatus, HEADERS } from "./header-schemas.ts";
import { enumOf, exact, text } from "./shapes.ts";

const code = enumOf(Object.keys(ERROR_STATUS), "The error code.");
const message = text("The error as a sentence.");
const details = Type.Array(
  Type.Object({
    field: text("The field, parameter or header that is not valid."),
    message: text("What is wrong, and what is accepted."),
  }),
  { description: "Every invalid field.", minItems: 1 },
);
const requestId = text("Identifies the request, as X-Request-Id does. Quote it in bug reports.");

/** The serializer's schema for all errors. It writes required fields first, so none is required. */
const ErrorBody = Type.Partial(Type.Object({ error: code, message, details, requestId }));

/** Errors as the document names them. */
export const ERROR_SCHEMAS = [
  Type.Object({ error: code, message, requestId }, exact("Error", "An error. There are only these five codes.")),
  Type.Object(
    {
      error: Type.Unsafe<"validation_error">({
        type: "string",
        const: "validation_error",
        description: "The error code.",
      }),
      message,
      details,
      requestId,
    },
    exact("ValidationError", "The request is not valid."),
  ),
];

export type HeaderName = keyof typeof HEADERS;

interface ResponseOptions {
  /** In addition to those of every response. */
  headers: readonly HeaderName[];
  /** In addition to 400, 401, 429 and 500, which every request may get. */
  notFound: boolean;
  /** A read with an ETag. */
  tagged: boolean;
}

const COMMON: readonly HeaderName[] = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
  "X-Content-Type-Options",
  "Cache-Control",
];

/** A route's responses for its schema: its own, and the errors it may give. Without a body: an empty answer. */
export function responseSchemas(
  status: 200 | 201 | 204,
  description: string,
  body: object | undefined,
  { headers, notFound, tagged }: ResponseOptions,
): Record<number, object> {
  const tags: HeaderName[] = tagged ? ["ETag", "Vary"] : [];
  const named = [...COMMON, ...tags, ...headers, ...(body && !tagged ? ["Vary" as const] : [])];
  // Only text depends on Accept-Encoding; images are already compressed.
  const isText = named.includes("Vary") && !named.includes("Content-Disposition");
  const own = headersOf(isText ? [...named, "Content-Encoding"] : named);
  const all: Record<number, object> = {
    [status]: { ...(body ?? Type.Null()), "x-response-description": description, headers: own },
  };
  if (tagged) {
    const held = { "x-response-description": HELD, headers: headersOf([...COMMON, ...tags]) };
    all[304] = { ...Type.Null(), ...held };
  }
  const errors: ErrorStatus[] = [400, 401, ...(notFound ? [404 as const] : []), 429, 500];
  for (const code of errors) all[code] = ErrorBody;
  return all;
}

const HELD = "Not modified: If-None-Match contains the current ETag. Counts as a request.";

const headersOf = (names: readonly HeaderName[]) => Object.fromEntries(names.map((name) => [name, HEADERS[name]]));
