import type { FastifyReply, FastifyRequest } from "fastify";
import type { FieldProblem } from "../shared/errors.ts";

/** Every header the interface sends or reads, as the document describes it. */
export const HEADERS = {
  "X-RateLimit-Limit": { type: "integer", description: "Requests allowed in the window." },
  "X-RateLimit-Remaining": { type: "integer", description: "Requests left in the window." },
  "X-RateLimit-Reset": {
    type: "integer",
    description:
      "Unix time in seconds: when one more request is admitted if none is left, else when the oldest leaves the window.",
  },
  "X-Request-Id": { type: "string", description: "Identifies the request; errors repeat it as requestId." },
  "Retry-After": { type: "integer", description: "Seconds to wait before the next attempt." },
  "Cache-Control": {
    type: "string",
    description: "Clients may cache reads but must revalidate them; errors are not cached.",
  },
  Vary: { type: "string", description: "The request headers that the response depends on." },
  "Content-Encoding": {
    type: "string",
    enum: ["br", "gzip"],
    description: "Set if the response is compressed, as requested with Accept-Encoding.",
  },
  ETag: {
    type: "string",
    description:
      "Identifies this version of the response, for If-None-Match. The ETags of a QR code and of the brand also work with If-Match, regardless of later scans.",
  },
  Location: { type: "string", format: "uri", description: "URL of the created resource." },
  "Idempotency-Replayed": {
    type: "string",
    const: "true",
    description: "Set if this is the stored response to an earlier request with the same key.",
  },
  "Scans-Incomplete": {
    type: "string",
    const: "true",
    description: "Set if scans may be missing from the page, because stored scans of the code are damaged.",
  },
  "Content-Disposition": { type: "string", description: "The file name." },
  "Content-Security-Policy": {
    type: "string",
    description: "An image opened on its own runs no script and loads nothing.",
  },
  "X-Content-Type-Options": {
    type: "string",
    const: "nosniff",
    description: "The response must be interpreted as its Content-Type.",
  },
  "WWW-Authenticate": { type: "string", const: "Bearer", description: "The authentication scheme." },
} as const;

const IDEMPOTENCY_KEY = { minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" };

/** Request headers; Fastify knows them in lower case. */
export const REQUEST_HEADERS = {
  "Idempotency-Key": {
    type: "string",
    ...IDEMPOTENCY_KEY,
    description:
      "1 to 255 visible ASCII characters. Repeating the same key and body within 24 hours returns the first response; with another body it is a 400.",
  },
  "If-Match": {
    type: "string",
    description:
      "The ETag of the QR code, brand or presets as you read it. If somebody has changed it since, nothing is changed and the response is a 400 that names If-Match. Scans do not affect it. * matches any.",
  },
  "If-None-Match": {
    type: "string",
    description: "ETags that you have. If one is current, the response is an empty 304.",
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

export const onceKeyOf = (request: FastifyRequest) => request.headers["idempotency-key"] as string | undefined;

export function markReplayed(reply: FastifyReply, replayed: boolean): void {
  if (replayed) reply.header("Idempotency-Replayed", "true");
}
