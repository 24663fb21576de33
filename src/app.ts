import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { createAccountLinks } from "./accounts/account-links.ts";
import { createAuth } from "./accounts/auth.ts";
import { startCodeRemoval } from "./accounts/code-removal.ts";
import { createOneTimeTokens } from "./accounts/one-time-tokens.ts";
import type { PasswordHash } from "./accounts/passwords.ts";
import { createAccounts } from "./accounts/service.ts";
import { createAnalytics } from "./analytics/service.ts";
import { createCodeImages } from "./codes/images.ts";
import { createShareRule } from "./codes/own-share.ts";
import { createCodes } from "./codes/service.ts";
import type { Config } from "./config.ts";
import { createApiGuard } from "./http/api/guard.ts";
import { API_PATH, registerApi } from "./http/api/index.ts";
import { createCodeSerializers } from "./http/api/serializers.ts";
import { registerDashboard } from "./http/dashboard/index.ts";
import { createAudience } from "./http/ops/audience.ts";
import { reasonsOf } from "./http/ops/health.ts";
import { type Health, opsRoutes } from "./http/ops/index.ts";
import { createClientAddress } from "./http/server/client-address.ts";
import { finishRequests } from "./http/server/finish-requests.ts";
import { logRequests } from "./http/server/log.ts";
import { faviconRoute } from "./http/server/logo.ts";
import { createMetrics, measureRequests, measureThreads } from "./http/server/metrics.ts";
import { createServer, type Server } from "./http/server/server.ts";
import { shareFileRoutes } from "./http/share/files.ts";
import { unknownPage } from "./http/share/pages/index.ts";
import { createShareResponses, PAGE_HEADERS } from "./http/share/responses.ts";
import { createScanHandler } from "./http/share/scan.ts";
import { createVisitSeconds } from "./http/share/visit-seconds.ts";
import { createKeys } from "./keys/service.ts";
import { createLimits } from "./limits/limits.ts";
import { docsRoutes, type OpenApiDocument } from "./reference/index.ts";
import { TextTooLong } from "./rendering/errors.ts";
import { renderImage } from "./rendering/image.ts";
import { createImageRenderer } from "./rendering/image-renderer.ts";
import { createScannabilityWorker } from "./rendering/scannability-worker.ts";
import { startMaintenance } from "./scans/maintenance.ts";
import { createScanning, type Waits } from "./scans/scanning.ts";
import { basePathOf } from "./shared/base-path.ts";
import type { Clock } from "./shared/clock.ts";
import { createIds } from "./shared/ids.ts";
import { createThreads, type Threads } from "./shared/threads.ts";
import type { SettleReport } from "./store/scan-store.ts";
import type { Store } from "./store/store.ts";

export interface AppParts {
  config: Config;
  store: Store;
  clock: Clock;
  logger: FastifyBaseLogger;
  /** Undefined: the one for real passwords. */
  passwordHash?: PasswordHash | undefined;
  /** The store's threads too, so that /readyz tells of them. */
  threads?: Threads;
  /** Undefined: those of a service that people wait for. */
  waits?: Waits | undefined;
}

/** With what the journal and the store are given, a stop stays within the 10 seconds that are promised. */
const WORK_STOP_MS = 2_000;

export interface App {
  server: Server;
  /** Where the administrator's account is made; null when there is one. */
  setUpLink(): Promise<string | null>;
  /** Loads what would hold up everybody for a moment when the first one signs in. */
  warmUp(): Promise<void>;
  /** From now on /readyz says no and connections end with their answer, so that nobody new comes. */
  retire(): void;
  /** Finishes requests in flight, settles the journal, closes all but the store. */
  close(): Promise<void>;
}

/** The composition root: makes every part once and registers every entry point. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, store, clock, logger, passwordHash, threads = createThreads() } = parts;
  const { baseUrl } = config;
  const createId = createIds(clock.now);
  const metrics = createMetrics();
  const onError = (error: unknown) => logger.error({ err: error }, "scanning");
  const onUnplaced = ({ aside, dropped }: SettleReport) =>
    logger.warn({ aside: aside.length, dropped, first: aside.slice(0, 3) }, "scans without a code");
  const scanning = await createScanning({
    ...{ config, store, clock, metrics, threads },
    ...{ onError, onUnplaced, waits: parts.waits },
  });
  const { settled: scansSettled } = scanning.settler;
  const visitsSettled = async () => {
    await scanning.recorder.flush();
    await scansSettled();
  };
  const { codeLifetimeMs: lifetimeMs } = config;
  const shareRule = createShareRule(baseUrl);
  const codes = createCodes({ store, clock, createId, lifetimeMs, shareRule, scansSettled });
  const analytics = createAnalytics({ store, clock, scansSettled, visitsSettled });
  const maintenance = startMaintenance({ store, clock, config, onError });
  const codeRemoval = startCodeRemoval({ store, onError });
  const keys = createKeys({ store, clock, createId });
  const limits = createLimits(store, clock, config);
  const scannability = createScannabilityWorker({ threads });
  const renderer = createImageRenderer();
  const images = createCodeImages({ renderer, scannability, baseUrl });
  const auth = createAuth({ store, baseUrl, signup: config.signup, passwordHash });
  const accounts = createAccounts({ store, plans: [...config.planLimits.keys()], passwordHash });
  const oneTimeTokens = createOneTimeTokens({ store, clock });
  const accountLinks = createAccountLinks({ accounts, oneTimeTokens, store, baseUrl });

  const clientAddress = createClientAddress(config.trustedProxies);
  const addressOf = ({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">) =>
    clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"] as string | undefined);
  const guard = createApiGuard(keys, limits, addressOf);
  const responses = createShareResponses({ drawSvg, findUser: store.users.find });

  const scanHandler = createScanHandler({
    ...{ ...scanning, clock, responses, addressOf, onError },
    visitSeconds: createVisitSeconds(metrics),
  });

  let retired = false;
  const server = createServer({
    logger,
    isStopping: () => retired,
    apiPath: API_PATH,
    countAnonymous: (address, forwardedFor) =>
      limits.admitAnonymous(clientAddress(address, forwardedFor)),
    beforeRouter: scanHandler,
    unknownPage: { html: unknownPage(basePathOf(baseUrl)), headers: PAGE_HEADERS },
    onBadUrl: async (request, reply) => {
      if (request.url.startsWith(API_PATH)) await guard.open(request, reply);
    },
  });
  logRequests(server);
  measureRequests(server, metrics);
  measureThreads(threads, metrics);

  const isInsider = config.metrics === "public" ? () => true : createAudience(addressOf);
  opsRoutes(server, { metrics, health, isInsider });
  shareFileRoutes(server, {
    ...scanning,
    clock,
    images,
    responses,
    baseUrl,
    scan: scanHandler.scan,
  });
  const serializers = createCodeSerializers(baseUrl);
  const resources = { codes, analytics, serializers, images };
  const document = await registerApi(server, resources, guard, config);
  await registerDashboard(server, {
    ...{ ...resources, config, clock, store, auth, accounts, accountLinks, keys, limits },
    codeRemoval,
    ...{ renderer, scannability, addressOf, liveScans: scanning.recorder.onScan },
  });
  faviconRoute(server);
  docsRoutes(server, { document: () => document() as OpenApiDocument, baseUrl });

  async function health(): Promise<Health> {
    const up = await store.ping().then(
      () => true,
      () => false,
    );
    const journal = scanning.settler.health();
    const reasons = reasonsOf({
      isDatabaseUp: up,
      oldestSeconds: journal.oldestSeconds,
      problems: [...threads.problems(), ...scanning.recorder.problems()],
    });
    return {
      status: retired ? "stopping" : reasons.length === 0 ? "ready" : "degraded",
      reasons,
      database: up ? "up" : "away",
      journal,
      lostNotices: store.lostNotices(),
    };
  }

  return {
    server,
    setUpLink: accountLinks.setUpLink,
    warmUp: async () => void (await auth()),
    retire: () => {
      retired = true;
    },
    async close() {
      const works = [codeRemoval.stop(WORK_STOP_MS), maintenance.stop(WORK_STOP_MS)];
      await Promise.all([finishRequests(server), ...works]);
      await scanning.close();
      await scannability.close();
    },
  };
}

/** The code on a Wi-Fi page, for a phone that reads the first phone's screen. */
function drawSvg(text: string): string {
  const look = { format: "svg", size: 240, foreground: "#000000", background: "#ffffff" } as const;
  for (const level of ["M", "L"] as const) {
    try {
      return Buffer.from(renderImage({ text, level, ...look })).toString();
    } catch (error) {
      if (!(error instanceof TextTooLong)) throw error;
    }
  }
  return "";
}
