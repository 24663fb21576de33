import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { lockDataDir, tightenModes } from "./database/data-dir.ts";
import { describeMissingSkia } from "./rendering/skia-presence.ts";
import { createLogger } from "./server/log.ts";
import { createMeanwhile } from "./server/meanwhile.ts";
import { createSystemClock } from "./shared/clock.ts";
import { endLoading } from "./shared/heap.ts";
import { describeReach, isLocalAddress } from "./shared/local-address.ts";
import { createThreads } from "./shared/threads.ts";
import { COMMAND, START, VERSION } from "./shared/version.ts";
import { openStore } from "./store/open.ts";

/** Time for a load balancer to notice that this node is no longer ready. */
const NOTICE_MS = 500;
/** How long a restart waits for the previous process to release the data. */
const LOCK_MS = 3_000;

/** npm start: open the store, create the app, listen. On SIGTERM, SIGHUP or Ctrl-C: stop accepting, finish, close. */
export async function serve(config: Config): Promise<void> {
  const clock = createSystemClock();
  const logger = createLogger(config.logLevel);
  const lock = await lockDataDir(config.dataDir, `port ${config.port}`, LOCK_MS);
  const modes = tightenModes(config.dataDir);
  if (modes.changed.length > 0) logger.warn(modes, "other users could read these files; their modes are corrected");
  else if (modes.left.length > 0) logger.warn(modes, "other users can read these files");
  const missing = describeMissingSkia();
  if (missing !== null) logger.warn(missing);
  const threads = createThreads({
    onRestart: (thread, err) => logger.error({ thread, err }, "a thread ended and is restarted"),
  });
  const meanwhile = createMeanwhile();
  const onMigrating = () => {
    logger.info("migrating the database; until that is done, only /healthz responds");
    meanwhile.listen(config);
  };
  const store = await openStore(config, clock, { threads, warn: (message) => logger.warn(message), onMigrating });
  const app = await createApp({ config, store, clock, logger, threads });
  // Before signals are handled: a stop must not interrupt a half-finished start. If it fails, the first sign-in tries
  // again.
  await app.warmUp().catch((err) => logger.warn({ err }, "sign-in is not ready yet"));

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
  // A terminal may send the signal twice, to this process and to npm; the second is ignored.
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", stop);

  doWithoutInterfaces();
  endLoading();
  meanwhile.close();
  await app.server.listen({ host: config.host, port: config.port }).catch((error) => {
    throw inWords(error, config);
  });
  const [setUp, accounts] = await Promise.all([app.setUpLink(), store.users.count()]).catch((error) => {
    // A stop during the start closes the store.
    if (stopping) return [null, 0] as const;
    throw error;
  });
  // Standard output is for JSON lines only; messages for people go to standard error.
  if (setUp) {
    // Accounts may exist through an import, which never creates an administrator.
    const command = `${COMMAND} user ${accounts > 0 ? "role EMAIL admin" : "add you@example.com --plan pro"}`;
    console.error(`Open this link to begin: ${setUp}`);
    console.error(`It opens the page to create the administrator account. Or run: ${command}\n`);
  }
  const where = config.databaseUrl ? "PostgreSQL" : `SQLite in ${config.dataDir}`;
  const baseUrl = app.baseUrl();
  const ready = `Tessera ${VERSION} is ready at ${baseUrl} (port ${config.port}, ${where}).`;
  console.error([ready, ...explainLocalAddress({ ...config, baseUrl })].join("\n"));
}

/** Printed codes with such an address work nowhere else. */
function explainLocalAddress(config: Config): string[] {
  if (!isLocalAddress(config)) return [];
  const { addresses, startLine } = describeReach(config);
  return [
    `\nPhones cannot open ${config.baseUrl}, the address in your codes.`,
    ...(config.fromEnvironment.includes("BASE_URL")
      ? []
      : ["The dashboard shows the addresses of this machine, lets you choose one and tests it with your phone."]),
    addresses.length === 0
      ? "Restart Tessera with an address that phones can reach:"
      : "To let phones on your network open them, restart Tessera with these settings:",
    `  ${startLine}`,
  ];
}

/**
 * Fastify lists the machine's addresses for its log, outside any try block. A sandbox may forbid that (AF_NETLINK);
 * then none are logged.
 */
function doWithoutInterfaces(): void {
  try {
    os.networkInterfaces();
  } catch {
    os.networkInterfaces = () => ({});
  }
}

/** Why it cannot listen, and which setting helps. */
function inWords(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new Error(
        `Port ${port} is in use. Is Tessera already running? Otherwise set PORT to a free port: PORT=${port === 65_535 ? 3000 : port + 1} ${START}`,
      );
    case "EACCES":
      return new Error(`This user may not use port ${port}: set PORT to 1024 or higher.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Error(`This machine has no address ${host}: set HOST to one that it has, or to 0.0.0.0 for all.`);
    default:
      return error;
  }
}
