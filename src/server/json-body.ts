import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, invalidField } from "../shared/errors.ts";

export const JSON_ONLY = "must be sent as Content-Type: application/json";

export const BODY_LIMIT = 64 * 1024;
const DEEPEST = 20;
/** Many small values take far longer to parse than long strings. No normal body has this many. */
const MAX_VALUES = 20_000;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The other media type for PATCH, which follows RFC 7396. */
const MERGE_PATCH = "application/merge-patch+json";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A route with a larger limit takes a body over 64 KiB only if it holds this text. */
    largeOnlyWith?: string;
  }
}

/** Bodies are JSON in valid UTF-8; invalid bytes are refused, not replaced. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ["application/json", MERGE_PATCH];
  app.addContentTypeParser(types, { parseAs: "buffer" }, (request, body, done) => {
    // Many clients send Content-Type: application/json even without a body.
    const isNoneAsked = request.routeOptions.schema?.body === undefined;
    if (isNoneAsked && body.length === 0) return done(null, undefined);
    try {
      if (body.length === 0) throw noBody();
      refuseEncodings(request);
      const { largeOnlyWith } = request.routeOptions.config;
      if (largeOnlyWith && body.length > BODY_LIMIT && !body.includes(largeOnlyWith)) {
        throw refused("is larger than 64 KiB");
      }
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function refuseEncodings({ method, headers }: FastifyRequest): void {
  const type = headers["content-type"] ?? "";
  if (method !== "PATCH" && type.toLowerCase().startsWith(MERGE_PATCH)) throw refused(JSON_ONLY);
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type)?.[1];
  const problems = [];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    problems.push({ field: "Content-Type", message: `must have charset utf-8, not ${charset}` });
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding.trim())) {
    const message = `is not supported: send the body uncompressed, not as ${encoding}`;
    problems.push({ field: "Content-Encoding", message });
  }
  if (problems.length > 0) throw invalid(problems);
}

function parseJson(body: Buffer): unknown {
  if (body.length > BODY_LIMIT) refuseManyValues(body);
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(body));
  } catch {
    throw refused("is not valid JSON in UTF-8");
  }
  refuseTraps(value);
  return value;
}

const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = Buffer.from('"\\,{[');

/** Counts values before parsing: commas and opening brackets outside of strings. */
function refuseManyValues(body: Buffer): void {
  let values = 0;
  let isText = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte === BACKSLASH) i += 1;
    } else if (byte === COMMA || byte === BRACE || byte === BRACKET) {
      values += 1;
      if (values > MAX_VALUES) throw refused(`has more than ${MAX_VALUES} values`);
    }
  }
}

/** No valid body is deep, and a field named `__proto__` is always an attack. */
function refuseTraps(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw refused(`is nested more than ${DEEPEST} levels deep`);
    const objects = level.filter((item) => typeof item === "object" && item !== null) as object[];
    if (objects.some((item) => Object.hasOwn(item, "__proto__"))) {
      throw refused("must not have a field named __proto__");
    }
    level = objects.flatMap((item) => Object.values(item));
  }
}

export const noBody = () => refused("is missing: send a JSON object");

export const refused = (message: string) => invalidField("body", "The body", message);
