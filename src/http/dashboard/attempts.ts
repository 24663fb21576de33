import type { FastifyRequest } from "fastify";
import { type PasswordQueue, PasswordQueueFull } from "../../accounts/password-queue.ts";
import type { Try } from "../../accounts/sign-in-throttle.ts";
import { networkOf } from "../../shared/addresses.ts";
import { Refusal } from "./refusal.ts";

const BUSY_SECONDS = 5;

export type Attempts = ReturnType<typeof createAttempts>;

/** Everything that costs a password's hash goes through here: first a turn, then a try. */
export function createAttempts(queue: PasswordQueue, addressOf: (request: FastifyRequest) => string) {
  return {
    /**
     * In its network's turn, runs the work if a try is left. A true result gives the try back. The
     * try is taken in the turn too, so that a flood holds few connections of the database.
     */
    async run(
      request: FastifyRequest,
      take: (() => Promise<Try>) | null,
      work: () => Promise<boolean>,
    ): Promise<boolean> {
      const attempt = async (): Promise<boolean> => {
        const taken = await take?.();
        if (taken?.wait) throw tooMany(taken.wait);
        const right = await work();
        if (right && taken && "giveBack" in taken) await taken.giveBack();
        return right;
      };
      try {
        return await queue.run(networkOf(addressOf(request)), attempt);
      } catch (error) {
        if (!(error instanceof PasswordQueueFull)) throw error;
        const message = "Too many users sign in at this moment. Please try again in some seconds.";
        throw new Refusal("busy", message, BUSY_SECONDS);
      }
    },
  };
}

function tooMany(wait: number): Refusal {
  const minutes = Math.ceil(wait / 60);
  const span = minutes === 1 ? "a minute" : `${minutes} minutes`;
  const message = `Too many tries. Please wait ${span} and try again.`;
  return new Refusal("too_many_attempts", message, wait);
}
