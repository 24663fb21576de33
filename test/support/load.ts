/** People who scan: a number of keep-alive clients, each asking again as soon as it is answered. */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface LoadResult {
  sent: number;
  /** Answers 302, counted or not. */
  redirected: number;
  /** The Scan-Id of every acknowledged scan. */
  acknowledged: string[];
  /** Answers of any other status, and broken connections, in words. */
  failures: string[];
  /** Milliseconds of each answered request. */
  times: number[];
}

export interface Load {
  result: LoadResult;
  stop(): Promise<LoadResult>;
}

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

export function startLoad(
  urls: readonly string[],
  tokens: readonly string[],
  { clients = 16, pauseMs = 0 } = {},
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const result: LoadResult = { sent: 0, redirected: 0, acknowledged: [], failures: [], times: [] };
  let running = true;

  function scan(url: string): Promise<void> {
    result.sent += 1;
    const begun = performance.now();
    return new Promise((resolve) => {
      const request = get(url, { agent, headers: { "user-agent": PHONE } }, (answer) => {
        answer.resume();
        answer.on("end", () => {
          result.times.push(performance.now() - begun);
          const id = answer.headers["scan-id"];
          if (typeof id === "string") result.acknowledged.push(id);
          if (answer.statusCode === 302) result.redirected += 1;
          else result.failures.push(`status ${answer.statusCode}`);
          resolve();
        });
      });
      request.on("error", (error) => {
        result.failures.push((error as NodeJS.ErrnoException).code ?? error.message);
        resolve();
      });
    });
  }

  async function client(n: number): Promise<void> {
    for (let i = n; running; i++) {
      await scan(`${urls[i % urls.length]}/r/${tokens[i % tokens.length]}`);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }
  const all = Array.from({ length: clients }, (_, n) => client(n));

  return {
    result,
    async stop() {
      running = false;
      await Promise.all(all);
      agent.destroy();
      return result;
    },
  };
}

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
