/** People who scan, over kept connections, and a book of what they were answered. */
import assert from "node:assert/strict";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../../support/eventually.ts";
import type { FaultCode, FaultNode } from "./node.ts";

export interface Tally {
  sent: number;
  /** Ids of acknowledged scans, by the id of their code. */
  acknowledged: Map<string, Set<string>>;
  /** Redirects without a Scan-Id. */
  unacknowledged: number;
  /** Requests that got no answer, or another than a redirect. */
  failed: string[];
  /** Milliseconds of each redirect. */
  times: number[];
}

export interface Load {
  tally: Tally;
  /** Waits until some scans are acknowledged, however slow the machine. */
  underWay(): Promise<void>;
  stop(): Promise<Tally>;
}

export interface LoadOptions {
  connections?: number;
  /** Between one person's scans. */
  pauseMs?: number;
}

export function startLoad(
  node: FaultNode,
  codes: readonly FaultCode[],
  { connections = 16, pauseMs = 0 }: LoadOptions = {},
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tally: Tally = {
    sent: 0,
    acknowledged: new Map(),
    unacknowledged: 0,
    failed: [],
    times: [],
  };
  for (const { id } of codes) tally.acknowledged.set(id, new Set());
  let running = true;

  function scan(code: FaultCode): Promise<void> {
    const begun = performance.now();
    tally.sent += 1;
    return new Promise((resolve) => {
      const fail = (why: string) => {
        tally.failed.push(why);
        resolve();
      };
      const request = get(`${node.url}/r/${code.shareToken}`, { agent }, (answer) => {
        answer.resume();
        answer.on("error", (error) => fail(`cut off: ${error.message}`));
        answer.on("end", () => {
          const id = answer.headers["scan-id"];
          if (answer.statusCode !== 302) return fail(`status ${answer.statusCode}`);
          if (typeof id === "string") tally.acknowledged.get(code.id)!.add(id);
          else tally.unacknowledged += 1;
          tally.times.push(performance.now() - begun);
          resolve();
        });
      });
      request.on("error", (error) => fail(error.message));
    });
  }

  async function user(first: number): Promise<void> {
    for (let i = first; running; i++) {
      const failedBefore = tally.failed.length;
      await scan(codes[i % codes.length]!);
      if (pauseMs > 0) await sleep(pauseMs);
      else if (tally.failed.length > failedBefore) await sleep(10);
    }
  }
  const users = Array.from({ length: connections }, (_, i) => user(i));

  return {
    tally,
    underWay: () =>
      eventually(() => assert.ok(countAcknowledged(tally) >= connections, "nobody is answered")),
    async stop() {
      running = false;
      await Promise.all(users);
      agent.destroy();
      return tally;
    },
  };
}

export const countAcknowledged = ({ acknowledged }: Tally): number =>
  [...acknowledged.values()].reduce((sum, ids) => sum + ids.size, 0);

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
