/**
 * Load: visitors who scan over keep-alive connections, each again as soon as the answer arrives, and a tally of the
 * answers.
 */
import assert from "node:assert/strict";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "./eventually.ts";
import type { ServedCode } from "./service.ts";

export interface Tally {
  sent: number;
  /** Ids of acknowledged scans, by the id of their code. */
  acknowledged: Map<string, string[]>;
  /** Redirects without a Scan-Id. */
  unacknowledged: number;
  /** Requests without an answer, or with anything but a redirect. */
  failed: string[];
  /** How long each redirect took, in milliseconds. */
  times: number[];
}

export interface Load {
  tally: Tally;
  /** Waits until `count` more scans are acknowledged, however slow the machine. */
  acknowledges(count: number): Promise<void>;
  stop(): Promise<Tally>;
}

export interface LoadOptions {
  connections?: number;
  /** Between two scans of one visitor. */
  pauseMs?: number;
}

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

export function startLoad(
  nodes: readonly { url: string }[],
  codes: readonly ServedCode[],
  { connections = 16, pauseMs = 0 }: LoadOptions = {},
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tally: Tally = {
    sent: 0,
    acknowledged: new Map(codes.map(({ id }) => [id, []])),
    unacknowledged: 0,
    failed: [],
    times: [],
  };
  let running = true;

  function scan(url: string, code: ServedCode): Promise<void> {
    const begun = performance.now();
    tally.sent += 1;
    return new Promise((resolve) => {
      const fail = (why: string) => {
        tally.failed.push(why);
        resolve();
      };
      const options = { agent, headers: { "user-agent": PHONE } };
      const request = get(`${url}/r/${code.shareToken}`, options, (answer) => {
        answer.resume();
        answer.on("error", (error) => fail(`cut off: ${error.message}`));
        answer.on("end", () => {
          const id = answer.headers["scan-id"];
          if (answer.statusCode !== 302) return fail(`status ${answer.statusCode}`);
          if (typeof id === "string") tally.acknowledged.get(code.id)!.push(id);
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
      await scan(nodes[i % nodes.length]!.url, codes[i % codes.length]!);
      if (pauseMs > 0) await sleep(pauseMs);
      else if (tally.failed.length > failedBefore) await sleep(10);
    }
  }
  const users = Array.from({ length: connections }, (_, i) => user(i));

  return {
    tally,
    acknowledges(count) {
      const wanted = countAcknowledged(tally) + count;
      return eventually(() => assert.ok(countAcknowledged(tally) >= wanted, "scans are not acknowledged"));
    },
    async stop() {
      running = false;
      await Promise.all(users);
      agent.destroy();
      return tally;
    },
  };
}

export const countAcknowledged = ({ acknowledged }: Tally): number =>
  [...acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0);

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
