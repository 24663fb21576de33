import type { FastifyRequest } from "fastify";
import { type PasswordQueue, PasswordQueueFull } from "../../accounts/password-queue.ts";
import type { Try } from "../../accounts/sign-in-throttle.ts";
import { networkOf } from "../../shared/addresses.ts";
import { Refusal } from "./refusal.ts";

const BUSY_SECONDS = 5;

export type Attempts = ReturnType<typeof createAttempts>;

/** Everything that costs a password's hash goes through here: first a try, then a turn. */
export function createAttempts(
  queue: PasswordQueue,
  addressOf: (request: FastifyRequest) => string,
) {
  return {
    /** Runs the work when a try is left, in its network's turn. A true result gives the try back. */
    async run(
      request: FastifyRequest,
      taken: Try | null,
      work: () => Promise<boolean>,
    ): Promise<boolean> {
      if (taken?.wait) throw tooMany(taken.wait);
      const giveBack = async () => {
        if (taken && "giveBack" in taken) await taken.giveBack();
      };
      try {
        const right = await queue.run(networkOf(addressOf(request)), work);
        if (right) await giveBack();
        return right;
      } catch (error) {
        if (!(error instanceof PasswordQueueFull)) throw error;
        await giveBack();
        const message = "Too many people sign in at this moment. Please try again in some seconds.";
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
