import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { needs, where } from "../support/tools.ts";

const RUN = fileURLToPath(new URL("../../bench/run.ts", import.meta.url));
const run = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [RUN, ...args])).stdout;

/** What each bench says when it has come to its end. */
const BENCHES: Record<string, RegExp[]> = {
  redirect: [/^P1, SQLite: [1-9]/m, /none went uncounted/, /^P2: p99 \d/m],
  analytics: [/^P5, 30 days: \d/m, /^P5, 365 days: \d/m, /^P6: .* the first \d/m],
  storage: [/^P7, codes: 1, .* \d+\.\d bytes/m, /^P7, codes: 10, .* \d+\.\d bytes/m],
  render: [/^P3 PNG 512 .* ours \d/m, /^P4 SVG .* ours \d/m, /^Burst of .* all drawn/m],
  recognise: [/^cached visit +\d/m, /^place data, v6 half: \d/m],
  postgres: [/^P9, .*: [1-9]/m, /none went uncounted/, /two nodes, one hot code: [1-9]/],
  start: [/^P8: ready after [1-9]\d* ms .*, [1-9]\d* MB/m],
  list: [/^SQLite: 3000 codes/m, /^PostgreSQL: 3000 codes/m, /^P10: by id \d/m],
};
const WITH_WRK = ["redirect", "postgres"];
/** Its memory is read from Linux's /proc. */
const ON_LINUX = ["start"];

describe("npm run bench", () => {
  for (const [name, lines] of Object.entries(BENCHES)) {
    where(process.platform === "linux" || !ON_LINUX.includes(name), it)(
      `runs ${name} to its end`,
      { skip: WITH_WRK.includes(name) && needs("wrk") },
      async () => {
        const out = await run("--small", name);
        for (const line of lines) assert.match(out, line);
        assert.doesNotMatch(out, /NaN|Infinity|undefined/);
      },
    );
  }

  it("names the benches there are, and every one of them is tried here", async () => {
    await assert.rejects(run("nothing"), ({ code, stderr }: { code: number; stderr: string }) => {
      assert.equal(code, 2);
      assert.ok(stderr.includes(`there are: ${Object.keys(BENCHES).join(", ")}.`), stderr);
      return true;
    });
  });
});
