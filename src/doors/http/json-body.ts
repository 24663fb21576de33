import type { FastifyInstance } from "fastify";
import { invalid } from "../../shared/errors.ts";

const DEEPEST = 20;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Bodies are JSON in real UTF-8: wrong bytes are refused, not replaced. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    // Many clients say application/json on every request, also when they send nothing.
    if (request.method === "DELETE" && body.length === 0) return done(null, undefined);
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function parseJson(body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(body));
  } catch {
    throw refused("The body is not valid JSON in UTF-8.");
  }
  refuseTraps(value);
  return value;
}

/** No body of ours is deep, and `__proto__` as a field is only ever an attempt. */
function refuseTraps(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw refused(`The body is nested more than ${DEEPEST} levels deep.`);
    const objects = level.filter((item) => typeof item === "object" && item !== null) as object[];
    if (objects.some((item) => Object.hasOwn(item, "__proto__"))) {
      throw refused("The body must not have a field named __proto__.");
    }
    level = objects.flatMap((item) => Object.values(item));
  }
}

const refused = (message: string) => invalid([{ field: "body", message }], message);
