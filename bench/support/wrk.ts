import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { TOOLS } from "../../test/support/tools.ts";

export const hasWrk = (): boolean => TOOLS.wrk.isHere();

const SYSTEMS = [
  "Linux; Android 14; Pixel 8",
  "Linux; Android 13; SM-S911B",
  "iPhone; CPU iPhone OS 17_5 like Mac OS X",
  "Windows NT 10.0; Win64; x64",
  "Macintosh; Intel Mac OS X 10_15_7",
];

/** 1,000 agents and addresses, mixed: what a busy service sees. */
export function visitors(count: number): { agent: string; address: string }[] {
  return Array.from({ length: count }, (_, i) => ({
    agent: `Mozilla/5.0 (${SYSTEMS[i % SYSTEMS.length]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + (i % 60)}.0.${i}.0 Mobile Safari/537.36`,
    address: `${[24, 31, 46, 62, 78, 81, 92, 133, 189, 203][i % 10]}.${(i * 37) % 256}.${(i * 91) % 256}.${1 + (i % 250)}`,
  }));
}

/** `pauseMs` between an answer and the next request of a connection makes an even load. */
function script(paths: readonly string[], pauseMs?: number): string {
  const all = visitors(1000);
  const requests = all.map(
    ({ agent, address }, i) => `{"${paths[(i * 7) % paths.length]}","${agent}","${address}"}`,
  );
  return `local rows = {${requests.join(",\n")}}
local texts = {}
local n = 0
function init()
  for i, row in ipairs(rows) do
    texts[i] = wrk.format("GET", row[1], {["User-Agent"] = row[2], ["X-Forwarded-For"] = row[3], ["Host"] = "localhost"})
  end
  n = math.random(#texts)
end
function request()
  n = n % #texts + 1
  return texts[n]
end
${pauseMs === undefined ? "" : `function delay() return ${pauseMs} end`}
`;
}

export interface Load {
  requests: number;
  perSecond: number;
  /** Answers that were not 2xx or 3xx, and socket errors. */
  bad: number;
  p50: number;
  p99: number;
}

export async function runWrk(
  url: string,
  paths: readonly string[],
  seconds: number,
  pauseMs?: number,
): Promise<Load> {
  const dir = mkdtempSync(join(tmpdir(), "tessera-wrk-"));
  const file = join(dir, "requests.lua");
  writeFileSync(file, script(paths, pauseMs));
  const args = ["-t1", "-c64", `-d${seconds}s`, "--latency", "-s", file, url];
  const { stdout: out } = await promisify(execFile)("wrk", args).finally(() =>
    rmSync(dir, { recursive: true }),
  );
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(out);
  return {
    requests: Number(/(\d+) requests in/.exec(out)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1]),
    p50: milliseconds(out, 50),
    p99: milliseconds(out, 99),
    bad:
      Number(/Non-2xx or 3xx responses: (\d+)/.exec(out)?.[1] ?? 0) +
      (errors ? errors.slice(1).reduce((sum, n) => sum + Number(n), 0) : 0),
  };
}

function milliseconds(out: string, percent: number): number {
  const [, value, unit] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(out) ?? [];
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as "us" | "ms" | "s"];
}
