import { setTimeout as sleep } from "node:timers/promises";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { createLogger } from "./doors/http/log.ts";
import { createSystemClock } from "./shared/clock.ts";
import { createThreads } from "./shared/threads.ts";
import { VERSION } from "./shared/version.ts";
import { lockDataDir, tightenModes } from "./store/data-dir.ts";
import { openStore } from "./store/open.ts";

/** How long a balancer is given to see that this node is no longer ready. */
const NOTICE_MS = 500;
/** How long a restart waits for the process before it to let go of the data. */
const LOCK_MS = 3_000;

/** npm start: store, app, listen; on SIGTERM or Ctrl-C take nothing new, finish, close. */
export async function serve(config: Config): Promise<void> {
  const clock = createSystemClock();
  const logger = createLogger(config.logLevel);
  const lock = await lockDataDir(config.dataDir, `port ${config.port}`, LOCK_MS);
  const modes = tightenModes(config.dataDir);
  if (modes.changed.length > 0)
    logger.warn(modes, "others could read these files; now they cannot");
  else if (modes.left.length > 0) logger.warn(modes, "others can read these files");
  const threads = createThreads({
    onRestart: (thread, err) =>
      logger.error({ thread, err }, "a thread ended and is started again"),
  });
  const store = await openStore(config, clock, threads);
  const app = await createApp({ config, store, clock, logger, threads });

  let stopping = false;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) return;
    stopping = true;
    app.retire();
    if (signal === "SIGTERM") await sleep(NOTICE_MS);
    await app.close();
    await store.close();
    lock.release();
    logger.info("stopped");
  }
  // A terminal may send the signal twice, to us and to the npm around us: once is enough.
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  await app.server.listen({ host: config.host, port: config.port });
  const where = config.databaseUrl ? "PostgreSQL" : `SQLite in ${config.dataDir}`;
  console.log(`Tessera ${VERSION} is ready at ${config.baseUrl} (port ${config.port}, ${where}).`);
  const setUp = await app.setUpLink().catch((error) => {
    // A stop that comes with the start closes the store under this.
    if (stopping) return null;
    throw error;
  });
  if (setUp) {
    console.log(`There is no account yet. Make the first one, once, here: ${setUp}`);
    console.log("Or on the command line: npx tessera user add you@example.com --plan pro");
  }
}
