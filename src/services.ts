/** The services: what routes and background work use. Each is made once. */
import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { createAccountLinks, createOneTimeTokens } from "./accounts/account-links.ts";
import { createAuth, createOidcAuth, createPasskeyAuth } from "./accounts/auth.ts";
import { startCodeRemoval } from "./accounts/code-removal.ts";
import {
  createAttempts,
  createConfirmation,
  createDeviceCookie,
  createEntrance,
} from "./accounts/entrance.dashboard.ts";
import { createPasswordQueue, type PasswordHash } from "./accounts/password-queue.ts";
import { createAccounts } from "./accounts/service.ts";
import { createCookiePrefix, createSessions } from "./accounts/session.dashboard.ts";
import { createDevices, createSignInThrottle } from "./accounts/sign-in-throttle.ts";
import { createApiGuard } from "./api/guard.ts";
import { createKnownBrands } from "./brands/known-brands.ts";
import { createBrands } from "./brands/service.ts";
import type { CodeFiles } from "./bundle/export.ts";
import { createOwnExports } from "./bundle/own-exports.ts";
import { createCodeSerializers } from "./codes/answers.routes.ts";
import { createNeeds } from "./codes/attention.ts";
import { createFaceLooks } from "./codes/designs.ts";
import { createExternal } from "./codes/external.ts";
import { createHistory } from "./codes/history.ts";
import { createCodeImages } from "./codes/images.ts";
import { createRootRule, createShareRule, type ShareRule } from "./codes/own-share.ts";
import { createPrintSheets } from "./codes/print-sheets.ts";
import { createPrintedReader } from "./codes/printed.ts";
import { createSelections } from "./codes/selection.ts";
import { createCodes } from "./codes/service.ts";
import { createUtmPresets } from "./codes/utm-presets.ts";
import { createViews } from "./codes/views.ts";
import type { Config } from "./config.ts";
import { createExamples } from "./demo/examples.ts";
import type { KnownDomains } from "./domains/known-domains.ts";
import { createDomains } from "./domains/service.ts";
import { createLookUpTxt } from "./domains/txt-records.ts";
import { createLinkImports } from "./imports/service.ts";
import { createInsights } from "./insights/insights.ts";
import { createInsightLinks } from "./insights/links.ts";
import { createListFigures } from "./insights/list-figures.ts";
import { createLiveStreams } from "./insights/live-streams.ts";
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
import { createRouting } from "./routing/service.ts";
import { createWatchScans, createWatchWorkspace } from "./scans/live-scans.ts";
import { createClientAddress } from "./server/client-address.ts";
import { errorLog } from "./server/log.ts";
import { serializeEventScan } from "./server/serializers.ts";
import { createSiteOf } from "./server/site.ts";
import { createReachTests } from "./settings/reach-tests.ts";
import type { Settings } from "./settings/service.ts";
import type { Clock } from "./shared/clock.ts";
import { madeFor } from "./shared/made-for.ts";
import { basePathOf } from "./shared/text.ts";
import type { Threads } from "./shared/threads.ts";
import { createCodeFiles, drawJoinPicture } from "./sharing/code-files.ts";
import { createShareResponses } from "./sharing/responses.ts";
import type { Scanning, Waits } from "./sharing/scanning.ts";
import type { Store } from "./store/store.ts";
import { createTags } from "./tags/service.ts";
import type { Timing } from "./webhooks/deliverer.ts";
import { startWebhooks } from "./webhooks/index.ts";
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

/** What is open before. */
export interface Base extends AppParts, Omit<Scanning, "close"> {
  settings: Settings;
  knownDomains: KnownDomains;
  /** Share URLs of a workspace start with it. */
  shareBase: (workspaceId: string) => string;
  threads: Threads;
  createId: () => string;
  /** Signs the cookies of browsers that signed in before. */
  deviceSecret: string;
  metrics: Registry;
}

type AddressOf = (request: Pick<IncomingMessage, "socket" | "headers">) => string;
type AccountServices = ReturnType<typeof createAccountServices>;
export type Services = ReturnType<typeof createServices>;

export function createServices(base: Base) {
  const { config, logger, settings, knownDomains } = base;
  const codes = createCodeServices(base);
  const accounts = createAccountServices(base);
  const clientAddress = createClientAddress(config.trustedProxies);
  const addressOf: AddressOf = ({ socket, headers }) =>
    clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"] as string | undefined);
  const lookUpTxt = createLookUpTxt({ servers: config.dnsServers });
  return {
    ...base,
    ...codes,
    ...accounts,
    lookUpTxt,
    domains: createDomains({ ...base, lookUpTxt, baseUrl: settings.baseUrl }),
    webhooks: startWebhooks({
      ...base,
      timing: base.webhookTiming,
      shapes: { code: codes.serializers.full, scan: serializeEventScan },
      onError: errorLog(logger, "webhooks"),
    }),
    ...createSignIn(base, accounts, addressOf),
    guard: createApiGuard(accounts.keys, accounts.limits, addressOf, base.settler.hurry),
    responses: createShareResponses({ drawJoin: drawJoinPicture, brandOf: codes.brandOf }),
    clientAddress,
    addressOf,
    siteOf: createSiteOf(knownDomains.siteOf),
    reachTests: createReachTests(base),
  };
}

/** Codes, their history and statistics, looks and rendering. */
function createCodeServices(base: Base) {
  const { config, store, clock, logger, threads, waits, knownDomains, shareBase, recorder, settler } = base;
  const { baseUrl } = base.settings;
  const { settled: scansSettled } = settler;
  const isDomain = (host: string) => Boolean(knownDomains.siteOf(host)?.workspaceId);
  const ruleNow = madeFor(baseUrl, (now) => createShareRule({ ...config, baseUrl: now, isDomain }));
  const shareRule: ShareRule = (...code) => ruleNow()(...code);
  const rootRule = createRootRule({ store, siteOf: knownDomains.siteOf });
  const parts = {
    ...base,
    baseUrl,
    lifetimeMs: config.codeLifetimeMs,
    linkLimits: createLinkLimits(store, config),
    shareRule,
    rootRule,
    scansSettled,
    async visitsSettled() {
      await recorder.flush();
      await scansSettled();
    },
  };
  const renderer = createImageRenderer();
  const styled = createRenderer({ threads });
  const logos = createLogos({ ...parts, styled });
  const rules = createLookRules({ ...parts, styled, logos });
  const codes = createCodes({ ...parts, lookRules: rules });
  const insights = createInsights(parts);
  const drawing = { renderer, styled, logoOf: logos.bytes, shareBase };
  const images = createCodeImages({ ...drawing, kept: keptVerdicts(store, clock) });
  const selections = createSelections({ ...parts, onError: errorLog(logger, "acting on many codes") });
  const onError = errorLog(logger, "moving scans");
  const placements = createPlacements({ ...parts, codes, onError, moveWaitMs: waits?.moveMs });
  const readPrinted = createPrintedReader({ codes, selections, placements });
  const routing = createRouting(parts);
  const brands = createBrands({ ...parts, routing });
  const pictureOf = logoPictures(styled, logos.bytes);
  return {
    codes,
    placements,
    readPrinted,
    images,
    selections,
    serializers: createCodeSerializers(baseUrl, shareBase),
    external: createExternal({ ...parts, codes }),
    history: createHistory({ ...parts, problemsOf: codes.problems }),
    analytics: createAnalytics(parts),
    insights,
    listFigures: createListFigures(parts),
    insightLinks: createInsightLinks({ ...parts, insights }),
    overview: createOverview(parts),
    needs: createNeeds({ ...parts, images }),
    routing,
    brands,
    utmPresets: createUtmPresets(parts),
    audit: createAudit(parts),
    /** Never rejects. */
    brandOf: createKnownBrands({
      ...parts,
      pictureOf,
      queryMs: waits?.brandMs,
      onError: errorLog(logger, "a brand's logo"),
    }),
    tags: createTags(parts),
    views: createViews(parts),
    linkImports: createLinkImports(parts),
    /**
     * Where content leads if that is an address of this service: below /r, or the root of a domain. The answers hold as
     * long as the version.
     */
    ownAddresses: {
      of: (location: string) =>
        shareRule("url", location) === null ? rootRule.addressOf(location) : ("share" as const),
      version: () => `${knownDomains.version()} ${baseUrl()}`,
    },
    linkLimits: parts.linkLimits,
    looks: createLooks({ ...parts, styled, logos, codes, rules }),
    previews: createPreviews(drawing),
    printSheets: createPrintSheets({
      readPrinted,
      images,
      renderer: styled,
      shareBase,
      faceLook: createFaceLooks({ brands, logoOf: logos.bytes }),
    }),
    examples: createExamples(parts),
    ownExports: createOwnExports({
      ...parts,
      dataDir: config.dataDir,
      files: createCodeFiles({ images, pictureOf, drawJoin: drawJoinPicture }),
      onError: errorLog(logger, "export"),
    }),
    styled,
    watchScans: createWatchScans(store.scans, clock),
    watchWorkspace: createWatchWorkspace(store.recentScans, clock),
  };
}

/** Users, workspaces, keys, limits and mail. */
function createAccountServices(base: Base) {
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
      onError: errorLog(logger, "mail"),
    }),
    workspaces: createWorkspaces({ store, clock, createId, baseUrl, workspaceLimit: config.workspaceLimit }),
    keys: createKeys({ store, clock, createId }),
    limits: createLimits(store, clock, config),
    codeRemoval: startCodeRemoval({ store, onError: errorLog(logger, "removing codes") }),
  };
}

/** Signing in, and the open streams, which end with the session. */
function createSignIn(base: Base, services: AccountServices, addressOf: AddressOf) {
  const { settings, deviceSecret } = base;
  const throttle = createSignInThrottle(base);
  const cookiePrefixOf = createCookiePrefix(settings);
  const device = createDeviceCookie(createDevices(deviceSecret), cookiePrefixOf, basePathOf(settings.baseUrl()));
  const attempts = createAttempts(createPasswordQueue(), addressOf);
  return {
    throttle,
    attempts,
    sessions: createSessions(services.auth, services.accounts, cookiePrefixOf),
    entrance: createEntrance({ ...base, ...services, device }),
    confirm: createConfirmation({ ...base, ...services, throttle, attempts }),
    streams: createLiveStreams(),
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
