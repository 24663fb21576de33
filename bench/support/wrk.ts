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

/** First octets of addresses in use on every continent. */
const NETWORKS = [24, 31, 46, 62, 78, 81, 92, 133, 189, 203];
const AGENTS = 250;

const agentOf = (i: number): string =>
  `Mozilla/5.0 (${SYSTEMS[i % SYSTEMS.length]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + (i % 60)}.0.${i}.0 Mobile Safari/537.36`;

/** Mixed agents and addresses, like on a busy service. */
export function visitors(count: number): { agent: string; address: string }[] {
  return Array.from({ length: count }, (_, i) => ({
    agent: agentOf(i),
    address: `${NETWORKS[i % 10]}.${(i * 37) % 256}.${(i * 91) % 256}.${1 + (i % 250)}`,
  }));
}

/**
 * Every visitor has a different address, as in production: requests are assembled from prepared parts and an address.
 * `pauseMs` between a response and the connection's next request makes an even load.
 */
function script(paths: readonly string[], pauseMs?: number): string {
  const quoted = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(",\n");
  const agents = Array.from({ length: AGENTS }, (_, i) => agentOf(i));
  return `local paths = {${quoted(paths)}}
local agents = {${quoted(agents)}}
local networks = {${NETWORKS.join(",")}}
local heads, tails = {}, {}
local n, x = 0, 0
function init()
  for i, path in ipairs(paths) do
    heads[i] = "GET " .. path .. " HTTP/1.1\\r\\nHost: localhost\\r\\nX-Forwarded-For: "
  end
  for i, agent in ipairs(agents) do
    tails[i] = "\\r\\nUser-Agent: " .. agent .. "\\r\\n\\r\\n"
  end
  x = math.random(4294967295)
end
function request()
  n = n + 1
  x = (x * 1664525 + 1013904223) % 4294967296
  local a, b = math.floor(x / 16777216), math.floor(x / 65536) % 256
  return heads[n * 7 % #heads + 1] .. networks[a % #networks + 1] .. "." .. b .. "."
    .. math.floor(x / 256) % 256 .. "." .. x % 256 .. tails[n % #tails + 1]
end
${pauseMs === undefined ? "" : `function delay() return ${pauseMs} end`}
`;
}

export interface Load {
  requests: number;
  perSecond: number;
  /** Responses other than 2xx and 3xx, and socket errors. */
  bad: number;
  p50: number;
  p99: number;
}

/** Between a connection's requests where the rate does not matter. */
export const SMALL_PAUSE_MS = 100;

/** A busy machine may not answer within a second: measure again. */
const MAX_TRIES = 10;

export async function runWrk(url: string, paths: readonly string[], seconds: number, pauseMs?: number): Promise<Load> {
  for (let i = 0; i < MAX_TRIES; i++) {
    const load = await runOnce(url, paths, seconds, pauseMs);
    if (load.requests > 0) return load;
  }
  throw new Error(`wrk got no answer from ${url}.`);
}

async function runOnce(
  url: string,
  paths: readonly string[],
  seconds: number,
  pauseMs: number | undefined,
): Promise<Load> {
  const dir = mkdtempSync(join(tmpdir(), "tessera-wrk-"));
  const file = join(dir, "requests.lua");
  writeFileSync(file, script(paths, pauseMs));
  const args = ["-t1", "-c64", `-d${seconds}s`, "--latency", "-s", file, url];
  const { stdout: out } = await promisify(execFile)("wrk", args).finally(() => rmSync(dir, { recursive: true }));
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
