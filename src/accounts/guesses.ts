import type { Clock } from "../shared/clock.ts";
import { slide } from "../shared/sliding-window.ts";

const WINDOW_MS = 15 * 60_000;
/** A person who forgets has ten tries; one who tries many people, or one person from many places, more. */
const MOST = { pair: 10, account: 100, address: 50 } as const;
const MOST_REMEMBERED = 50_000;

export type Guesses = ReturnType<typeof createGuesses>;

/** Slows the guessing of passwords, by account and by address. Kept in memory only. */
export function createGuesses(clock: Clock) {
  const failures = new Map<string, number[]>();

  const namesOf = (account: string, address: string): [string, number][] => [
    [`pair ${account} ${address}`, MOST.pair],
    [`account ${account}`, MOST.account],
    [`address ${address}`, MOST.address],
  ];

  function remember(name: string, times: number[]): void {
    failures.delete(name);
    failures.set(name, times);
    if (failures.size > MOST_REMEMBERED) failures.delete(failures.keys().next().value!);
  }

  return {
    /** Takes one try. The seconds to wait when there is none left, else 0. */
    take(account: string, address: string): number {
      let wait = 0;
      const taken = namesOf(account, address).map(([name, limit]) => {
        const result = slide(failures.get(name) ?? [], clock.steady(), limit, WINDOW_MS);
        if (!result.admitted) wait = Math.max(wait, result.resetIn);
        return [name, result.times] as const;
      });
      if (wait > 0) return Math.max(1, Math.ceil(wait / 1000));
      for (const [name, times] of taken) remember(name, times);
      return 0;
    },

    /** The password was right: the try is given back, and the person starts afresh from there. */
    forgive(account: string, address: string): void {
      const [pair, ...wider] = namesOf(account, address);
      failures.delete(pair![0]);
      for (const [name] of wider) remember(name, (failures.get(name) ?? []).slice(0, -1));
    },
  };
}
