import type { FastifyRequest } from "fastify";
import { accountRoutes, contactRoutes, exportRoutes, webhookNoticeRoutes } from "../accounts/account.dashboard.ts";
import type { AccountLinks } from "../accounts/account-links.ts";
import type { Auth, OidcAuth, PasskeyAuth } from "../accounts/auth.ts";
import type { CodeRemoval } from "../accounts/code-removal.ts";
import { createConfirmation, factorRoutes, factorSignInRoutes } from "../accounts/factors.dashboard.ts";
import { invitedRoutes } from "../accounts/invited.dashboard.ts";
import { oidcRoutes } from "../accounts/oidc.dashboard.ts";
import { createPasswordQueue } from "../accounts/password-queue.ts";
import type { Accounts } from "../accounts/service.ts";
import { createCookiePrefix, createSessions } from "../accounts/session.dashboard.ts";
import { createAttempts, createDeviceCookie, createEntrance, signInRoutes } from "../accounts/sign-in.dashboard.ts";
import { createDevices, createSignInThrottle } from "../accounts/sign-in-throttle.ts";
import { requireAdmin, userRoutes } from "../accounts/users.dashboard.ts";
import { type ApiParts, resourceRoutes } from "../api/index.ts";
import type { OwnExports } from "../bundle/own-exports.ts";
import { codeListRoutes, historyRoutes } from "../codes/codes.dashboard.ts";
import type { Needs } from "../codes/needs.ts";
import type { PrintSheets } from "../codes/print-sheets.ts";
import type { ReadPrinted } from "../codes/printed.ts";
import { selectionImageRoutes, selectionRoutes } from "../codes/selection.dashboard.ts";
import type { Selections } from "../codes/selection.ts";
import { selectionSheetRoutes } from "../codes/sheets.dashboard.ts";
import { viewRoutes } from "../codes/views.dashboard.ts";
import type { Views } from "../codes/views.ts";
import type { Config } from "../config.ts";
import { exampleRoutes } from "../demo/examples.dashboard.ts";
import type { Examples } from "../demo/examples.ts";
import { domainPageRoutes } from "../domains/domains.dashboard.ts";
import type { KnownDomains } from "../domains/known-domains.ts";
import { linkImportRoutes } from "../imports/imports.dashboard.ts";
import type { LinkImports } from "../imports/service.ts";
import { insightLinkRoutes } from "../insights/links.dashboard.ts";
import type { InsightLinks } from "../insights/links.ts";
import { createLiveStreams, liveRoutes } from "../insights/live.dashboard.ts";
import { overviewRoutes } from "../insights/overview.dashboard.ts";
import type { Overview } from "../insights/overview.ts";
import { keyRoutes } from "../keys/keys.dashboard.ts";
import type { Keys } from "../keys/service.ts";
import type { Limits } from "../limits/limits.ts";
import type { LinkLimits } from "../limits/link-limits.ts";
import { applyRoutes, previewRoutes } from "../looks/looks.dashboard.ts";
import type { Previews } from "../looks/previews.ts";
import type { Mail } from "../mail/index.ts";
import { claimRoutes } from "../placements/claims.dashboard.ts";
import { placementListRoutes } from "../placements/placements.dashboard.ts";
import type { WatchScans, WatchWorkspace } from "../scans/live-scans.ts";
import { createDashboardWindow, createSiteGuard, refuseBadQuery } from "../server/dashboard-guards.ts";
import { tagAnswers } from "../server/etag.ts";
import type { Health } from "../server/ops.routes.ts";
import { answerRefusal } from "../server/refusal.ts";
import { nameActor } from "../server/request.ts";
import { confirmAfterBody, confirmBeforeAnswer, guardBy } from "../server/rights.ts";
import type { Server } from "../server/server.ts";
import { afterBody } from "../server/unread-body.ts";
import type { Settings } from "../settings/service.ts";
import { settingsRoutes } from "../settings/settings.dashboard.ts";
import type { Clock } from "../shared/clock.ts";
import { notFound } from "../shared/errors.ts";
import type { PlaceSettings } from "../shared/local-address.ts";
import { basePathOf } from "../shared/text.ts";
import type { Store } from "../store/store.ts";
import type { Workspaces } from "../workspaces/service.ts";
import { createWorkspaceGuard, ownWorkspaceRoutes, workspaceRoutes } from "../workspaces/workspaces.dashboard.ts";
import { pageRoutes, sendSafetyHeaders } from "./pages.dashboard.ts";

export interface DashboardParts extends ApiParts {
  config: PlaceSettings & Pick<Config, "fromEnvironment">;
  clock: Clock;
  store: Store;
  auth: Auth;
  passkeyAuth: PasskeyAuth;
  accounts: Accounts;
  workspaces: Workspaces;
  codeRemoval: Pick<CodeRemoval, "wake">;
  accountLinks: AccountLinks;
  oidc: OidcAuth | undefined;
  settings: Settings;
  shareBase: (workspaceId: string) => string;
  knownDomains: Pick<KnownDomains, "hasDomain">;
  health: () => Promise<Health>;
  mail: Mail;
  keys: Keys;
  limits: Limits;
  linkLimits: LinkLimits;
  selections: Selections;
  readPrinted: ReadPrinted;
  printSheets: PrintSheets;
  views: Views;
  linkImports: LinkImports;
  previews: Previews;
  watchScans: WatchScans;
  watchWorkspace: WatchWorkspace;
  ownExports: OwnExports;
  examples: Examples;
  needs: Needs;
  overview: Overview;
  insightLinks: InsightLinks;
  addressOf: (request: FastifyRequest) => string;
}

const DASHBOARD_PATH = "/api/dashboard";

/** The dashboard and its API, behind a session. */
export async function registerDashboard(server: Server, parts: DashboardParts): Promise<void> {
  const { settings } = parts;
  const isHttps = () => settings.baseUrl().startsWith("https:");
  // Only the environment can set a path, so it does not change.
  const basePath = basePathOf(settings.baseUrl());
  const prefixOf = createCookiePrefix(settings);
  const sessions = createSessions(parts.auth, parts.accounts, prefixOf);
  const streams = createLiveStreams();
  const { store, addressOf } = parts;
  const throttle = createSignInThrottle(parts);
  const attempts = createAttempts(createPasswordQueue(), addressOf);
  const device = createDeviceCookie(createDevices(await store.secret("devices")), prefixOf, basePath);
  const entrance = createEntrance({ ...parts, device });
  const confirm = createConfirmation({ ...parts, throttle, attempts });
  const shared = { ...parts, sessions, streams, throttle, attempts, entrance, confirm };
  server.decorateRequest("sessionUser", null);
  server.decorateRequest("session", null);
  server.decorateRequest("membership", null);
  await pageRoutes(server, { isHttps, basePath });

  await server.register(
    async (scope: Server) => {
      scope.setErrorHandler(afterBody(answerRefusal));
      scope.addHook("onRequest", async (_request, reply) => {
        sendSafetyHeaders(reply, isHttps());
        reply.header("Cache-Control", "no-store");
      });
      scope.addHook("onRequest", createSiteGuard(settings));
      scope.addHook("preValidation", confirmAfterBody);
      scope.addHook("preValidation", refuseBadQuery);
      scope.addHook("preHandler", nameActor);
      scope.addHook("onSend", confirmBeforeAnswer);
      signInRoutes(scope, shared);
      factorSignInRoutes(scope, shared);
      if (parts.oidc) oidcRoutes(scope, { ...shared, oidc: parts.oidc });
      invitedRoutes(scope, shared);

      await scope.register(async (signedIn: Server) => {
        guardBy(signedIn, sessions.open);
        signedIn.addHook("onRequest", createDashboardWindow(parts.limits));
        accountRoutes(signedIn, shared);
        factorRoutes(signedIn, shared);
        ownWorkspaceRoutes(signedIn, parts.workspaces);
        claimRoutes(signedIn, parts.placements);
        await signedIn.register(async (inWorkspace: Server) => {
          guardBy(inWorkspace, createWorkspaceGuard(parts.workspaces));
          tagAnswers(inWorkspace);
          resourceRoutes(inWorkspace, parts);
          codeListRoutes(inWorkspace, parts);
          placementListRoutes(inWorkspace, parts);
          viewRoutes(inWorkspace, parts);
          linkImportRoutes(inWorkspace, parts);
          historyRoutes(inWorkspace, parts);
          selectionRoutes(inWorkspace, parts.selections);
          selectionImageRoutes(inWorkspace, parts);
          selectionSheetRoutes(inWorkspace, parts.printSheets);
          liveRoutes(inWorkspace, shared);
          overviewRoutes(inWorkspace, parts);
          insightLinkRoutes(inWorkspace, parts);
          previewRoutes(inWorkspace, parts.previews);
          applyRoutes(inWorkspace, parts.looks);
          keyRoutes(inWorkspace, parts);
          webhookNoticeRoutes(inWorkspace, parts);
          domainPageRoutes(inWorkspace, parts);
          contactRoutes(inWorkspace, parts);
          exportRoutes(inWorkspace, parts);
          exampleRoutes(inWorkspace, parts.examples);
          workspaceRoutes(inWorkspace, shared);
        });
        await signedIn.register(async (administration: Server) => {
          guardBy(administration, requireAdmin);
          userRoutes(administration, shared);
          settingsRoutes(administration, shared);
        });
      });
      scope.setNotFoundHandler(async () => {
        throw notFound();
      });
    },
    { prefix: DASHBOARD_PATH },
  );
}
