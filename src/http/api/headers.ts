import type { FieldProblem } from "../../shared/errors.ts";

/** Every header the interface sends or reads, as the document describes it. */
export const HEADERS = {
  "X-RateLimit-Limit": { type: "integer", description: "Requests allowed in the window." },
  "X-RateLimit-Remaining": { type: "integer", description: "Requests left in the window." },
  "X-RateLimit-Reset": {
    type: "integer",
    description:
      "Unix time in seconds: when one more request is admitted if none is left, else when the oldest leaves the window.",
  },
  "X-Request-Id": { type: "string", description: "Names this request; an error repeats it as requestId." },
  "Retry-After": { type: "integer", description: "Seconds until it is worth trying again." },
  "Cache-Control": {
    type: "string",
    description: "Reads may be kept by their caller and are asked for again; errors are not kept.",
  },
  Vary: { type: "string", description: "Which request headers the answer depends on." },
  "Content-Encoding": {
    type: "string",
    enum: ["br", "gzip"],
    description: "There when the answer is compressed, which Accept-Encoding asks for.",
  },
  ETag: {
    type: "string",
    description:
      "Names this state of the answer, for If-None-Match. That of one QR code serves If-Match too, whatever was scanned since.",
  },
  Location: { type: "string", format: "uri", description: "Where it can be read." },
  "Idempotency-Replayed": {
    type: "string",
    const: "true",
    description: "There when this is the answer of an earlier request with the same key.",
  },
  "Content-Disposition": { type: "string", description: "The file's name." },
  "Content-Security-Policy": {
    type: "string",
    description: "A picture that is opened by itself runs nothing and loads nothing.",
  },
  "X-Content-Type-Options": {
    type: "string",
    const: "nosniff",
    description: "The answer is of its Content-Type and no other.",
  },
  "WWW-Authenticate": { type: "string", const: "Bearer", description: "How to say who you are." },
} as const;

const IDEMPOTENCY_KEY = { minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" };

/** Request headers; Fastify knows them in lower case. */
export const REQUEST_HEADERS = {
  "Idempotency-Key": {
    type: "string",
    ...IDEMPOTENCY_KEY,
    description:
      "1 to 255 visible ASCII characters. The same key and body within 24 hours give the first answer again; with another body it is a 400.",
  },
  "If-Match": {
    type: "string",
    description:
      "The ETag the QR code was read with: if somebody changed the code since, nothing is changed and the answer is a 400 that names If-Match. Scans do not matter. * is any.",
  },
  "If-None-Match": {
    type: "string",
    description: "ETags the caller holds: if one is still right, the answer is an empty 304.",
  },
} as const;

export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** For schema.headers of a route. */
export const readsHeaders = (...names: RequestHeader[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name.toLowerCase(), { ...REQUEST_HEADERS[name] }])),
});

export type ErrorStatus = 400 | 401 | 404 | 429 | 500;

const VISIBLE_ASCII = new RegExp(IDEMPOTENCY_KEY.pattern);

export const keyProblems = (key: string | undefined): FieldProblem[] =>
  key === undefined || (key.length <= IDEMPOTENCY_KEY.maxLength && VISIBLE_ASCII.test(key))
    ? []
    : [{ field: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }];
