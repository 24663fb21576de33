import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Caller } from "../../src/shared/caller.ts";
import { createFairQueue } from "../../src/shared/fair-queue.ts";

interface Job extends Caller {
  part: string;
  /** How many had ended when it came. */
  at: number;
}

const caller = fc.record({ person: fc.constantFrom("anna", "ben", "carla"), part: fc.constantFrom("a", "b", "c") });
/** Null: the running job ends, and the next one begins. */
const steps = fc.array(fc.option(caller), { maxLength: 80 });
const limits = fc.record({
  limit: fc.integer({ min: 1, max: 12 }),
  ofPerson: fc.integer({ min: 1, max: 6 }),
  ofPart: fc.integer({ min: 1, max: 4 }),
});

/** Jobs as they began, until the queue is empty. */
function run(given: readonly (Caller | null)[]): Job[] {
  const queue = createFairQueue<Job>({ limit: 1_000 });
  const begun: Job[] = [];
  let ended = 0;
  const begin = () => {
    ended = begun.length;
    const job = queue.next();
    if (job) begun.push(job);
    return job !== undefined;
  };
  for (const step of given) {
    if (step) queue.add(step, { ...step, part: step.part!, at: ended });
    else begin();
  }
  while (begin());
  return begun;
}

const count = (names: readonly string[]): number =>
  Math.max(0, ...Object.values(Object.groupBy(names, (name) => name)).map((same) => same!.length));

describe("A fair queue", () => {
  it("delays the first job of a person, and of a workspace in its person's turns, by one job of each other", () => {
    fc.assert(
      fc.property(steps, (given) => {
        const begun = run(given);
        for (const [place, { person, part, at }] of begun.entries()) {
          // With the job that ran when this one came.
          const before = begun.slice(at, place);
          const own = before.filter((job) => job.person === person);
          if (own.length === 0) assert.ok(count(before.map((job) => job.person)) <= 1, "people");
          if (!own.some((job) => job.part === part)) assert.ok(count(own.map((job) => job.part)) <= 1, "workspaces");
        }
      }),
    );
  });

  it("keeps the order of jobs of one workspace", () => {
    fc.assert(
      fc.property(steps, (given) => {
        const lines = Object.values(Object.groupBy(run(given), ({ person, part }) => `${person} ${part}`));
        for (const line of lines)
          assert.deepEqual(
            line,
            line!.toSorted((a, b) => a.at - b.at),
          );
      }),
    );
  });

  it("holds its limits, and refuses a job only of who has the most", () => {
    fc.assert(
      fc.property(limits, steps, ({ limit, ofPerson, ofPart }, given) => {
        const queue = createFairQueue<Job>({ limit, ofPerson, ofPart });
        const waiting = new Set<Job>();
        const of = (person: string, part?: string) =>
          [...waiting].filter((job) => job.person === person && (part === undefined || job.part === part)).length;
        const most = (names: readonly string[], size: (name: string) => number) =>
          Math.max(...names.map((name) => size(name)));
        for (const step of given) {
          if (step === null) {
            const next = queue.next();
            if (next) waiting.delete(next);
            continue;
          }
          const job = { ...step, part: step.part!, at: 0 };
          waiting.add(job);
          const refused = queue.add(step, job);
          const counted = { part: of(job.person, job.part), person: of(job.person), all: waiting.size };
          const isFull = counted.part > ofPart || counted.person > ofPerson || counted.all > limit;
          assert.equal(refused !== undefined, isFull);
          if (!refused) continue;
          if (counted.part > ofPart) assert.equal(refused, job);
          else if (counted.person > ofPerson) assert.equal(refused.person, job.person);
          else assert.equal(of(refused.person), most(["anna", "ben", "carla"], of));
          if (counted.part <= ofPart) {
            assert.equal(
              of(refused.person, refused.part),
              most(["a", "b", "c"], (part) => of(refused.person, part)),
            );
          }
          waiting.delete(refused);
          assert.equal(queue.size(), waiting.size);
          assert.equal(queue.sizeOf(job.person), of(job.person));
        }
      }),
    );
  });

  it("forgets jobs that left", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(caller, fc.boolean()), { maxLength: 30 }), (given) => {
        const queue = createFairQueue<number>({ limit: 100 });
        for (const [i, [who]] of given.entries()) queue.add(who, i);
        for (const [i, [who, leaves]] of given.entries()) if (leaves) assert.equal(queue.remove(who, i), true);
        for (const [i, [who, leaves]] of given.entries()) if (leaves) assert.equal(queue.remove(who, i), false);
        const left = given.flatMap(([, leaves], i) => (leaves ? [] : [i]));
        const begun = left.map(() => queue.next());
        assert.deepEqual(
          begun.toSorted((a, b) => a! - b!),
          left,
        );
        assert.equal(queue.next(), undefined);
        assert.equal(queue.size(), 0);
      }),
    );
  });
});
