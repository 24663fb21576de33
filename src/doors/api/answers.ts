import { Type } from "typebox";
import { ErrorBody } from "./schemas.ts";

const RATE_HEADERS = {
  "X-RateLimit-Limit": { type: "integer", description: "Requests allowed in the window." },
  "X-RateLimit-Remaining": { type: "integer", description: "Requests left in the window." },
  "X-RateLimit-Reset": {
    type: "integer",
    description:
      "Unix time in seconds: when one more request is admitted if none is left, else when the oldest leaves the window.",
  },
};

const RETRY_HEADERS = {
  ...RATE_HEADERS,
  "Retry-After": { type: "integer", description: "Seconds until one more request is admitted." },
};

const MEANINGS = {
  400: "validation_error: something sent is not valid; details name every field.",
  401: "invalid_api_key: the key is missing, malformed or revoked.",
  404: "not_found: it does not exist, or it is not yours.",
  429: "rate_limited: the quota is used up; wait until X-RateLimit-Reset.",
  500: "internal_error: try again later.",
} as const;

/** A route's answers for schema.response: its own, and the errors every route may give. */
export function answers(status: 200 | 201 | 204, description: string, body: object = Type.Null()) {
  const all: Record<number, object> = { [status]: { ...body, description, headers: RATE_HEADERS } };
  for (const [code, meaning] of Object.entries(MEANINGS)) {
    const headers = code === "429" ? RETRY_HEADERS : RATE_HEADERS;
    all[Number(code)] = { ...ErrorBody, description: meaning, headers };
  }
  return all;
}
