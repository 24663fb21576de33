/**
 * Whether the caller of a request may still make it. The guards that let it in are asked again once its body is read,
 * which the client can hold back, and before each part of something long: see `confirmRights` in shared/audit.ts.
 */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Throws unless the caller may make the request. `reply` only when it begins: later its headers may be sent. */
type Guard = (request: FastifyRequest, reply?: FastifyReply) => Promise<void>;

interface Admitted {
  /** When the first guard let it in. */
  at: number;
  by: Guard[];
}

const admitted = new WeakMap<FastifyRequest, Admitted>();

/** Has a guard asked again that has let the request in. */
export function askAgain(request: FastifyRequest, guard: Guard): void {
  const { at, by } = admitted.get(request) ?? { at: performance.now(), by: [] };
  admitted.set(request, { at, by: [...by, guard] });
}

/** Puts a guard before all routes of a scope. */
export function guardBy(server: FastifyInstance, guard: Guard): void {
  server.addHook("onRequest", async (request, reply) => {
    await guard(request, reply);
    askAgain(request, guard);
  });
}

/** In their order: each relies on those before it. */
export async function confirmCaller(request: FastifyRequest): Promise<void> {
  for (const guard of admitted.get(request)?.by ?? []) await guard(request);
}

/** A request that takes longer waited in line behind a flood of the caller's own, or for its turn in a queue. */
const WAITED_MS = 500;

const hasWaited = (request: FastifyRequest): boolean =>
  performance.now() - (admitted.get(request)?.at ?? Number.POSITIVE_INFINITY) > WAITED_MS;

/** By its head: the server knows the body itself only when it has ended. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** A preValidation hook: the body may come seconds after the head. */
export async function confirmAfterBody(request: FastifyRequest): Promise<void> {
  if (hasBody(request) || hasWaited(request)) await confirmCaller(request);
}

/** An onSend hook of reads, before those that tag or compress. Streams are asked about page by page. */
export async function confirmBeforeAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isGood = reply.statusCode < 400 && !(payload instanceof Readable);
  if (isRead && isGood && hasWaited(request)) await confirmCaller(request);
}

/** Pages of an answer. Each may have waited for its turn; the connection is cut if the caller may not read it now. */
export async function* whileAllowed<T>(request: FastifyRequest, pages: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const page of pages) {
    await confirmCaller(request);
    yield page;
  }
}
