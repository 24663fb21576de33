import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Keys, VerifiedKey } from "../keys/service.ts";
import type { Limits, RateState } from "../limits/limits.ts";
import { rightOf } from "../server/operation.ts";
import { refuseBeyondLimit, sendRateHeaders } from "../server/rate-headers.ts";
import { READING } from "../server/request.ts";
import { askAgain } from "../server/rights.ts";
import { DomainError } from "../shared/errors.ts";
import { allows, roleOfKey } from "../workspaces/rights.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The request's API key; null for a session. */
    apiKey: VerifiedKey | null;
  }
}

export type ApiGuard = ReturnType<typeof createApiGuard>;

interface Admitted {
  key: VerifiedKey;
  state: RateState;
}

/** The error for a change with a read-only key. */
const readOnlyRefusal = (): DomainError =>
  new DomainError("invalid_api_key", "This API key is read-only. Use a key with full access to make changes.");

const badKey = (): DomainError =>
  new DomainError(
    "invalid_api_key",
    "The API key is missing, malformed or revoked. Send it as: Authorization: Bearer tsr_…",
  );

const ownersRefusal = (): DomainError =>
  new DomainError("invalid_api_key", "This needs an API key with full access that an owner of the workspace created.");

export function createApiGuard(
  keys: Keys,
  limits: Limits,
  addressOf: (request: FastifyRequest) => string,
  /** Called for a read before its key is checked, so that settling can start. */
  onRead: () => void,
) {
  const passedOn = new AsyncLocalStorage<Admitted>();

  async function verify(request: FastifyRequest, reply: FastifyReply): Promise<VerifiedKey> {
    const text = bearerOf(request.headers.authorization);
    let key: VerifiedKey | null;
    try {
      key = text === null ? null : await keys.verify(text);
    } catch (error) {
      if (error instanceof DomainError) {
        sendRateHeaders(reply, limits.admitAnonymous(addressOf(request)));
        throw error;
      }
      // The key could not be checked: send the headers all the same.
      sendRateHeaders(reply, limits.anonymous(addressOf(request)));
      throw error;
    }
    if (key) return key;
    sendRateHeaders(reply, limits.admitAnonymous(addressOf(request)));
    throw badKey();
  }

  /** For a known key, validity and window are checked in one query. */
  async function admitAgain(request: FastifyRequest, reply: FastifyReply): Promise<Admitted | null> {
    const text = bearerOf(request.headers.authorization);
    const key = text === null ? null : keys.recall(text);
    if (!key) return null;
    sendRateHeaders(reply, limits.lastKnown(key.id, key.plan));
    if (READING.has(request.method)) onRead();
    const state = await limits.admitInForce(key);
    return state && { key, state };
  }

  async function admitVerified(request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
    const key = await verify(request, reply);
    // Used if the window cannot be read.
    sendRateHeaders(reply, limits.lastKnown(key.id, key.plan));
    return { key, state: await limits.admit(key.id, key.plan) };
  }

  /** Counts the request, unless it is part of one that was counted. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
    const admitted = passedOn.getStore() ?? (await admitAgain(request, reply)) ?? (await admitVerified(request, reply));
    sendRateHeaders(reply, admitted.state);
    return admitted;
  }

  /** 401 unless this operation is for the key. */
  async function requireRole(request: FastifyRequest, { id, scope }: VerifiedKey): Promise<void> {
    const right = rightOf(request);
    const isForOwners = right === "owner";
    const role = roleOfKey(scope, isForOwners && (await keys.isOwners(id)));
    if (!allows(role, right)) throw isForOwners ? ownersRefusal() : readOnlyRefusal();
  }

  /** Whether the key is still valid; counts nothing. */
  async function confirmKey({ headers }: FastifyRequest): Promise<void> {
    if (!(await keys.verify(bearerOf(headers.authorization)!))) throw badKey();
  }

  function accept(request: FastifyRequest, reply: FastifyReply, admitted: Admitted): void {
    // The log names the key of a refused request too.
    request.apiKey = admitted.key;
    refuseBeyondLimit(reply, admitted.state);
    request.workspaceId = admitted.key.workspaceId;
    askAgain(request, confirmKey);
  }

  return {
    /**
     * Admits a request with a valid key and a free place in its window, or throws: 401 first, then 429. What a key
     * may do is the `right` of each operation.
     */
    async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const admitted = await enter(request, reply);
      const requireIt = (again: FastifyRequest) => requireRole(again, admitted.key);
      await requireIt(request);
      accept(request, reply, admitted);
      askAgain(request, requireIt);
    },

    /** Admits a request with any method: the forwarded requests decide what a read-only key may do. */
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      accept(request, reply, await enter(request, reply));
    },

    /** Requests to /api/v1 that `work` makes in this process are part of an admitted one and do not count again. */
    passOn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
      const key = request.apiKey!;
      return passedOn.run({ key, state: { ...limits.lastKnown(key.id, key.plan), admitted: true } }, work);
    },

    /** For routes without a key: sends the headers, counts nothing. */
    async leaveOpen(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      sendRateHeaders(reply, limits.anonymous(addressOf(request)));
    },
  };
}

export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? null;
}
