/** F2: the order of the service's system calls to write, sync and answer. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { eventually } from "../../support/eventually.ts";
import { PROGRAM } from "../../support/process.ts";
import { createCodes, createService } from "../../support/service.ts";
import { freshDir } from "../../support/stores.ts";
import { needs, notAllowed, TOOLS } from "../../support/tools.ts";

type Step = "write" | "sync" | "answer";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** -D: strace runs detached, so that the process we signal is the service itself. */
const STRACE = [
  "strace",
  "-D",
  "-f",
  "--seccomp-bpf",
  "-y",
  "-s",
  "400",
  "-e",
  "trace=pwrite64,write,writev,sendto,fsync,fdatasync",
];

/** For a test's `skip`. */
export function cannotTrace(): string | false {
  const missing = needs("strace");
  if (missing) return missing;
  const traced = spawnSync("strace", ["-f", "-o", "/dev/null", "true"]).status === 0;
  return !traced && notAllowed(TOOLS.strace.tests, "strace may not trace here");
}

/** Scans one after the other under strace, and the steps for each, in order. */
export async function traceScans(scans: number, program = PROGRAM): Promise<Step[][]> {
  const trace = join(freshDir(), "trace.txt");
  const node = await createService({ program, under: [...STRACE, "-o", trace] });
  try {
    await node.prepare();
    await node.start();
    const [code] = await createCodes(node, 1);
    for (let i = 0; i < scans; i++) {
      // Under strace, a busy machine may answer before the disk has synced: then the answer has no id to look for.
      await eventually(async () => {
        const { headers } = await fetch(`${node.url}/r/${code!.shareToken}`, { redirect: "manual" });
        assert.ok(headers.has("scan-id"));
      });
      // The last scan's settling and trimming must not fall between this one's steps.
      await eventually(async () => assert.equal(await node.metric("tessera_journal_rows"), 0));
      await sleep(300);
    }
    await node.stop();
  } finally {
    await node.kill();
  }
  // strace exits a moment after the process it traces.
  const text = () => readFileSync(trace, "utf8");
  await eventually(() => assert.match(text(), /\+\+\+ exited with \d+ \+\+\+\n$/));
  return stepsOf(text());
}

/** The steps before each answer to a scan, since the previous answer. A call counts when it ends. */
export function stepsOf(trace: string): Step[][] {
  const scans: Step[][] = [];
  const unfinished = new Map<string, string>();
  let steps: Step[] = [];
  for (const line of trace.split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    // An answer is sent when its call begins; anything else is done when its call ends.
    // The log mentions the header too.
    if (/^(write|writev|sendto)\(.*HTTP\/1\.1 .*Scan-Id/i.test(rest)) {
      scans.push([...steps, "answer"]);
      steps = [];
    }
    if (rest.endsWith("<unfinished ...>")) {
      unfinished.set(thread, rest);
      continue;
    }
    const call = rest.startsWith("<...") ? (unfinished.get(thread) ?? "") : rest;
    if (!/journal\.db-wal>/.test(call)) continue;
    if (call.startsWith("pwrite64(")) steps.push("write");
    else if (/^f(data)?sync\(/.test(call) && / = 0$/.test(rest)) steps.push("sync");
  }
  return scans;
}

/** True if what was written for the scan was synced before the answer was sent. */
export const isDurableFirst = (steps: readonly Step[]): boolean =>
  steps.includes("write") && steps.at(-1) === "answer" && steps.at(-2) === "sync";

/** A copy of the service in which the journal's commits are not synced. */
export function weakenedProgram(): string {
  const copy = freshDir();
  // Without src the launcher runs the build.
  const code = process.env.TEST_BUILT ? "dist" : "src";
  for (const part of ["bin", code, "package.json"]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const file = join(copy, code, code === "src" ? "scans/journal-thread.ts" : "scans-journal-thread.js");
  const weak = readFileSync(file, "utf8").replace("synchronous = FULL", "synchronous = NORMAL");
  writeFileSync(file, weak);
  if (!weak.includes("synchronous = NORMAL")) throw new Error("there is no sync to weaken");
  return join(copy, "bin/tessera.js");
}
