import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { createAuth, type PasswordHash } from "./accounts/auth.ts";
import { startCodeRemoval } from "./accounts/code-removal.ts";
import { createInvitations } from "./accounts/invitations.ts";
import { createLinks } from "./accounts/links.ts";
import { createAccounts } from "./accounts/service.ts";
import { createAnalytics } from "./analytics/service.ts";
import { createShareRule } from "./codes/own-share.ts";
import { createCodes } from "./codes/service.ts";
import type { Config } from "./config.ts";
import { API_PATH, openApiDoor } from "./doors/api/index.ts";
import { createApiLock } from "./doors/api/lock.ts";
import { createCodeShapes } from "./doors/api/shapes.ts";
import { openDashboardDoor } from "./doors/dashboard/index.ts";
import { createClientAddress } from "./doors/http/client-address.ts";
import { createCodeImages } from "./doors/http/code-images.ts";
import { finishRequests } from "./doors/http/finish-requests.ts";
import { logRequests } from "./doors/http/log.ts";
import { createMetrics, measureRequests, measureThreads } from "./doors/http/metrics.ts";
import { createServer, type Server } from "./doors/http/server.ts";
import { createAudience } from "./doors/ops/audience.ts";
import { docsRoutes, type OpenApiDocument } from "./doors/ops/docs/index.ts";
import { reasonsOf } from "./doors/ops/health.ts";
import { type Condition, opsRoutes } from "./doors/ops/index.ts";
import { createShareAnswers } from "./doors/share/answers.ts";
import { createShareDoor } from "./doors/share/door.ts";
import { shareFileRoutes } from "./doors/share/files.ts";
import { createKeys } from "./keys/service.ts";
import { createLimits } from "./limits/limits.ts";
import { renderImage } from "./rendering/image.ts";
import { createImageRenderer } from "./rendering/image-renderer.ts";
import { createScannabilityWorker } from "./rendering/scannability-worker.ts";
import { startMaintenance } from "./scans/maintenance.ts";
import { createScanning } from "./scans/scanning.ts";
import type { Clock } from "./shared/clock.ts";
import { createIds } from "./shared/ids.ts";
import { createThreads, type Threads } from "./shared/threads.ts";
import type { SettleReport, Store } from "./store/types.ts";

export interface AppParts {
  config: Config;
  store: Store;
  clock: Clock;
  logger: FastifyBaseLogger;
  /** Undefined: the one for real passwords. */
  passwordHash?: PasswordHash | undefined;
  /** The store's threads too, so that /readyz tells of them. */
  threads?: Threads;
}

/** With what the journal and the store are given, a stop stays within the 10 seconds that are promised. */
const MAINTENANCE_STOP_MS = 2_000;

export interface App {
  server: Server;
  /** Where the administrator's account is made; null when there is one. */
  setUpLink(): Promise<string | null>;
  /** From now on /readyz says no and connections end with their answer, so that nobody new comes. */
  retire(): void;
  /** Finishes requests in flight, settles the journal, closes all but the store. */
  close(): Promise<void>;
}

/** The composition root: makes every part once and opens every door. */
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
    ...{ onError, onUnplaced },
  });
  const { settled } = scanning.settler;
  const explained = async () => {
    await scanning.recorder.flush();
    await settled();
  };
  const { codeLifetimeMs: lifetimeMs } = config;
  const shareRule = createShareRule(baseUrl);
  const codes = createCodes({ store, clock, createId, lifetimeMs, shareRule, settled });
  const analytics = createAnalytics({ store, clock, settled, explained });
  const maintenance = startMaintenance({ store, clock, config, onError });
  const codeRemoval = startCodeRemoval({ store, onError });
  const keys = createKeys({ store, clock, createId });
  const limits = createLimits(store, clock, config);
  const scannability = createScannabilityWorker({ threads });
  const renderer = createImageRenderer();
  const images = createCodeImages({ renderer, scannability, baseUrl });
  const auth = await createAuth({ store, baseUrl, signup: config.signup, passwordHash });
  const accounts = createAccounts({ store, auth, plans: [...config.planLimits.keys()] });
  const links = createLinks({ store, clock });
  const invitations = createInvitations({ accounts, links, store, baseUrl });

  const clientAddress = createClientAddress(config.trustedProxies);
  const addressOf = ({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">) =>
    clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"] as string | undefined);
  const lock = createApiLock(keys, limits, addressOf);
  const answers = createShareAnswers({ drawSvg, findPerson: store.people.find });

  const shareDoor = createShareDoor({ ...scanning, clock, answers, addressOf, onError });

  let retired = false;
  const server = createServer({
    logger,
    isStopping: () => retired,
    apiPath: API_PATH,
    countAnonymous: (address, forwardedFor) =>
      limits.admitStranger(clientAddress(address, forwardedFor)),
    first: shareDoor,
    onBadUrl: async (request, reply) => {
      if (request.url.startsWith(API_PATH)) await lock.open(request, reply);
    },
  });
  logRequests(server);
  measureRequests(server, metrics);
  measureThreads(threads, metrics);

  const isInsider = config.metrics === "public" ? () => true : createAudience(addressOf);
  opsRoutes(server, { metrics, condition, isInsider });
  shareFileRoutes(server, { ...scanning, clock, images, answers, baseUrl, scan: shareDoor.scan });
  const shapes = createCodeShapes(baseUrl);
  const resources = { codes, analytics, shapes, images };
  const document = await openApiDoor(server, resources, lock, config);
  await openDashboardDoor(server, {
    ...{ ...resources, config, clock, store, auth, accounts, invitations, keys, limits },
    codeRemoval,
    ...{ renderer, scannability, addressOf, liveScans: scanning.recorder.onScan },
  });
  docsRoutes(server, { document: () => document() as OpenApiDocument, baseUrl });

  async function condition(): Promise<Condition> {
    const up = await store.ping().then(
      () => true,
      () => false,
    );
    const journal = scanning.settler.condition();
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
    setUpLink: invitations.setUpLink,
    retire: () => {
      retired = true;
    },
    async close() {
      const works = [codeRemoval.stop(), maintenance.stop(MAINTENANCE_STOP_MS)];
      await Promise.all([finishRequests(server), ...works]);
      await scanning.close();
      await scannability.close();
    },
  };
}

/** The code on a Wi-Fi page, for a phone that reads the first phone's screen. */
const drawSvg = (text: string): string =>
  Buffer.from(
    renderImage({
      text,
      level: "M",
      format: "svg",
      size: 240,
      foreground: "#000000",
      background: "#ffffff",
    }),
  ).toString();
