/** The control of a timed fault: see control.ts. Wants little of the processor, again and again. */
import { percentile } from "../../support/load.ts";

const EVERY_MS = 20;
const WORK_MS = 2;

const usedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let waits: number[] = [];
process.on("message", () => {
  process.send!({ p99: percentile(waits, 0.99), count: waits.length });
  waits = [];
});
process.once("disconnect", () => process.exit());

function next(): void {
  const due = performance.now() + EVERY_MS;
  setTimeout(() => {
    const used = usedMs();
    while (usedMs() - used < WORK_MS);
    waits.push(performance.now() - due - WORK_MS);
    next();
  }, EVERY_MS);
}
next();
process.send!("begun");
