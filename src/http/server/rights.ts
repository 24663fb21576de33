/**
 * Whether the caller of a request may still make it. The guards that let it in are asked again once its body is read,
 * which the client can hold back, and before each part of something long: see `confirmRights` in shared/audit.ts.
 */
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

/** A request that takes longer to get here waited in line behind a flood of the caller's own. */
const WAITED_MS = 500;

/** By its head: the server knows the body itself only when it has ended. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** A preValidation hook: the body may come seconds after the head. */
export async function confirmAfterBody(request: FastifyRequest): Promise<void> {
  const since = admitted.get(request)?.at ?? Number.POSITIVE_INFINITY;
  if (hasBody(request) || performance.now() - since > WAITED_MS) await confirmCaller(request);
}

/** Pages of an answer. Each may have waited for its turn; the connection is cut if the caller may not read it now. */
export async function* whileAllowed<T>(request: FastifyRequest, pages: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const page of pages) {
    await confirmCaller(request);
    yield page;
  }
}
