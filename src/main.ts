import { setTimeout as sleep } from "node:timers/promises";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { createLogger } from "./doors/http/log.ts";
import { createSystemClock } from "./shared/clock.ts";
import { VERSION } from "./shared/version.ts";
import { openStore } from "./store/open.ts";

/** How long a balancer is given to see that this node is no longer ready. */
const NOTICE_MS = 500;

/** npm start: store, app, listen; on SIGTERM or Ctrl-C take nothing new, finish, close. */
export async function serve(config: Config): Promise<void> {
  const clock = createSystemClock();
  const logger = createLogger(config.logLevel);
  const store = await openStore(config, clock, (message) => logger.warn(message));
  const app = await createApp({ config, store, clock, logger });

  let stopping = false;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) return;
    stopping = true;
    app.retire();
    if (signal === "SIGTERM") await sleep(NOTICE_MS);
    await app.close();
    await store.close();
    logger.info("stopped");
  }
  // A terminal may send the signal twice, to us and to the npm around us: once is enough.
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  await app.server.listen({ host: config.host, port: config.port });
  const where = config.databaseUrl ? "PostgreSQL" : `SQLite in ${config.dataDir}`;
  console.log(`Tessera ${VERSION} is ready at ${config.baseUrl} (port ${config.port}, ${where}).`);
  const setUp = await app.setUpLink();
  if (setUp) {
    console.log(`There is no account yet. Make the first one, once, here: ${setUp}`);
    console.log("Or on the command line: npx tessera user add you@example.com --plan pro");
  }
}
