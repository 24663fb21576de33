import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../shared/actor.ts";
import { actAs } from "../shared/audit.ts";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import { confirmCaller } from "./rights.ts";

/** The caller: a key by its name, or the signed-in user. */
export const actorOf = ({ apiKey, userId }: FastifyRequest): Actor =>
  apiKey ? { kind: "key", name: apiKey.name } : { kind: "person", name: userId };

/** See `Acting.person`. */
const personOf = ({ apiKey, userId }: FastifyRequest): string => (apiKey ? apiKey.person : userId);

/** A preHandler hook: names the caller, if the guards know one by then, to the audit log, and to who asks again. */
export function nameActor(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const actionId = request.apiKey ? undefined : request.headers["tessera-action"];
  if (actionId !== undefined && !/^[0-9a-f]{32}$/.test(String(actionId))) {
    done(invalid([{ field: "Tessera-Action", message: "must be 32 hexadecimal digits" }]));
    return;
  }
  const agent = request.headers["user-agent"] ?? null;
  const isKnown = request.userId !== "" || request.apiKey !== null;
  const confirm = () => confirmCaller(request);
  const known = { actor: actorOf(request), agent, actionId: actionId?.toString(), person: personOf(request), confirm };
  const who = isKnown ? known : undefined;
  actAs(who ?? { actor: undefined, agent }, done);
}

/** Methods that change nothing. */
export const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Aborts when the client disconnects before the answer is sent. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const leave = () => {
    if (!reply.raw.writableFinished) leaving.abort();
  };
  if (reply.raw.closed) leave();
  else reply.raw.once("close", leave);
  return leaving.signal;
}

const MANY_HOSTS = { field: "Host", message: "must be sent once" };
const NO_HOST = { field: "Host", message: "is required" };
const NO_VERSION = { field: "request", message: "must name HTTP/1.1 or HTTP/1.0" };

/** A violation of HTTP that Node's parser accepts; null for normal requests. */
export function requestFault(request: IncomingMessage): FieldProblem | null {
  const { rawHeaders } = request;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts === 1 && request.httpVersionMajor === 1) return null;
  if (hosts > 1) return MANY_HOSTS;
  if (request.httpVersionMajor < 1) return NO_VERSION;
  return request.httpVersionMinor === 0 ? null : NO_HOST;
}

export const UNMET_EXPECTATION = { field: "Expect", message: "must be 100-continue, if it is sent at all" };
