/** npm run check: types, style and unused code, in parallel. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A package's own script, run by this Node: the launchers in .bin differ between systems. */
function scriptOf(name: string, command: string): string {
  const folder = join(ROOT, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, bin[command]);
}

/** Incremental: results are cached. In one thread, because each would infer the same types: a third of the CPU time. */
const tsc = (project: string): string[] => {
  const kept = join(ROOT, `node_modules/.cache/tessera/tsc-${project === "." ? "server" : project}.json`);
  const flags = ["--noEmit", "--singleThreaded", "--incremental", "--tsBuildInfoFile", kept];
  return [scriptOf("typescript", "tsc"), "-p", project, ...flags];
};

const CHECKS: Record<string, string[]> = {
  "tsc -p .": tsc("."),
  "tsc -p web": tsc("web"),
  "tsc -p client": tsc("client"),
  "client --check": [join(ROOT, "scripts/client.ts"), "--check"],
  "biome check .": [scriptOf("@biomejs/biome", "biome"), "check", "."],
  knip: [scriptOf("knip", "knip")],
};
const BUILD = { "npm run build": [join(ROOT, "scripts/build.ts")] };
const BUILD_WEB = { "web/dist is of web as it is": [join(ROOT, "scripts/build-web.ts")] };

function run(args: string[]): Promise<{ ok: boolean; output: string }> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** Prints the output of each in one piece. True if all succeed. */
async function runAll(all: Record<string, string[]>): Promise<boolean> {
  const results = await Promise.all(
    Object.entries(all).map(async ([name, args]) => {
      const { ok, output } = await run(args);
      console.log(`${ok ? "✔" : "✖"} ${name}`);
      if (output.trim()) console.log(output.trimEnd());
      return ok;
    }),
  );
  return results.every(Boolean);
}

export const check = (): Promise<boolean> => runAll(CHECKS);
export const build = (): Promise<boolean> => runAll(BUILD);
/** Without the server: no browser test uses its build. */
export const buildWeb = (): Promise<boolean> => runAll(BUILD_WEB);

// Not import.meta.main, because scripts/run.js may have imported it.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await check()) ? 0 : 1;
}
