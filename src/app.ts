import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { createAccountLinks, createOneTimeTokens } from "./accounts/account-links.ts";
import { createAuth, createOidcAuth, createPasskeyAuth } from "./accounts/auth.ts";
import { startCodeRemoval } from "./accounts/code-removal.ts";
import type { PasswordHash } from "./accounts/password-queue.ts";
import { createAccounts } from "./accounts/service.ts";
import { createCookiePrefix, createSessions } from "./accounts/session.dashboard.ts";
import { registerMcp } from "./agents/index.ts";
import { createApiGuard } from "./api/guard.ts";
import { API_PATH, registerApi } from "./api/index.ts";
import { createKnownBrands } from "./brands/known-brands.ts";
import { createBrands } from "./brands/service.ts";
import type { CodeFiles } from "./bundle/export.ts";
import { createOwnExports } from "./bundle/own-exports.ts";
import { createHistory } from "./codes/history.ts";
import { createCodeImages } from "./codes/images.ts";
import { createNeeds } from "./codes/needs.ts";
import { createRootRule, createShareRule } from "./codes/own-share.ts";
import { createPrintSheets } from "./codes/print-sheets.ts";
import { createPrintedReader } from "./codes/printed.ts";
import { createSelections } from "./codes/selection.ts";
import { createCodes } from "./codes/service.ts";
import { createUtmPresets } from "./codes/utm-presets.ts";
import { createViews } from "./codes/views.ts";
import type { Config } from "./config.ts";
import { registerDashboard } from "./dashboard/index.ts";
import { referenceRoute } from "./dashboard/reference.routes.ts";
import { createExamples } from "./demo/examples.ts";
import { startDomainChecks } from "./domains/checks.ts";
import { type KnownDomains, openKnownDomains } from "./domains/known-domains.ts";
import { createDomains, type Domains } from "./domains/service.ts";
import { createLookUpTxt } from "./domains/txt-records.ts";
import { createLinkImports } from "./imports/service.ts";
import { createInsights } from "./insights/insights.ts";
import { createInsightLinks } from "./insights/links.ts";
import { createOverview } from "./insights/overview.ts";
import { createAnalytics } from "./insights/service.ts";
import { createKeys } from "./keys/service.ts";
import { createLimits } from "./limits/limits.ts";
import { createLinkLimits } from "./limits/link-limits.ts";
import { createLogos, logoPictures } from "./looks/logos.ts";
import { createPreviews } from "./looks/previews.ts";
import { createLookRules } from "./looks/rules.ts";
import { createLooks } from "./looks/service.ts";
import { startMail } from "./mail/index.ts";
import type { MailTiming } from "./mail/mailer.ts";
import { createPlacements } from "./placements/service.ts";
import { createImageRenderer } from "./rendering/image-renderer.ts";
import { createRenderer } from "./rendering/renderer.ts";
import { startClockWatch } from "./scans/clock-watch.ts";
import { createWatchScans, createWatchWorkspace } from "./scans/live-scans.ts";
import { startMaintenance } from "./scans/maintenance.ts";
import { createMaintenanceMetrics } from "./scans/metrics.ts";
import type { SettleReport } from "./scans/scan.ts";
import { createClientAddress } from "./server/client-address.ts";
import { logRequests } from "./server/log.ts";
import { faviconRoute } from "./server/logo.ts";
import { createMetrics, measureReplica, measureRequests, measureThreads } from "./server/metrics.ts";
import { createAudience, type Health, opsRoutes, reasonsOf } from "./server/ops.routes.ts";
import { securityRoute } from "./server/security-txt.routes.ts";
import { createCodeSerializers, serializeEventScan } from "./server/serializers.ts";
import { createServer, finishRequests, type Server, stopListening } from "./server/server.ts";
import { createSiteOf, refuseOthersOnSites } from "./server/site.ts";
import { openSettings, type Settings } from "./settings/service.ts";
import type { Clock } from "./shared/clock.ts";
import { createIds } from "./shared/ids.ts";
import { madeFor } from "./shared/made-for.ts";
import { basePathOf } from "./shared/text.ts";
import { createThreads, type Threads } from "./shared/threads.ts";
import { createCodeFiles, drawJoinPicture } from "./sharing/code-files.ts";
import { shareFileRoutes } from "./sharing/files.ts";
import { numbersRoutes } from "./sharing/numbers.routes.ts";
import { unknownPage } from "./sharing/pages/notices.ts";
import { viewOf } from "./sharing/pages/view.ts";
import { createShareResponses, pageHeaders } from "./sharing/responses.ts";
import { createScanHandler } from "./sharing/scan.ts";
import { createScanning, type Waits } from "./sharing/scanning.ts";
import { createVisitSeconds } from "./sharing/visit-seconds.ts";
import type { Store } from "./store/store.ts";
import { createTags } from "./tags/service.ts";
import type { Timing } from "./webhooks/deliverer.ts";
import { startWebhooks } from "./webhooks/index.ts";
import type { Webhooks } from "./webhooks/service.ts";
import { createAudit } from "./workspaces/audit.ts";
import { createWorkspaces } from "./workspaces/service.ts";

export interface AppParts {
  config: Config;
  store: Store;
  clock: Clock;
  logger: FastifyBaseLogger;
  /** Undefined: scrypt. Tests use a cheaper hash. */
  passwordHash?: PasswordHash | undefined;
  /** Includes the store's threads, so that /readyz reports them. */
  threads?: Threads;
  /** Undefined: production values. */
  waits?: Waits | undefined;
  /** Undefined: production values. */
  webhookTiming?: Partial<Timing> | undefined;
  /** Undefined: production values. */
  mailTiming?: Partial<MailTiming> | undefined;
}

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

type Scanning = Awaited<ReturnType<typeof createScanning>>;

interface Base extends AppParts {
  settings: Settings;
  knownDomains: KnownDomains;
  /** Share URLs of a workspace start with it. */
  shareBase: (workspaceId: string) => string;
  threads: Threads;
  createId: () => string;
  metrics: Registry;
}

/** The composition root: creates every part once and registers every route. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, store, clock, logger, threads = createThreads() } = parts;
  const settings = await openSettings({ store, config, onError: (err) => logger.error({ err }, "settings") });
  const knownDomains = await openKnownDomains({
    store,
    baseUrl: settings.baseUrl,
    onError: (err) => logger.error({ err }, "domains"),
  });
  const base: Base = {
    ...parts,
    settings,
    knownDomains,
    shareBase: knownDomains.shareBase,
    threads,
    createId: createIds(clock.now),
    metrics: createMetrics(),
  };
  const onError = (error: unknown) => logger.error({ err: error }, "scanning");
  const scanning = await createScanning({
    ...base,
    onError,
    onUnplaced: ({ aside, dropped, missing, recovered, lacking, doubtful }: SettleReport) => {
      if (missing > 0)
        logger.error(
          { missing },
          "scans settled earlier are missing in the database: it was restored from an older copy",
        );
      if (lacking > 0)
        logger.error(
          { lacking },
          "this journal is an older copy: scans that the newer one had not settled may be lost",
        );
      if (recovered > 0)
        logger.warn({ recovered }, "settled scans whose numbers another copy of this journal had used");
      if (doubtful > 0)
        logger.error(
          { doubtful },
          "scans that were settled before may be in a damaged block, and count as stored: run tessera check",
        );
      if (aside.length + dropped === 0) return;
      logger.warn({ aside: aside.length, dropped, first: aside.slice(0, 3) }, "scans without a code");
    },
  });
  const maintenance = startMaintenance({
    store,
    clock,
    config,
    onDone: createMaintenanceMetrics(base.metrics),
    onError,
  });
  const clockWatch = startClockWatch({ store, clock, onDiffers: (problem) => logger.warn(problem) });
  const codesAndLooks = createCodesAndLooks(base, scanning);
  const accounts = createAccountParts(base);
  const lookUpTxt = createLookUpTxt({ servers: config.dnsServers });
  const domains = createDomains({ ...base, lookUpTxt, baseUrl: settings.baseUrl });
  const domainChecks = startDomainChecks({ ...base, lookUpTxt }, (err) => logger.error({ err }, "domains"));
  const webhooks = startWebhooks({
    ...base,
    timing: parts.webhookTiming,
    shapes: { code: codesAndLooks.serializers.full, scan: serializeEventScan },
    onError: (error) => logger.error({ err: error }, "webhooks"),
  });
  let retired = false;
  const server = await createEntryPoints(base, scanning, {
    ...codesAndLooks,
    ...accounts,
    webhooks: webhooks.webhooks,
    domains,
    clockProblems: clockWatch.problems,
    isStopping: () => retired,
  });

  return {
    server,
    baseUrl: settings.baseUrl,
    setUpLink: accounts.accountLinks.setUpLink,
    warmUp: accounts.auth,
    retire: () => {
      retired = true;
    },
    async close() {
      const works = [
        accounts.codeRemoval,
        accounts.mail,
        clockWatch,
        domainChecks,
        knownDomains,
        maintenance,
        codesAndLooks.ownExports,
        codesAndLooks.placements,
        settings,
        webhooks,
      ];
      await stopListening(server);
      await Promise.all([finishRequests(server), ...works.map((work) => work.stop(WORK_STOP_MS))]);
      await scanning.close();
      await codesAndLooks.close();
    },
  };
}

type CodesAndLooks = ReturnType<typeof createCodesAndLooks>;

/** Codes, their history and statistics, looks and rendering. */
function createCodesAndLooks(base: Base, scanning: Scanning) {
  const { config, store, clock, logger, threads, createId, waits, shareBase } = base;
  const { codeLifetimeMs: lifetimeMs, dataDir } = config;
  const { baseUrl } = base.settings;
  const { settled: scansSettled } = scanning.settler;
  const visitsSettled = async () => {
    await scanning.recorder.flush();
    await scansSettled();
  };
  const fail = (what: string) => (err: unknown) => logger.error({ err }, what);
  const renderer = createImageRenderer();
  const styled = createRenderer({ threads });
  const logos = createLogos({ store, styled, clock, createId });
  const rules = createLookRules({ store, styled, logos, clock, shareBase });
  const shareRule = madeFor(baseUrl, (now) =>
    createShareRule({
      ...config,
      baseUrl: now,
      isDomain: (host) => Boolean(base.knownDomains.siteOf(host)?.workspaceId),
    }),
  );
  const rootRule = createRootRule({ store, siteOf: base.knownDomains.siteOf });
  const linkLimits = createLinkLimits(store, config);
  const codes = createCodes({
    store,
    clock,
    createId,
    lifetimeMs,
    linkLimits,
    shareRule: (...code) => shareRule()(...code),
    rootRule,
    scansSettled,
    lookRules: rules,
  });
  const insights = createInsights({ store, clock, scansSettled });
  const drawing = { renderer, styled, logoOf: logos.bytes, shareBase };
  const images = createCodeImages({ ...drawing, kept: keptVerdicts(store, clock) });
  const selections = createSelections({ store, clock, scansSettled, onError: fail("acting on many codes") });
  const placements = createPlacements({
    ...{ store, clock, createId, codes, linkLimits, rootRule, scansSettled },
    onError: fail("moving scans"),
    moveWaitMs: waits?.moveMs,
  });
  const readPrinted = createPrintedReader({ codes, selections, placements });
  const pictureOf = logoPictures(styled, logos.bytes);
  const files = createCodeFiles({ images, pictureOf, drawJoin: drawJoinPicture });
  return {
    codes,
    placements,
    readPrinted,
    images,
    selections,
    serializers: createCodeSerializers(baseUrl, shareBase),
    history: createHistory({ store, clock, scansSettled, problemsOf: codes.problems, rootRule }),
    analytics: createAnalytics({ store, clock, scansSettled, visitsSettled }),
    insights,
    insightLinks: createInsightLinks({ store, clock, createId, insights, shareBase }),
    overview: createOverview({ store, clock, visitsSettled }),
    needs: createNeeds({ store, clock, images }),
    brands: createBrands({ store, clock }),
    utmPresets: createUtmPresets({ store, clock }),
    audit: createAudit({ store }),
    knownBrands: createKnownBrands({
      store,
      clock,
      pictureOf,
      queryMs: waits?.brandMs,
      onError: fail("a brand's logo"),
    }),
    tags: createTags({ store, clock, createId }),
    views: createViews({ store, clock, createId }),
    linkImports: createLinkImports({
      store,
      clock,
      createId,
      lifetimeMs,
      linkLimits,
      shareRule: (...code) => shareRule()(...code),
      rootRule,
    }),
    /** Where content leads if that is an address of this service: below /r, or the root of a domain. */
    ownAddresses: {
      of: (location: string) =>
        shareRule()("url", location) === null ? rootRule.addressOf(location) : ("share" as const),
      version: () => `${base.knownDomains.version()} ${baseUrl()}`,
    },
    linkLimits,
    looks: createLooks({ store, clock, createId, styled, logos, codes, rules }),
    previews: createPreviews(drawing),
    printSheets: createPrintSheets({ readPrinted, images, renderer: styled, shareBase }),
    examples: createExamples({ store, clock, lifetimeMs }),
    ownExports: createOwnExports({
      ...{ store, clock, dataDir, files, baseUrl, shareBase, scansSettled },
      onError: fail("export"),
    }),
    close: styled.close,
  };
}

type AccountParts = ReturnType<typeof createAccountParts>;

/** Users, workspaces, keys, limits and mail. */
function createAccountParts(base: Base) {
  const { config, settings, store, clock, logger, createId, passwordHash } = base;
  const { baseUrl } = settings;
  const accounts = createAccounts({ store, plans: [...config.planLimits.keys()], passwordHash, clock });
  const oneTimeTokens = createOneTimeTokens({ store, clock });
  const accountLinks = createAccountLinks({ accounts, oneTimeTokens, store, baseUrl });
  return {
    accounts,
    auth: createAuth({ store, baseUrl, passwordHash }),
    passkeyAuth: createPasskeyAuth({ store, baseUrl, passwordHash }),
    oidc: createOidcAuth({
      store,
      baseUrl,
      oidc: config.oidc,
      onVerifiedEmail: async (person) => {
        if (await accounts.isOthers(person)) return false;
        const isInvited = person.invitation !== undefined;
        if (isInvited || (await settings.signUp()) === "open") await accounts.welcome(person);
        return true;
      },
    }),
    accountLinks,
    mail: startMail({
      ...base,
      timing: base.mailTiming,
      passwordLink: accountLinks.mailedLink,
      onProblem: (problem) => logger.warn(problem, "a mail was not accepted"),
      onError: (err) => logger.error({ err }, "mail"),
    }),
    workspaces: createWorkspaces({ store, clock, createId, baseUrl, workspaceLimit: config.workspaceLimit }),
    keys: createKeys({ store, clock, createId }),
    limits: createLimits(store, clock, config),
    codeRemoval: startCodeRemoval({ store, onError: (err) => logger.error({ err }, "removing codes") }),
  };
}

interface EntryPointParts extends CodesAndLooks, AccountParts {
  webhooks: Webhooks;
  domains: Domains;
  clockProblems: () => string[];
  isStopping: () => boolean;
}

/** The server with all routes: ops, /r, /api/v1, /mcp, the dashboard and /docs. */
async function createEntryPoints(base: Base, scanning: Scanning, parts: EntryPointParts): Promise<Server> {
  const { config, store, clock, logger, metrics, threads, shareBase } = base;
  const { corsOrigins } = config;
  const { baseUrl } = base.settings;
  const { keys, limits, images, isStopping, clockProblems } = parts;
  const clientAddress = createClientAddress(config.trustedProxies);
  const addressOf = ({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">) =>
    clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"] as string | undefined);
  const siteOf = createSiteOf(base.knownDomains.siteOf);
  const guard = createApiGuard(keys, limits, addressOf, scanning.settler.hurry);
  const responses = createShareResponses({
    drawJoin: drawJoinPicture,
    brandOf: parts.knownBrands,
  });
  const sessions = createSessions(parts.auth, parts.accounts, createCookiePrefix(base.settings));
  const scanHandler = createScanHandler({
    ...scanning,
    clock,
    responses,
    addressOf,
    claimPage: async (request, { token }) => {
      const userId = await sessions.userIdIn(request);
      const blank = userId === null ? null : await parts.placements.claimable(userId, token);
      return blank && `${basePathOf(baseUrl())}/app/claim/${token}`;
    },
    siteOf,
    baseUrl,
    ownAddresses: parts.ownAddresses,
    onError: (error) => logger.error({ err: error }, "scanning"),
    visitSeconds: createVisitSeconds(metrics),
  });
  const server = createServer({
    logger,
    apiPath: API_PATH,
    countAnonymous: (address, forwardedFor) => limits.admitAnonymous(clientAddress(address, forwardedFor)),
    beforeRouter: scanHandler,
    unknownPage: (languages) => {
      const view = viewOf(null, languages);
      return { html: unknownPage(basePathOf(baseUrl()), view), headers: pageHeaders(view) };
    },
    onBadUrl: async (request, reply) => {
      if (request.url.startsWith(API_PATH)) await guard.open(request, reply);
    },
  });
  refuseOthersOnSites(server, siteOf, responses.notFound);
  logRequests(server);
  measureRequests(server, metrics);
  measureThreads(threads, metrics);
  measureReplica(store, metrics);

  const isInsider = config.metrics === "public" ? () => true : createAudience(addressOf);
  const health = () => readHealth({ store, threads, scanning, isStopping, clockProblems });
  opsRoutes(server, { metrics, health, isServed: base.knownDomains.isServed, isInsider });
  const share = { images, responses, shareBase, siteOf, addressOf, scan: scanHandler.scan };
  shareFileRoutes(server, { ...scanning, clock, ...share });
  numbersRoutes(server, { ...parts, brandOf: parts.knownBrands, addressOf, siteOf });
  const document = await registerApi(server, parts, guard, { baseUrl, corsOrigins });
  await registerMcp(server, { baseUrl, guard, document, addressOf, corsOrigins });
  const watching = {
    watchScans: createWatchScans(store.scans, clock),
    watchWorkspace: createWatchWorkspace(store.recentScans, clock),
  };
  await registerDashboard(server, { ...base, ...parts, ...watching, addressOf, health });
  faviconRoute(server);
  securityRoute(server, config.securityContact, clock.now);
  referenceRoute(server, basePathOf(baseUrl()), `${API_PATH}/openapi.json`);
  return server;
}

interface HealthParts {
  store: Store;
  threads: Threads;
  scanning: Scanning;
  isStopping: () => boolean;
  clockProblems: () => string[];
}

async function readHealth({ store, threads, scanning, isStopping, clockProblems }: HealthParts): Promise<Health> {
  const isDatabaseUp = await store.ping().then(
    () => true,
    () => false,
  );
  const journal = scanning.settler.health();
  const { recorder, settler } = scanning;
  const problems = [...threads.problems(), ...recorder.problems(), ...settler.problems(), ...clockProblems()];
  const replica = store.replica();
  const reasons = reasonsOf({ isDatabaseUp, oldestSeconds: journal.oldestSeconds, problems });
  return {
    status: isStopping() ? "stopping" : reasons.length === 0 ? "ready" : "degraded",
    reasons,
    database: isDatabaseUp ? "up" : "away",
    journal,
    lostNotices: store.lostNotices(),
    ...(replica && { replica }),
  };
}

const keptVerdicts = ({ verdicts, needs }: Store, clock: Clock) => ({
  find: verdicts.find,
  noteHard: needs.noteHard,
  keep: (key: string, verdict: string) => verdicts.keep(key, verdict, clock.now()),
});

/** For the export command: pictures and pages as the service serves them. */
export function codeFilesOf(
  shareBase: (workspaceId: string) => string,
  logoOf: Store["logos"]["bytes"],
): { files: CodeFiles; close(): Promise<void> } {
  const [renderer, styled] = [createImageRenderer(), createRenderer()];
  const images = createCodeImages({ renderer, styled, logoOf, shareBase });
  const pictureOf = logoPictures(styled, logoOf);
  return { files: createCodeFiles({ images, pictureOf, drawJoin: drawJoinPicture }), close: styled.close };
}
