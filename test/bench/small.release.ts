import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, type Outcome } from "../support/process.ts";
import { needs, type ToolName } from "../support/tools.ts";

const RUN = fileURLToPath(new URL("../../bench/run.ts", import.meta.url));
const run = (...args: string[]): Promise<Outcome> => launch(process.execPath, [RUN, ...args]).ended;

/** The last figure that each bench prints. */
const BENCHES: Record<string, RegExp[]> = {
  redirect: [/^P1, SQLite: .*: [1-9]/m, /none went uncounted/, /^P2, p99 .*: \d/m],
  analytics: [/^P5, .* 30 days.*: \d/m, /^P5, .* 365 days.*: \d/m, /^P6, .* first page \d/m],
  storage: [/^P7, .* codes: 1, .* \d+\.\d bytes/m, /^P7, .* codes: 10, .* \d+\.\d bytes/m],
  render: [/^P3, PNG 512 .*: \d/m, /^P4, SVG .*: \d/m, /^Burst, .* all were drawn/m],
  styled: [/^P13, .*: \d/m, /^P13, .* sharp from/m, /^(Logo, |No browser)/m],
  recognise: [/^cached visit +\d/m, /^location data, v6 half: \d/m, /^P14, location of a new v4 .*: \d/m],
  postgres: [/^P9, .*: [1-9]/m, /none went uncounted/, /one node, one hot code: [1-9]/],
  start: [/^P8, .* ready.*: [1-9]\d* ms/m, /^P8, memory .*: [1-9]\d* MB/m],
  list: [/^P12, SQLite: .*: \d/m, /^P12, PostgreSQL: .*: \d/m, /^P10, PostgreSQL: .*: \d/m],
  orders: [/^P12, SQLite: other pages .*: \d/m, /^P12, PostgreSQL: other pages .*: \d/m],
  limits: [/^limits, SQLite: .*: \d/m, /^limits, PostgreSQL: .*: \d/m],
  webhooks: [/^P1, CPU time per scan with a webhook, .*: \d/m, /[1-9]\d* requests with/],
  insights: [/^P5, insights .*: \d/m, /^P16, .* insights .*: \d/m, /^P17, .*: \d/m],
  pages: [/^(pages, geo, .*: best of 1 \d+ ms, [1-9]\d+ bytes in 1 request |No browser)/m],
  verdict: [/^P21, scannability check, .*: \d+ ms/m, /^P21, grades .*: \d+ of [1-9]/m],
  nodes: [/^ {2}nodes: 2, .*\d+ scans\/s/m, /none went uncounted/],
  growth: [/^analytics of 365 days, ms +\d/m, /^memory, MB +\d/m, /^a search, ms +\d/m],
  soak: [/none went uncounted/, /^ {2}megabytes +first \d/m, /^ {2}handles .* slope/m],
  export: [/^memory, export from SQLite, .*: \d/m, /^memory, export from PostgreSQL, .*: \d/m],
  packing: [/^P22, SQLite: .*: \d/m, /^P22, PostgreSQL: .*: \d/m],
};
const NEEDED: Record<string, ToolName[]> = {
  redirect: ["wrk"],
  postgres: ["wrk"],
  webhooks: ["wrk"],
  nodes: ["wrk", "nginx"],
  soak: ["wrk"],
  packing: ["wrk"],
};
/** Memory and CPU time are read from /proc, on Linux only. */
const ON_LINUX = ["start", "nodes", "webhooks", "export", "packing"];
const TRIED = Object.keys(BENCHES).filter((name) => process.platform === "linux" || !ON_LINUX.includes(name));

/** All benches take minutes, and longer next to other work. */
const PATIENT = { timeout: 30 * 60_000 };

describe("npm run bench", PATIENT, () => {
  /** The output of each bench, split at `== name`. */
  let said: Map<string, string>;
  let ended: Outcome;
  before(async () => {
    // One process for all benches: start-up is most of the cost of each.
    ended = await run("--small", ...TRIED);
    const parts = ended.stdout.split(/^== (.*)$/m).slice(1);
    said = new Map(parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1]!]] : [])));
  }, PATIENT);

  for (const name of TRIED) {
    it(`completes ${name}`, { skip: needs(...(NEEDED[name] ?? [])) }, () => {
      const out = said.get(name) ?? `not begun: ${ended.stderr}`;
      for (const line of BENCHES[name]!) assert.match(out, line, ended.stderr);
      assert.doesNotMatch(out, /NaN|Infinity|undefined/);
    });
  }

  it("prints every figure in one table, and judges none in a small run", () => {
    const figures = ended.stdout.match(/^P\d+, /gm)!.map((line) => line.slice(0, -2));
    const rows = said.get("table")!.match(/^\| P\d+ .*\|$/gm)!;
    assert.deepEqual(
      rows.map((row) => row.split("|")[1]!.trim()),
      figures,
    );
    for (const row of rows) assert.match(row, /\| - {3}\|$/);
  });

  it("prints the same as JSON, and nothing else, with --json", async () => {
    const { code, stdout, stderr } = await run("--small", "--json", "recognise");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^P14, /m);
    const { machine, figures } = JSON.parse(stdout);
    assert.equal(machine.node, process.version);
    const [first] = figures;
    assert.equal(first.name, "P14");
    assert.equal(first.met, null);
    assert.ok(first.value > 0);
  });

  it("exits with 0", () => assert.equal(ended.code, 0, ended.stderr));

  it("lists the available benches, and all of them are tested here", async () => {
    const { code, stderr } = await run("nothing");
    assert.equal(code, 2);
    assert.ok(stderr.includes(`available: ${Object.keys(BENCHES).join(", ")}.`), stderr);
  });
});
