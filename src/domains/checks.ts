/** Looks daily whether the TXT records of verified domains are still there. */
import type { Clock } from "../shared/clock.ts";
import { DAY_MS } from "../shared/days.ts";
import { startWorker, type Worker } from "../shared/worker.ts";
import type { Store } from "../store/store.ts";
import { recordOf } from "./service.ts";
import type { LookUpTxt } from "./txt-records.ts";

interface CheckParts {
  store: Pick<Store, "domains">;
  clock: Clock;
  lookUpTxt: LookUpTxt;
}

const LOOK_MS = 60 * 60_000;
const CHECKED_AT_ONCE = 20;

/** Checks what is due. Nodes share the work: each claims domains; `isStopping` ends it early. */
export async function checkDomains(
  { store: { domains }, clock, lookUpTxt }: CheckParts,
  isStopping: () => boolean = () => false,
): Promise<void> {
  while (!isStopping()) {
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

export const startDomainChecks = (parts: CheckParts, onError: (error: unknown) => void): Worker =>
  startWorker({ everyMs: LOOK_MS, round: (isStopping) => checkDomains(parts, isStopping), onError });
