import { accountRoutes, contactRoutes, exportRoutes, webhookNoticeRoutes } from "../accounts/account.dashboard.ts";
import { factorRoutes, factorSignInRoutes } from "../accounts/factors.dashboard.ts";
import { invitedRoutes } from "../accounts/invited.dashboard.ts";
import { oidcRoutes } from "../accounts/oidc.dashboard.ts";
import { signInRoutes } from "../accounts/sign-in.dashboard.ts";
import { requireAdmin, userRoutes } from "../accounts/users.dashboard.ts";
import { resourceRoutes } from "../api/index.ts";
import { codeListRoutes, historyRoutes } from "../codes/codes.dashboard.ts";
import { selectionImageRoutes, selectionRoutes } from "../codes/selection.dashboard.ts";
import { selectionSheetRoutes } from "../codes/sheets.dashboard.ts";
import { viewRoutes } from "../codes/views.dashboard.ts";
import { exampleRoutes } from "../demo/examples.dashboard.ts";
import { domainPageRoutes } from "../domains/domains.dashboard.ts";
import { linkImportRoutes } from "../imports/imports.dashboard.ts";
import { insightLinkRoutes } from "../insights/links.dashboard.ts";
import { liveRoutes } from "../insights/live.dashboard.ts";
import { overviewRoutes } from "../insights/overview.dashboard.ts";
import { keyRoutes } from "../keys/keys.dashboard.ts";
import { applyRoutes, previewRoutes } from "../looks/looks.dashboard.ts";
import { claimRoutes } from "../placements/claims.dashboard.ts";
import { placementListRoutes } from "../placements/placements.dashboard.ts";
import { createDashboardWindow, createSiteGuard, refuseBadQuery } from "../server/dashboard-guards.ts";
import { tagAnswers } from "../server/etag.ts";
import type { Health } from "../server/ops.routes.ts";
import { answerRefusal } from "../server/refusal.ts";
import { nameActor } from "../server/request.ts";
import { confirmAfterBody, confirmBeforeAnswer, guardBy } from "../server/rights.ts";
import type { Server } from "../server/server.ts";
import { afterBody } from "../server/unread-body.ts";
import type { Services } from "../services.ts";
import { settingsRoutes } from "../settings/settings.dashboard.ts";
import { notFound } from "../shared/errors.ts";
import { basePathOf } from "../shared/text.ts";
import { createWorkspaceGuard, ownWorkspaceRoutes, workspaceRoutes } from "../workspaces/workspaces.dashboard.ts";
import { pageRoutes, sendSafetyHeaders } from "./pages.dashboard.ts";

const DASHBOARD_PATH = "/api/dashboard";

/** The dashboard and its API, behind a session. */
export async function registerDashboard(
  server: Server,
  services: Services,
  health: () => Promise<Health>,
): Promise<void> {
  const { oidc, settings, sessions } = services;
  const isHttps = () => settings.baseUrl().startsWith("https:");
  // Only the environment can set a path, so it does not change.
  const basePath = basePathOf(settings.baseUrl());
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
      signInRoutes(scope, services);
      factorSignInRoutes(scope, services);
      if (oidc) oidcRoutes(scope, services, oidc);
      invitedRoutes(scope, services);

      await scope.register(async (signedIn: Server) => {
        guardBy(signedIn, sessions.open);
        signedIn.addHook("onRequest", createDashboardWindow(services.limits));
        accountRoutes(signedIn, services);
        factorRoutes(signedIn, services);
        ownWorkspaceRoutes(signedIn, services);
        claimRoutes(signedIn, services);
        await signedIn.register(async (inWorkspace: Server) => {
          guardBy(inWorkspace, createWorkspaceGuard(services.workspaces));
          tagAnswers(inWorkspace);
          resourceRoutes(inWorkspace, services);
          codeListRoutes(inWorkspace, services);
          placementListRoutes(inWorkspace, services);
          viewRoutes(inWorkspace, services);
          linkImportRoutes(inWorkspace, services);
          historyRoutes(inWorkspace, services);
          selectionRoutes(inWorkspace, services);
          selectionImageRoutes(inWorkspace, services);
          selectionSheetRoutes(inWorkspace, services);
          liveRoutes(inWorkspace, services);
          overviewRoutes(inWorkspace, services);
          insightLinkRoutes(inWorkspace, services);
          previewRoutes(inWorkspace, services);
          applyRoutes(inWorkspace, services);
          keyRoutes(inWorkspace, services);
          webhookNoticeRoutes(inWorkspace, services);
          domainPageRoutes(inWorkspace, services);
          contactRoutes(inWorkspace, services);
          exportRoutes(inWorkspace, services);
          exampleRoutes(inWorkspace, services);
          workspaceRoutes(inWorkspace, services);
        });
        await signedIn.register(async (administration: Server) => {
          guardBy(administration, requireAdmin);
          userRoutes(administration, services);
          settingsRoutes(administration, services, health);
        });
      });
      scope.setNotFoundHandler(async () => {
        throw notFound();
      });
    },
    { prefix: DASHBOARD_PATH },
  );
}
