import { registerMcp } from "./agents/index.ts";
import { API_PATH, registerApi } from "./api/index.ts";
import { registerDashboard } from "./dashboard/index.ts";
import { referenceRoute } from "./dashboard/reference.routes.ts";
import { startDomainChecks } from "./domains/checks.ts";
import { openKnownDomains } from "./domains/known-domains.ts";
import { startClockWatch } from "./scans/clock-watch.ts";
import { startMaintenance } from "./scans/maintenance.ts";
import { createMaintenanceMetrics } from "./scans/metrics.ts";
import type { SettleReport } from "./scans/scan.ts";
import { errorLog, logRequests } from "./server/log.ts";
import { faviconRoute } from "./server/logo.ts";
import { createMetrics, measureReplica, measureRequests, measureThreads } from "./server/metrics.ts";
import { type Health, opsRoutes, reasonsOf } from "./server/ops.routes.ts";
import { securityRoute } from "./server/security-txt.routes.ts";
import { createServer, finishRequests, type Server, stopListening } from "./server/server.ts";
import { refuseOthersOnSites } from "./server/site.ts";
import { type AppParts, createServices, type Services } from "./services.ts";
import { openSettings } from "./settings/service.ts";
import { createIds } from "./shared/ids.ts";
import { basePathOf } from "./shared/text.ts";
import { createThreads } from "./shared/threads.ts";
import { shareFileRoutes } from "./sharing/files.ts";
import { numbersRoutes } from "./sharing/numbers.routes.ts";
import { unknownPage } from "./sharing/pages/notices.ts";
import { viewOf } from "./sharing/pages/view.ts";
import { reachRoutes } from "./sharing/reach.routes.ts";
import { pageHeaders } from "./sharing/responses.ts";
import { createScanHandler } from "./sharing/scan.ts";
import { createScanning } from "./sharing/scanning.ts";
import { createVisitSeconds } from "./sharing/visit-seconds.ts";

/** Together with the journal's and the store's time, a stop takes at most the promised 10 seconds. */
const WORK_STOP_MS = 2_000;

export interface App {
  server: Server;
  baseUrl(): string;
  /** The link to create the administrator's account; null if there is an administrator. */
  setUpLink(): Promise<string | null>;
  /** Loads what would otherwise block the event loop at the first sign-in. */
  warmUp(): Promise<unknown>;
  /** /readyz returns 503 from now on, so that a load balancer sends no new requests. */
  retire(): void;
  /** Finishes requests in flight, settles the journal, closes everything but the store. */
  close(): Promise<void>;
}

/** The composition root: opens what the services need, makes them, and registers every route. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, store, clock, logger, threads = createThreads() } = parts;
  const settings = await openSettings({ store, config, onError: errorLog(logger, "settings") });
  const { baseUrl } = settings;
  const knownDomains = await openKnownDomains({ store, baseUrl, onError: errorLog(logger, "domains") });
  const metrics = createMetrics();
  const onError = errorLog(logger, "scanning");
  const onUnplaced = (report: SettleReport) => logUnplaced(logger, report);
  const opened = { ...parts, threads, metrics };
  const { close: closeScanning, ...scanning } = await createScanning({ ...opened, onError, onUnplaced });
  const services = createServices({
    ...opened,
    ...scanning,
    settings,
    knownDomains,
    shareBase: knownDomains.shareBase,
    createId: createIds(clock.now),
    deviceSecret: await store.secret("devices"),
  });
  const onDone = createMaintenanceMetrics(metrics);
  const maintenance = startMaintenance({ store, clock, config, onDone, onError });
  const clockWatch = startClockWatch({ store, clock, onDiffers: (problem) => logger.warn(problem) });
  const domainChecks = startDomainChecks(services, errorLog(logger, "domains"));
  let isStopping = false;
  const server = await createEntryPoints(services, () => readHealth(services, clockWatch.problems(), isStopping));

  return {
    server,
    baseUrl,
    setUpLink: services.accountLinks.setUpLink,
    warmUp: services.auth,
    retire: () => {
      isStopping = true;
    },
    async close() {
      const { codeRemoval, mail, ownExports, placements, webhooks } = services;
      const works = [
        ...[clockWatch, codeRemoval, domainChecks, knownDomains, mail, maintenance],
        ...[ownExports, placements, settings, webhooks],
      ];
      await stopListening(server);
      await Promise.all([finishRequests(server), ...works.map((work) => work.stop(WORK_STOP_MS))]);
      await closeScanning();
      await services.styled.close();
    },
  };
}

function logUnplaced(logger: AppParts["logger"], report: SettleReport): void {
  const { aside, dropped, missing, recovered, missingInJournal, doubtful } = report;
  if (missing > 0)
    logger.error({ missing }, "scans settled earlier are missing in the database: it was restored from an older copy");
  if (missingInJournal > 0)
    logger.error(
      { missingInJournal },
      "this journal is an older copy: scans that the newer one had not settled may be lost",
    );
  if (recovered > 0) logger.warn({ recovered }, "settled scans whose numbers another copy of this journal had used");
  if (doubtful > 0)
    logger.error(
      { doubtful },
      "scans that were settled before may be in a damaged block, and count as stored: run tessera check",
    );
  if (aside.length + dropped === 0) return;
  logger.warn({ aside: aside.length, dropped, first: aside.slice(0, 3) }, "scans without a code");
}

/** The server with all routes: ops, /r, /api/v1, /mcp, the dashboard and /docs. */
async function createEntryPoints(services: Services, health: () => Promise<Health>): Promise<Server> {
  const { config, store, clock, logger, metrics, threads, limits, siteOf } = services;
  const { baseUrl } = services.settings;
  const scanHandler = createScanHandler({
    ...services,
    claimPage: async (request, { token }) => {
      const userId = await services.sessions.userIdIn(request);
      const blank = userId === null ? null : await services.placements.claimable(userId, token);
      return blank && `${basePathOf(baseUrl())}/app/claim/${token}`;
    },
    baseUrl,
    onError: errorLog(logger, "scanning"),
    visitSeconds: createVisitSeconds(metrics),
  });
  const server = createServer({
    logger,
    apiPath: API_PATH,
    countAnonymous: (...client) => limits.admitAnonymous(services.clientAddress(...client)),
    beforeRouter: scanHandler,
    unknownPage: (languages) => {
      const view = viewOf(null, languages);
      return { html: unknownPage(basePathOf(baseUrl()), view), headers: pageHeaders(view) };
    },
    onBadUrl: async (request, reply) => {
      if (request.url.startsWith(API_PATH)) await services.guard.open(request, reply);
    },
  });
  refuseOthersOnSites(server, siteOf, services.responses.notFound);
  logRequests(server);
  measureRequests(server, metrics);
  measureThreads(threads, metrics);
  measureReplica(store, metrics);

  opsRoutes(server, services, health);
  shareFileRoutes(server, services, scanHandler.scan);
  numbersRoutes(server, services);
  reachRoutes(server, services);
  await registerMcp(server, services, await registerApi(server, services));
  await registerDashboard(server, services, health);
  faviconRoute(server);
  securityRoute(server, config.securityContact, clock.now);
  referenceRoute(server, basePathOf(baseUrl()), `${API_PATH}/openapi.json`);
  return server;
}

async function readHealth(services: Services, clockProblems: string[], isStopping: boolean): Promise<Health> {
  const { store, threads, recorder, settler } = services;
  const isDatabaseUp = await store.ping().then(
    () => true,
    () => false,
  );
  const journal = settler.health();
  const problems = [...threads.problems(), ...recorder.problems(), ...settler.problems(), ...clockProblems];
  const replica = store.replica();
  const reasons = reasonsOf({ isDatabaseUp, oldestSeconds: journal.oldestSeconds, problems });
  return {
    status: isStopping ? "stopping" : reasons.length === 0 ? "ready" : "degraded",
    reasons,
    database: isDatabaseUp ? "up" : "away",
    journal,
    lostNotices: store.lostNotices(),
    ...(replica && { replica }),
  };
}
