import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, type Outcome } from "../support/process.ts";
import { needs } from "../support/tools.ts";

const RUN = fileURLToPath(new URL("../../bench/run.ts", import.meta.url));
const run = (...args: string[]): Promise<Outcome> => launch(process.execPath, [RUN, ...args]).ended;

/** What each bench says when it has come to its end. */
const BENCHES: Record<string, RegExp[]> = {
  redirect: [/^P1, SQLite: [1-9]/m, /none went uncounted/, /^P2: p99 \d/m],
  analytics: [/^P5, 30 days: \d/m, /^P5, 365 days: \d/m, /^P6: .* the first \d/m],
  storage: [/^P7, codes: 1, .* \d+\.\d bytes/m, /^P7, codes: 10, .* \d+\.\d bytes/m],
  render: [/^P3 PNG 512 .* ours \d/m, /^P4 SVG .* ours \d/m, /^Burst of .* all drawn/m],
  recognise: [/^cached visit +\d/m, /^place data, v6 half: \d/m],
  postgres: [/^P9, .*: [1-9]/m, /none went uncounted/, /two nodes, one hot code: [1-9]/],
  start: [/^P8: ready after [1-9]\d* ms .*, [1-9]\d* MB/m],
  list: [/^SQLite: 300 codes/m, /^PostgreSQL: 300 codes/m, /^P10: by id \d/m],
};
const WITH_WRK = ["redirect", "postgres"];
/** Its memory is read from Linux's /proc. */
const ON_LINUX = ["start"];
const TRIED = Object.keys(BENCHES).filter(
  (name) => process.platform === "linux" || !ON_LINUX.includes(name),
);

describe("npm run bench", () => {
  /** Of each bench, as `== name` parts them. */
  let said: Map<string, string>;
  let ended: Outcome;
  before(async () => {
    // One process for all of them: most of what each costs is to begin.
    ended = await run("--small", ...TRIED);
    const parts = ended.stdout.split(/^== (.*)$/m).slice(1);
    said = new Map(parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1]!]] : [])));
  });

  for (const name of TRIED) {
    it(`runs ${name} to its end`, { skip: WITH_WRK.includes(name) && needs("wrk") }, () => {
      const out = said.get(name) ?? `not begun: ${ended.stderr}`;
      for (const line of BENCHES[name]!) assert.match(out, line, ended.stderr);
      assert.doesNotMatch(out, /NaN|Infinity|undefined/);
    });
  }

  it("ends well", () => assert.equal(ended.code, 0, ended.stderr));

  it("names the benches there are, and every one of them is tried here", async () => {
    const { code, stderr } = await run("nothing");
    assert.equal(code, 2);
    assert.ok(stderr.includes(`there are: ${Object.keys(BENCHES).join(", ")}.`), stderr);
  });
});
