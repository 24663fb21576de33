/** How time, memory and disk grow with scans and with codes; full runs draw it for docs/performance.md. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fillCodes } from "../test/support/many-codes.ts";
import { loadScans } from "./support/load.ts";
import { type Plot, savePlot } from "./support/plot.ts";
import { prepareService } from "./support/prepared.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

const SIZES = {
  full: { scans: [1e3, 1e4, 1e5, 1e6, 1e7], codes: [1e3, 1e4, 1e5, 1e6], repeats: 25 },
  small: { scans: [10], codes: [10], repeats: 1 },
};

const REST_MS = 320;

/** Measurements by name, in the order of the sizes. */
type Series = Map<string, [size: number, value: number][]>;

export async function run(report: Report, size: Size): Promise<void> {
  const { scans, codes, repeats } = SIZES[size];
  const byScans: Series = new Map();
  for (const count of scans) await withScans(byScans, count, repeats);
  const byCodes: Series = new Map();
  for (const count of codes) await withCodes(byCodes, count, repeats);
  tell(report, "scans of one code in a year", byScans);
  tell(report, "codes of one account", byCodes);
  if (size === "full") draw(report, byScans, byCodes);
}

async function withScans(series: Series, count: number, repeats: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  const { service: server, codes } = await prepareService(dataDir, 1);
  try {
    const [code] = codes;
    const scans = new Map([[code!.shareToken, count]]);
    const rate = await loadScans({ dataDir }, { scans, days: 365 });
    await server.start();
    const path = `/qrcodes/${code!.id}`;
    const read = (rest: string) => medianMs(repeats, () => server.ask(path + rest));
    add(series, "analytics of 30 days, ms", count, await read("/analytics?days=30"));
    add(series, "analytics of 365 days, ms", count, await read("/analytics?days=365"));
    add(series, "first 100 scans, ms", count, await read("/scans?limit=100"));
    add(series, "the code itself, ms", count, await read(""));
    add(series, "memory, MB", count, server.residentMegabytes());
    add(series, "disk, bytes a scan", count, statSync(join(dataDir, "tessera.db")).size / count);
    add(series, "settled, thousands a second", count, rate / 1000);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withCodes(series: Series, count: number, repeats: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-bench-"));
  // The codes that are read, among all the others.
  const { service: server, workspaceId, codes } = await prepareService(dataDir, repeats);
  try {
    await server.withStore((store) => fillCodes(store.auth.db, "sqlite", workspaceId, count));
    await server.start();
    // Wait for the owner's cool-down after a long list, which is not part of the list's time.
    const read = (path: string) => medianMs(repeats, () => server.ask(path), REST_MS);
    const [ids, tokens] = [codes.values(), codes.values()];
    const byId = () => server.ask(`/qrcodes/${ids.next().value!.id}`);
    add(series, "one code by its id, ms", count, await medianMs(repeats, byId));
    add(series, "first 20 codes, ms", count, await read("/qrcodes?limit=20"));
    add(series, "a search, ms", count, await read("/qrcodes?limit=20&q=Lantern"));
    const scan = () => fetch(`${server.url}/r/${tokens.next().value!.shareToken}`, { redirect: "manual" });
    add(series, "first scan of a code, ms", count, await medianMs(repeats, scan));
    add(series, "memory, MB", count, server.residentMegabytes());
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function add(series: Series, name: string, size: number, value: number): void {
  series.set(name, [...(series.get(name) ?? []), [size, value]]);
}

async function medianMs(repeats: number, work: () => Promise<Response>, pauseMs = 0): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < repeats; i++) {
    if (pauseMs > 0) await sleep(pauseMs);
    const begun = performance.now();
    const answer = await work();
    await answer.arrayBuffer();
    times.push(performance.now() - begun);
    if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}`);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

function tell({ say }: Report, of: string, series: Series): void {
  const sizes = [...series.values()][0]!.map(([size]) => size);
  say(`\n${"".padEnd(30)}${sizes.map((size) => String(size).padStart(10)).join("")}  ${of}`);
  for (const [name, points] of series) {
    const cells = points.map(([, value]) => value.toFixed(value < 10 ? 2 : 0).padStart(10));
    say(`${name.padEnd(30)}${cells.join("")}`);
  }
}

function draw({ say }: Report, byScans: Series, byCodes: Series): void {
  const plot = (title: string, label: string, series: Series, unit: string): Plot => ({
    title,
    x: { label, isLogarithmic: true },
    y: { label: unit },
    lines: [...series]
      .filter(([name]) => name.endsWith(`, ${unit}`))
      .map(([name, points]) => ({ name: name.slice(0, -unit.length - 2), points })),
  });
  const [scans, codes] = ["scans of one code", "codes of one account"] as const;
  const saved = [
    savePlot("growth-scans-time", plot("Time of an answer by scans", scans, byScans, "ms")),
    savePlot("growth-scans-memory", plot("Memory by scans", scans, byScans, "MB")),
    savePlot("growth-codes-time", plot("Time of an answer by codes", codes, byCodes, "ms")),
    savePlot("growth-codes-memory", plot("Memory by codes", codes, byCodes, "MB")),
  ];
  say(`\nplots: ${saved.join(", ")}`);
}
