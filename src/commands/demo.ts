import { DEMO_EMAIL, runDemo } from "../demo/run.ts";
import { type Command, MAKING, withTools } from "./command.ts";

const WIDTH = 30;

/** A bar on a terminal; nothing where nobody watches. */
function drawProgress(done: number): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round(done * WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
  process.stderr.write(`\r${bar} ${Math.round(done * 100)} %${done === 1 ? "\n" : ""}`);
}

export const demoCommand: Command = {
  words: ["demo"],
  usage: "demo",
  help: `fill an account ${DEMO_EMAIL} with codes and scans to look at`,
  takes: 0,
  run: async () =>
    withTools(async ({ config, store, accounts }) => {
      const { email, password } = await runDemo({
        store,
        accounts,
        now: Date.now(),
        lifetimeMs: config.codeLifetimeMs,
        progress: drawProgress,
      });
      console.log("Twenty codes with 50,000 scans are ready. With the service running, sign in:");
      console.log(`  ${config.baseUrl}/app/   ${email}   ${password}`);
      return 0;
    }, MAKING),
};
