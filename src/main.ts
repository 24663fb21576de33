import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { createLogger } from "./doors/http/log.ts";
import { createSystemClock } from "./shared/clock.ts";
import { VERSION } from "./shared/version.ts";
import { openStore } from "./store/open.ts";

/** npm start: store, app, listen; on SIGTERM or Ctrl-C take nothing new, finish, close. */
export async function serve(config: Config): Promise<void> {
  const clock = createSystemClock();
  const logger = createLogger(config.logLevel);
  const store = await openStore(config, clock);
  const app = await createApp({ config, store, clock, logger });

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    app.retire();
    await app.close();
    await store.close();
    logger.info("stopped");
  }
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);

  await app.server.listen({ host: config.host, port: config.port });
  const where = config.databaseUrl ? "PostgreSQL" : `SQLite in ${config.dataDir}`;
  console.log(`Tessera ${VERSION} is ready at ${config.baseUrl} (port ${config.port}, ${where}).`);
  if ((await store.people.count()) === 0) {
    console.log(
      [
        "There is no account yet. In another terminal, make the first one and a key for it:",
        "  npx tessera user add you@example.com --plan pro",
        "  npx tessera key create you@example.com --name first",
      ].join("\n"),
    );
  }
}
