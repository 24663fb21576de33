import { DEMO_EMAIL, runDemo } from "../demo/run.ts";
import { type Command, MAKING, withTools } from "./command.ts";
import { createProgress } from "./progress.ts";

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
        progress: createProgress(),
      });
      console.log("Twenty codes with 50,000 scans are ready. With the service running, sign in:");
      console.log(`  ${config.baseUrl}/app/   ${email}   ${password}`);
      return 0;
    }, MAKING),
};
