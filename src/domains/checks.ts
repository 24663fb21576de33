/** Looks daily whether the TXT records of verified domains are still there. */
import type { Clock } from "../shared/clock.ts";
import { DAY_MS } from "../shared/days.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import type { Store } from "../store/store.ts";
import { recordOf } from "./service.ts";
import type { LookUpTxt } from "./txt-records.ts";

interface DomainChecksOptions {
  store: Pick<Store, "domains">;
  clock: Clock;
  lookUpTxt: LookUpTxt;
  onError: (error: unknown) => void;
}

const LOOK_MS = 60 * 60_000;
const CHECKED_AT_ONCE = 20;

/** Nodes share the work: each claims domains that are due. */
export function startDomainChecks({ store: { domains }, clock, lookUpTxt, onError }: DomainChecksOptions) {
  let isStopped = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!isStopped) {
      const now = clock.now();
      // Until its result is noted, a claimed domain is due again at the next look: the database may fail meanwhile.
      const due = await domains.claimDue(now - DAY_MS, now - DAY_MS + LOOK_MS, CHECKED_AT_ONCE);
      await Promise.all(
        due.map(async (domain) => {
          const { name, value } = recordOf(domain);
          const records = await lookUpTxt(name);
          // A server that does not answer says nothing about the record.
          const isUnknown = "problem" in records && !records.isCertain;
          const isThere = "values" in records && records.values.includes(value);
          await domains.note(domain, isUnknown ? null : isThere, now);
        }),
      );
      if (due.length < CHECKED_AT_ONCE) return;
    }
  }

  const check = (): Promise<void> => {
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  void check();
  const timer = setInterval(() => void check(), LOOK_MS).unref();

  return {
    /** For tests: checks what is due. */
    check,
    async stop(ms: number): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      if (running) await isDoneWithin(running, ms);
    },
  };
}
