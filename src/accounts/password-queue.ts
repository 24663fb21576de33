import { createFairQueue } from "../shared/fair-queue.ts";

/** Each check occupies one of libuv's four threads and 32 MB. */
const AT_ONCE = 2;
const MAX_WAITING = 50;

/** Too many password checks are waiting. */
export class PasswordQueueFull extends Error {}

interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

export type PasswordQueue = ReturnType<typeof createPasswordQueue>;

/** Limits how many passwords this node checks at once, with a fair queue by network. */
export function createPasswordQueue({ atOnce = AT_ONCE, mostWaiting = MAX_WAITING } = {}) {
  const waiting = createFairQueue<Waiting>({ limit: mostWaiting });
  let running = 0;

  function next(): void {
    const first = waiting.next();
    if (first) first.start();
    else running -= 1;
  }

  function turn(network: string): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refused = waiting.add({ person: network }, { start: resolve, refuse: reject });
    refused?.refuse(new PasswordQueueFull("Too many passwords are being checked at once."));
    return promise;
  }

  return {
    async run<T>(network: string, work: () => Promise<T>): Promise<T> {
      await turn(network);
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}

/** Password hashing. Implementations must not block the event loop. */
export interface PasswordHash {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** better-auth's hash, loaded with the first password. */
export const SCRYPT: PasswordHash = {
  hash: async (password) => (await import("better-auth/crypto")).hashPassword(password),
  verify: async (given) => (await import("better-auth/crypto")).verifyPassword(given),
};
