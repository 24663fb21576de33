/** Visitors of an expired code, so many a second; at the lowest priority, as if on other machines. */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface ExpiredTask {
  url: string;
  token: string;
  perSecond: number;
}

/** How many visits were answered with each status, and the seconds they took together. */
export interface ExpiredReport {
  statuses: Record<string, number>;
  seconds: number;
}

const { url, token, perSecond } = JSON.parse(process.argv[2]!) as ExpiredTask;
const TICK_MS = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const statuses: Record<string, number> = {};
let isOver = false;
process.once("disconnect", () => process.exit());
process.once("message", () => {
  isOver = true;
});

const visit = () =>
  new Promise<void>((resolve) => {
    const done = (status: string) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      resolve();
    };
    get(`${url}/r/${token}`, { agent }, (answer) => {
      answer.resume();
      answer.on("end", () => done(String(answer.statusCode)));
      answer.on("error", () => done("cut"));
    }).on("error", () => done("cut"));
  });

await visit();
process.send!("begun");
const begun = performance.now();
const visits: Promise<void>[] = [];
while (!isOver) {
  const due = ((performance.now() - begun) / 1000) * perSecond;
  while (visits.length < due) visits.push(visit());
  await sleep(TICK_MS);
}
const seconds = (performance.now() - begun) / 1000;
await Promise.all(visits);
agent.destroy();
process.send!({ statuses, seconds } satisfies ExpiredReport, undefined, undefined, () => process.exit());
